// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/controller/controller_panel.h"

#include <algorithm>

#include "board/ghostcar/panel_line.h"

namespace ghostcar::board {

std::string controller_line(std::span<const rt_core::ControllerFigures* const> controllers) {
    if (controllers.empty()) return "";
    double p50_us = 0.0;
    double max_us = 0.0;
    long long missed = 0;
    long long clamped = 0;
    long long periods = 0;
    for (const rt_core::ControllerFigures* figures : controllers) {
        p50_us = std::max(p50_us, figures->spend.percentile_us(0.5));
        max_us = std::max(max_us, figures->spend.max_us());
        missed += figures->missed.load();
        clamped += figures->clamped.load();
        periods += figures->periods.load();
    }
    return panel_line(
        "  %-12suser code p50 %.0f µs   max %.0f µs   missed %lld of %lld   clamped %lld\n",
        controllers.size() == 1 ? "controller" : "controllers", p50_us, max_us, missed, periods,
        clamped);
}

}  // namespace ghostcar::board
