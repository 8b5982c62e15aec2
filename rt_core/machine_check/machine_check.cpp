// SPDX-License-Identifier: Apache-2.0
#include "rt_core/machine_check/machine_check.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core {

std::vector<CheckLine> check_machine(const MachineView& view) {
    using namespace machine_check;
    std::vector<CheckLine> lines{
        check_preempt_rt(view),   check_rtprio_limit(view),    check_memlock_limit(view),
        check_governor(view),     check_isolated_cpus(view),   check_irq_affinity(view),
        check_irq_threads(view),  check_rt_throttling(view),   check_timer_slack(view),
        check_clock_source(view), check_cpu_dma_latency(view), check_swap(view),
        check_hypervisor(view),
    };
    if (const std::optional<CheckLine> smis = check_smis(view)) {
        lines.push_back(*smis);
    }
    return lines;
}

CheckVerdict worst_verdict(const std::vector<CheckLine>& lines) {
    CheckVerdict worst = CheckVerdict::ok;
    for (const CheckLine& line : lines) {
        worst = std::max(worst, line.verdict);
    }
    return worst;
}

std::string_view verdict_name(CheckVerdict verdict) {
    constexpr std::array<std::string_view, 3> names{"ok", "warn", "fail"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string to_text(const std::vector<CheckLine>& lines) {
    constexpr std::size_t verdict_width = 6;
    std::size_t name_width = 0;
    for (const CheckLine& line : lines) {
        name_width = std::max(name_width, line.name.size() + 2);
    }
    std::array<std::size_t, 3> count{};
    std::string text;
    for (const CheckLine& line : lines) {
        ++count[static_cast<std::size_t>(line.verdict)];
        std::string verdict(verdict_name(line.verdict));
        verdict.resize(verdict_width, ' ');
        std::string name = line.name;
        name.resize(name_width, ' ');
        text += verdict + name + line.found + "\n";
        if (!line.remedy.empty()) {
            text += std::string(verdict_width, ' ') + "→ " + line.remedy + "\n";
        }
    }
    constexpr std::array<std::string_view, 3> verdicts{
        "fit for hard real time", "usable, with the reservations above",
        "not fit for hard real time: mend the lines marked fail"};
    text += "\n" + std::to_string(count[0]) + " ok, " + std::to_string(count[1]) + " warn, " +
            std::to_string(count[2]) + " fail: ";
    text += verdicts[static_cast<std::size_t>(worst_verdict(lines))];
    return text + (count[1] + count[2] > 0 ? " (commands after → are for root)\n" : "\n");
}

}  // namespace ghostcar::rt_core
