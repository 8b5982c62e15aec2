// SPDX-License-Identifier: Apache-2.0
// Each check of processors and time at its boundaries, with files missing and with garbage in them.
#include <cerrno>
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

void good_machine_is_ok_on_every_line() {
    const std::vector<CheckLine> lines = check_machine(machine->view);
    TEST_ASSERT_EQUAL_size_t(14, lines.size());
    TEST_ASSERT_TRUE_MESSAGE(worst_verdict(lines) == CheckVerdict::ok, to_text(lines).c_str());
    TEST_ASSERT_TRUE(holds(to_text(lines), "14 ok, 0 warn, 0 fail: fit for hard real time\n"));
}

void preempt_rt() {
    machine->remove_file("sys/kernel/realtime");
    expect_ok("PREEMPT_RT kernel", "6.1.0-rt");
    machine->view.kernel_version = "4.19.0 #1 SMP PREEMPT RT";
    expect_ok("PREEMPT_RT kernel", "4.19.0");
    machine->view.kernel_version = "6.12 #1 SMP PREEMPT_DYNAMIC";
    expect_fail("PREEMPT_RT kernel", "PREEMPT_DYNAMIC", "apt-get install linux-image-rt-amd64");
    machine->view.machine = "aarch64";
    expect_fail("PREEMPT_RT kernel", "no", "apt-get install linux-image-rt-arm64");
    machine->view.machine = "s390x";
    expect_fail("PREEMPT_RT kernel", "no", "CONFIG_PREEMPT_RT=y for s390x");
    for (const char* const content : {"0\n", "", "\x01garbage"}) {
        machine->write_file("sys/kernel/realtime", content);
        expect_fail("PREEMPT_RT kernel", "no", "CONFIG_PREEMPT_RT");
    }
    machine->write_file("sys/kernel/realtime", "1\n");
    expect_ok("PREEMPT_RT kernel", "6.12");
}

void rtprio_limit() {
    machine->view.rtprio_limit = 80;
    expect_ok("rtprio limit", "80");
    machine->view.rtprio_limit = 79;
    expect_fail("rtprio limit", "SCHED_FIFO 80",
                "echo 'driver - rtprio 99' >> /etc/security/limits.d/ghostcar.conf");
    machine->view.fifo_priority = 79;
    expect_ok("rtprio limit", "SCHED_FIFO 79");
    machine->view.rtprio_limit = 0;
    machine->view.may_set_priority = true;
    expect_ok("rtprio limit", "CAP_SYS_NICE");
    machine->view.fifo_refusal = EPERM;
    expect_fail("rtprio limit", "refused: Operation not permitted", "cgroup.procs");
}

void memlock_limit() {
    expect_ok("memlock limit", "unlimited");
    machine->view.memlock_limit_bytes = memlock_needed_bytes;
    expect_ok("memlock limit", "262144 KiB");
    machine->view.memlock_limit_bytes = memlock_needed_bytes - 1;
    expect_fail("memlock limit", "262143 KiB",
                "echo 'driver - memlock unlimited' >> /etc/security/limits.d/ghostcar.conf");
    machine->view.may_lock_memory = true;
    expect_ok("memlock limit", "CAP_IPC_LOCK");
}

void governor() {
    expect_ok("governor", "performance");
    const std::string cpus = "sys/devices/system/cpu/cpu";
    machine->write_file(cpus + "1/cpufreq/scaling_governor", "powersave\n");
    machine->write_file(cpus + "2/cpufreq/scaling_governor", "powersave\n");
    expect_warn("governor", "powersave on CPU 1-2", "echo performance | tee ");
    machine->write_file(cpus + "1/cpufreq/scaling_governor", "\x02\xff\n");
    expect_warn("governor", "?? on CPU 1, powersave on CPU 2", "echo performance | tee ");
    machine->make_unreadable(cpus + "0/cpufreq/scaling_governor");
    expect_warn("governor", "cannot read", "as root");
    for (const char cpu : {'0', '1', '2', '3'}) {
        machine->remove_file(cpus + cpu + "/cpufreq");
    }
    expect_ok("governor", "no frequency scaling visible");
}

void isolated_cpus() {
    const std::string isolated = "sys/devices/system/cpu/isolated";
    expect_ok("isolated CPUs", "3");
    machine->view.chosen_cpu = 3;
    expect_ok("isolated CPUs", "3");
    machine->view.chosen_cpu = 2;
    expect_warn("isolated CPUs", "CPU 2 is not among them", "isolcpus=managed_irq,domain,2 ");
    machine->write_file(isolated, "\n");
    expect_warn("isolated CPUs", "none of 0-3", "nohz_full=2 rcu_nocbs=2");
    machine->view.chosen_cpu = 0;
    expect_warn("isolated CPUs", "none", "nohz_full=3 rcu_nocbs=3");
    machine->view.chosen_cpu.reset();
    expect_warn("isolated CPUs", "none", "update-grub && reboot");
    machine->view.machine = "aarch64";
    expect_warn("isolated CPUs", "none", "to the kernel command line and reboot");
    machine->write_file(isolated, "three\n");
    expect_warn("isolated CPUs", "cannot understand", "cat ");
    machine->remove_file(isolated);
    expect_warn("isolated CPUs", "cannot read", "as root");
    machine->remove_file("sys/devices/system/cpu/online");
    machine->view.cpu_count = 1;
    expect_warn("isolated CPUs", "one CPU", "two CPUs or more");
    expect_ok("IRQ affinity", "one CPU");
}

void irq_affinity() {
    expect_ok("IRQ affinity", "no interrupt runs on CPU 3");
    machine->write_interrupt("25", "nvme0q1", "0-3", "3");
    expect_warn("IRQ affinity", "1 interrupt may run on CPU 3: 25 nvme0q1",
                "do echo 0-2 > $f; done 2>/dev/null; echo 7 > ");
    std::filesystem::permissions(machine->root / "proc/irq/25/smp_affinity_list",
                                 std::filesystem::perms::owner_read);
    expect_ok("IRQ affinity", "no interrupt");  // the kernel says that it cannot be moved

    machine->write_interrupt("26", "usb", "3", "");  // where it goes is not told: believe the list
    expect_warn("IRQ affinity", "1 interrupt may run on CPU 3: 26 usb", "default_smp_affinity");
    machine->remove_file("proc/irq/26");

    machine->write_file("proc/irq/default_smp_affinity", "f\n");
    expect_warn("IRQ affinity", "1 interrupt may run on CPU 3: 0 timer", "default_smp_affinity");
    machine->remove_file("proc/irq/0");
    expect_warn("IRQ affinity", "new interrupts may run on CPU 3", "default_smp_affinity");
    for (const char* const number : {"30", "31", "32", "33"}) {
        machine->write_interrupt(number, "ahci", "2-3", "");
    }
    expect_warn("IRQ affinity", "4 interrupts may run on CPU 3: 30 ahci, 31 ahci, 32 ahci and 1",
                "default_smp_affinity");
    machine->view.chosen_cpu = 1;
    expect_warn("IRQ affinity", "1 interrupt may run on CPU 1: 24 eth0", "do echo 0,2-3 > ");
}

void irq_affinity_in_odd_trees() {
    machine->write_file("proc/irq/24/smp_affinity_list", "\x7f!\n");
    expect_warn("IRQ affinity", "cannot understand", "cat ");
    machine->remove_file("proc/irq/24/smp_affinity_list");
    expect_warn("IRQ affinity", "cannot read", "as root");
    machine->write_file("proc/irq/default_smp_affinity", "xyz\n");
    expect_warn("IRQ affinity", "cannot understand", "cat ");
    machine->remove_file("proc/irq");
    expect_warn("IRQ affinity", "cannot read", "as root");

    machine.emplace();
    machine->write_file("sys/devices/system/cpu/isolated", "\n");
    expect_warn("IRQ affinity", "no CPU is kept for the loop", "isolate a CPU first");
    machine->write_file("sys/devices/system/cpu/isolated", "0-3\n");
    expect_warn("IRQ affinity", "may run on CPU 0-3", "leave at least one CPU");
}

void irq_threads() {
    expect_ok("IRQ threads", "1, highest priority 50, below the loop's 80");
    machine->write_thread("13", "irq/30-ahci) (", "79");
    expect_ok("IRQ threads", "2, highest priority 79");
    machine->write_thread("13", "irq/30-ahci) (", "80");
    expect_warn("IRQ threads", "irq/30-ahci) ( at 80", "chrt -f -p 50 13");
    machine->write_thread("17", "irq/33-can1", "50");
    expect_warn("IRQ threads",
                "not below the loop's 80: irq/30-ahci) ( at 80; "
                "serves CAN, yet not above the loop's 80: irq/33-can1 at 50",
                "chrt -f -p 50 13; chrt -f -p 81 17");
    machine->remove_file("proc/13");
    for (const char* const priority : {"0", "50", "80"}) {
        machine->write_thread("17", "irq/33-mcp251x", priority);
        expect_warn("IRQ threads", "yet not above the loop's 80: irq/33-mcp251x at",
                    "chrt -f -p 81 17");
    }
    machine->write_thread("17", "irq/33-can1", "81");
    expect_ok("IRQ threads", "2, highest priority 50");
    machine->remove_file("proc/17");
    machine->write_thread("13", "irq/30-can0", "90");
    machine->write_thread("14", "migration/0", "99");
    machine->write_file("proc/15/comm", "irq/31-gone\n");  // ended before its stat was read
    machine->write_file("proc/16/comm", "irq/32-odd\n");
    machine->write_file("proc/16/stat", "16 garbage");
    expect_ok("IRQ threads", "2, highest priority 50");
    for (const char* const process : {"12", "13", "16"}) {
        machine->remove_file(std::string("proc/") + process);
    }
    expect_ok("IRQ threads", "none visible");
}

void rt_throttling() {
    const std::string file = "proc/sys/kernel/sched_rt_runtime_us";
    expect_ok("RT throttling", "off");
    for (const char* const runtime : {"950000\n", "0\n", "1000000\n"}) {
        machine->write_file(file, runtime);
        expect_warn("RT throttling", "us of a period", "sysctl -w kernel.sched_rt_runtime_us=-1");
    }
    for (const char* const garbage : {"", "-2", "12x", "99999999999999999999", "\xff\xfe"}) {
        machine->write_file(file, garbage);
        expect_warn("RT throttling", "cannot understand", "cat ");
    }
    machine->make_unreadable(file);
    expect_warn("RT throttling", "cannot read", "as root");
    machine->remove_file(file);
    expect_warn("RT throttling", "No such file", "as root");
}

void empty_tree_warns_and_never_throws() {
    std::filesystem::remove_all(machine->root);
    machine->view.chosen_cpu = 1000000;
    for (const CheckLine& line : check_machine(machine->view)) {
        TEST_ASSERT_FALSE(line.name.empty());
        TEST_ASSERT_FALSE(line.found.empty());
        TEST_ASSERT_TRUE((line.verdict == CheckVerdict::ok) == line.remedy.empty());
    }
}

void real_machine_can_be_checked() {
    const MachineView real = MachineView::real();
    TEST_ASSERT_FALSE(real.kernel_version.empty());
    TEST_ASSERT_FALSE(real.machine.empty());
    TEST_ASSERT_GREATER_THAN_INT(0, real.cpu_count);
    TEST_ASSERT_GREATER_OR_EQUAL_size_t(13, check_machine(real).size());
}

void text_has_columns_and_copyable_remedies() {
    const std::vector<CheckLine> lines{{"swap", CheckVerdict::ok, "none", ""},
                                       {"governor", CheckVerdict::warn, "slow", "do this"},
                                       {"clock", CheckVerdict::fail, "bad", "do that"}};
    TEST_ASSERT_EQUAL_STRING(
        "ok    swap      none\n"
        "warn  governor  slow\n"
        "      → do this\n"
        "fail  clock     bad\n"
        "      → do that\n"
        "\n"
        "1 ok, 1 warn, 1 fail: not fit for hard real time: mend the lines marked fail "
        "(commands after → are for root)\n",
        to_text(lines).c_str());
    TEST_ASSERT_TRUE(worst_verdict(lines) == CheckVerdict::fail);
    TEST_ASSERT_TRUE(worst_verdict({lines[1], lines[0]}) == CheckVerdict::warn);
    TEST_ASSERT_TRUE(worst_verdict({}) == CheckVerdict::ok);
    TEST_ASSERT_TRUE(holds(to_text({lines[1]}), "usable, with the reservations above"));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(good_machine_is_ok_on_every_line);
    RUN_TEST(preempt_rt);
    RUN_TEST(rtprio_limit);
    RUN_TEST(memlock_limit);
    RUN_TEST(governor);
    RUN_TEST(isolated_cpus);
    RUN_TEST(irq_affinity);
    RUN_TEST(irq_affinity_in_odd_trees);
    RUN_TEST(irq_threads);
    RUN_TEST(rt_throttling);
    RUN_TEST(empty_tree_warns_and_never_throws);
    RUN_TEST(real_machine_can_be_checked);
    RUN_TEST(text_has_columns_and_copyable_remedies);
    return UNITY_END();
}
