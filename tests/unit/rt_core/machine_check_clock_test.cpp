// SPDX-License-Identifier: Apache-2.0
// Each check of clock, memory and what lies below the kernel at its boundaries.
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "tests/unit/rt_core/machine_check_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

void setUp() {
    machine.emplace();
}
void tearDown() {
    machine.reset();
}

namespace {

void timer_slack() {
    expect_ok("timer slack", "50000 ns");
    machine->view.timer_slack_ns = 0;
    expect_ok("timer slack", "0 ns");
    machine->view.timer_slack_ns.reset();
    expect_warn("timer slack", "cannot read", "as root");
}

void clock_source() {
    const std::string folder = "sys/devices/system/clocksource/clocksource0/";
    const std::string current = folder + "current_clocksource";
    for (const char* const good : {"tsc", "arch_sys_counter"}) {
        machine->write_file(current, std::string(good) + "\n");
        expect_ok("clock source", good);
    }
    for (const char* const guest : {"kvm-clock", "hyperv_clocksource_tsc_page", "xen"}) {
        machine->write_file(current, std::string(guest) + "\n");
        expect_warn("clock source", guest, "echo tsc > ");
    }
    for (const char* const slow : {"hpet", "acpi_pm", "jiffies", "refined-jiffies"}) {
        machine->write_file(current, std::string(slow) + "\n");
        expect_fail("clock source", slow, "echo tsc > ");
    }
    machine->write_file(folder + "available_clocksource", "hpet acpi_pm tsc-early\n");
    expect_fail("clock source", "jiffies", "dmesg | grep -i tsc");
    machine->view.machine = "aarch64";
    expect_fail("clock source", "jiffies", "dmesg | grep -i clocksource");
    for (const char* const unknown : {"tscx", "", "sundial"}) {
        machine->write_file(current, unknown);
        expect_warn("clock source", "cannot understand", "cat ");
    }
    machine->remove_file(current);
    expect_warn("clock source", "cannot read", "as root");
}

void cpu_dma_latency() {
    const std::string idle_driver = "sys/devices/system/cpu/cpuidle/current_driver";
    expect_ok("cpu_dma_latency", "writable");
    machine->make_unreadable("dev/cpu_dma_latency");
    expect_warn("cpu_dma_latency", "cannot write", "cpuidle.off=1");
    machine->remove_file("dev/cpu_dma_latency");
    expect_ok("cpu_dma_latency", "no idle states");
    machine->write_file(idle_driver, "none\n");
    expect_ok("cpu_dma_latency", "no idle states");
    machine->write_file(idle_driver, "intel_idle\n");
    expect_warn("cpu_dma_latency", "cannot write", "cpuidle.off=1");
}

void cpu_dma_latency_of_another_user() {
    constexpr uid_t nobody = 65534;  // root may write anything, so it steps aside
    std::filesystem::permissions(machine->root / "dev/cpu_dma_latency",
                                 std::filesystem::perms::owner_read);
    const bool is_root = geteuid() == 0;
    if (is_root && seteuid(nobody) != 0) {
        TEST_IGNORE_MESSAGE("root cannot become another user here");
    }
    const std::vector<CheckLine> lines = check_machine(machine->view);
    if (is_root && seteuid(0) != 0) {
        TEST_FAIL_MESSAGE("cannot become root again");
    }
    const std::string text = to_text(lines);
    TEST_ASSERT_TRUE_MESSAGE(holds(text, "cpu_dma_latency: Permission denied\n"), text.c_str());
    TEST_ASSERT_TRUE_MESSAGE(holds(text, "OWNER=\"driver\"' > /etc/udev/rules.d/99-ghostcar.rules"),
                             text.c_str());
}

void swap() {
    expect_ok("swap", "none");
    const std::string heading = "Filename\tType\n";
    machine->write_file("proc/swaps", heading + "/dev/sda2\tpartition\n");
    expect_warn("swap", "1 swap area in use", "swapoff -a");
    machine->write_file("proc/swaps", heading + "/dev/sda2\tpartition\n/file\tfile\n");
    expect_warn("swap", "2 swap areas in use", "swapoff -a");
    machine->write_file("proc/swaps", "");
    expect_warn("swap", "cannot understand", "cat ");
    machine->remove_file("proc/swaps");
    expect_warn("swap", "cannot read", "as root");
}

void hypervisor() {
    expect_ok("hypervisor", "none seen");
    struct Trace {
        const char* file;
        const char* text;
        const char* found;
    };
    const std::array<Trace, 6> traces{{
        {"sys/class/dmi/id/product_name", "VirtualBox\n", "VirtualBox"},
        {"sys/class/dmi/id/sys_vendor", "QEMU\n", "QEMU"},
        {"sys/hypervisor/type", "xen\n", "xen"},
        {"sys/firmware/devicetree/base/hypervisor/compatible", "xen,xen", "device tree"},
        {"sys/firmware/devicetree/base/compatible", "linux,dummy-virt", "device tree"},
        {"proc/cpuinfo", "flags : fpu hypervisor tsc\n", "processor flags"},
    }};
    for (const Trace& trace : traces) {
        machine.emplace();
        machine->write_file(trace.file, trace.text);
        expect_warn("hypervisor", trace.found, "run on the bare machine");
        TEST_ASSERT_EQUAL_size_t_MESSAGE(13, check_machine(machine->view).size(),
                                         "SMIs of a guest");
    }
}

void hypervisor_in_odd_trees() {
    machine->write_file("sys/class/dmi/id/product_name", "Precision 3660\n");
    machine->write_file("proc/cpuinfo", "flags : fpu no_hypervisor_here\n");
    expect_ok("hypervisor", "none seen");
    machine->write_file("proc/cpuinfo", "\x01\x02");
    expect_warn("hypervisor", "cannot understand", "cat ");
    machine->view.machine = "aarch64";  // its cpuinfo has features instead of flags
    expect_ok("hypervisor", "none seen");
    machine->remove_file("proc/cpuinfo");
    expect_warn("hypervisor", "cannot read", "as root");
}

void smis() {
    expect_ok("SMIs", "0 in 100 ms, 9 since start");
    machine->view.smi_pause = [] {
        machine->write_file("dev/cpu/0/msr", FakeMachine::smi_register(12));
    };
    expect_warn("SMIs", "3 in 100 ms, 12 since start", "USB legacy");
    machine->view.smi_pause = [] { machine->remove_file("dev/cpu/0/msr"); };
    expect_warn("SMIs", "cannot count SMIs", "modprobe msr");
    expect_warn("SMIs", "No such file", "modprobe msr");
    machine->write_file("dev/cpu/0/msr", "short");
    expect_warn("SMIs", "cannot count SMIs", "modprobe msr");
    machine->view.chosen_cpu = 3;
    machine->view.smi_pause = nullptr;
    machine->write_file("dev/cpu/3/msr", FakeMachine::smi_register(1));
    expect_ok("SMIs", "1 since start");
    machine->write_file("proc/cpuinfo", "vendor_id : AuthenticAMD\nflags : fpu\n");
    expect_warn("SMIs", "no counter", "hwlatdetect");
    machine->view.machine = "aarch64";
    TEST_ASSERT_EQUAL_size_t(13, check_machine(machine->view).size());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(timer_slack);
    RUN_TEST(clock_source);
    RUN_TEST(cpu_dma_latency);
    RUN_TEST(cpu_dma_latency_of_another_user);
    RUN_TEST(swap);
    RUN_TEST(hypervisor);
    RUN_TEST(hypervisor_in_odd_trees);
    RUN_TEST(smis);
    return UNITY_END();
}
