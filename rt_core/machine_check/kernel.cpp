// SPDX-License-Identifier: Apache-2.0
// What the kernel offers: preemption, throttling, timer slack, clock source, swap.
#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core::machine_check {

namespace {

struct KernelPackage {
    std::string_view machine;  // `uname -m`
    std::string_view package;  // Debian's name
};

constexpr std::array<KernelPackage, 4> rt_kernels{{
    {"x86_64", "linux-image-rt-amd64"},
    {"aarch64", "linux-image-rt-arm64"},
    {"armv7l", "linux-image-rt-armmp"},
    {"i686", "linux-image-rt-686-pae"},
}};

struct ClockSource {
    std::string_view name;
    CheckVerdict verdict;
    std::string_view why;
};

// Read by one instruction: ok. Read through a page the hypervisor may change: warn. Read over a
// bus (about a microsecond each) or counted by the timer interrupt: fail.
constexpr std::array<ClockSource, 13> clock_sources{{
    {"tsc", CheckVerdict::ok, ""},
    {"tsc-early", CheckVerdict::ok, ""},
    {"arch_sys_counter", CheckVerdict::ok, ""},
    {"riscv_clocksource", CheckVerdict::ok, ""},
    {"kvm-clock", CheckVerdict::warn, "the hypervisor may adjust it"},
    {"hyperv_clocksource_tsc_page", CheckVerdict::warn, "the hypervisor may adjust it"},
    {"hyperv_clocksource_msr", CheckVerdict::warn, "the hypervisor may adjust it"},
    {"xen", CheckVerdict::warn, "the hypervisor may adjust it"},
    {"hpet", CheckVerdict::fail, "slow to read, over a bus"},
    {"acpi_pm", CheckVerdict::fail, "slow to read, over a bus"},
    {"pit", CheckVerdict::fail, "slow to read, over a bus"},
    {"jiffies", CheckVerdict::fail, "as coarse as the timer interrupt"},
    {"refined-jiffies", CheckVerdict::fail, "as coarse as the timer interrupt"},
}};

bool has_word(const std::string& text, std::string_view wanted) {
    std::istringstream words(text);
    std::string word;
    while (words >> word) {
        if (word == wanted) {
            return true;
        }
    }
    return false;
}

std::string clock_remedy(const MachineView& view, const std::filesystem::path& folder) {
    const std::string available = read_text(folder / "available_clocksource").text;
    for (const std::string_view good : {"tsc", "arch_sys_counter", "riscv_clocksource"}) {
        if (has_word(available, good)) {
            return "echo " + std::string(good) + " > " + (folder / "current_clocksource").string();
        }
    }
    if (view.machine == "x86_64" || view.machine == "i686") {
        return "the kernel gave up on the TSC; see why with `dmesg | grep -i tsc`, then update the "
               "firmware or use another machine";
    }
    return "the processor's own counter is missing; see why with `dmesg | grep -i clocksource`";
}

}  // namespace

CheckLine check_preempt_rt(const MachineView& view) {
    const std::string name = "PREEMPT_RT kernel";
    // Kernels before 5.4 wrote it with a space.
    const bool in_version = view.kernel_version.find("PREEMPT_RT") != std::string::npos ||
                            view.kernel_version.find("PREEMPT RT") != std::string::npos;
    if (in_version || read_text(view.sys / "kernel/realtime").text == "1") {
        return {name, CheckVerdict::ok, view.kernel_version, ""};
    }
    const auto* const kernel =
        std::find_if(rt_kernels.begin(), rt_kernels.end(),
                     [&](const KernelPackage& row) { return row.machine == view.machine; });
    const std::string remedy =
        kernel == rt_kernels.end()
            ? "build a kernel with CONFIG_PREEMPT_RT=y for " + view.machine + " and boot it"
            : "apt-get install " + std::string(kernel->package) + " && reboot";
    return {name, CheckVerdict::fail, "no: " + view.kernel_version, remedy};
}

CheckLine check_rt_throttling(const MachineView& view) {
    const std::string name = "RT throttling";
    const std::filesystem::path path = view.proc / "sys/kernel/sched_rt_runtime_us";
    const FileText file = read_text(path);
    if (!file.readable()) {
        return cannot_read(name, path, file.reason);
    }
    const std::optional<std::int64_t> runtime_us = parse_integer(file.text);
    if (!runtime_us || *runtime_us < -1) {
        return cannot_understand(name, path, file.text);
    }
    if (*runtime_us == -1) {
        return {name, CheckVerdict::ok, "off", ""};
    }
    return {
        name, CheckVerdict::warn,
        "real-time threads are stopped after " + std::to_string(*runtime_us) + " us of a period",
        "sysctl -w kernel.sched_rt_runtime_us=-1"};
}

CheckLine check_timer_slack(const MachineView& view) {
    const std::string name = "timer slack";
    if (!view.timer_slack_ns || *view.timer_slack_ns < 0) {
        return cannot_read(name, view.proc / "self/timerslack_ns", "the kernel does not tell");
    }
    // prctl(2), PR_SET_TIMERSLACK: not applied to threads under a real-time policy.
    return {name, CheckVerdict::ok,
            std::to_string(*view.timer_slack_ns) + " ns; real-time threads have none", ""};
}

CheckLine check_clock_source(const MachineView& view) {
    const std::string name = "clock source";
    const std::filesystem::path folder = view.sys / "devices/system/clocksource/clocksource0";
    const std::filesystem::path path = folder / "current_clocksource";
    const FileText file = read_text(path);
    if (!file.readable()) {
        return cannot_read(name, path, file.reason);
    }
    const auto* const source =
        std::find_if(clock_sources.begin(), clock_sources.end(),
                     [&](const ClockSource& row) { return row.name == file.text; });
    if (source == clock_sources.end()) {
        return cannot_understand(name, path, file.text);
    }
    if (source->verdict == CheckVerdict::ok) {
        return {name, CheckVerdict::ok, file.text, ""};
    }
    return {name, source->verdict, file.text + ": " + std::string(source->why),
            clock_remedy(view, folder)};
}

CheckLine check_swap(const MachineView& view) {
    const std::string name = "swap";
    const std::filesystem::path path = view.proc / "swaps";
    const FileText file = read_text(path);
    if (!file.readable()) {
        return cannot_read(name, path, file.reason);
    }
    if (file.text.compare(0, 8, "Filename") != 0) {
        return cannot_understand(name, path, file.text);
    }
    const auto areas = std::count(file.text.begin(), file.text.end(), '\n');  // less the heading
    if (areas == 0) {
        return {name, CheckVerdict::ok, "none", ""};
    }
    return {name, CheckVerdict::warn,
            std::to_string(areas) + (areas == 1 ? " swap area" : " swap areas") +
                " in use: other programs may stall on the disk",
            "swapoff -a"};
}

}  // namespace ghostcar::rt_core::machine_check
