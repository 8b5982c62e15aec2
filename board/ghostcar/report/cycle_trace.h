// SPDX-License-Identifier: Apache-2.0
// trace.csv of a drive along a cycle, read again for a report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "board/ghostcar/report/drive_trace.h"
#include "board/ghostcar/report/plot_series.h"

namespace ghostcar::board {

struct CycleMoment {
    double t_s = 0.0;
    double v_kph = 0.0;
    double target_kph = 0.0;
    double low_kph = 0.0;
    double high_kph = 0.0;
    double accelerator = 0.0;
    double brake = 0.0;
    double clutch = 0.0;
    double gear = 0.0;
    double engine_rpm = 0.0;
};

using CycleTrace = std::vector<CycleMoment>;

/// Throws ConfigError.
[[nodiscard]] CycleTrace read_cycle_trace(std::string_view text, const std::string& path);

/// A column over time between two times, times `factor`, as few points as `tolerance` allows.
[[nodiscard]] std::vector<PlotPoint> column(const CycleTrace& trace, double CycleMoment::*member,
                                            const TimeWindow& window, double tolerance,
                                            double factor = 1.0);

/// As States of a bench that the bench's judge has watched, from the trace's begin until four
/// shifts are made: the pictures of the bench paper are drawn from them. `bite_point` is where the
/// clutch takes hold.
[[nodiscard]] States first_start(const CycleTrace& trace, double bite_point);

/// The whole trace as States, ten a second.
[[nodiscard]] States as_states(const CycleTrace& trace);

}  // namespace ghostcar::board
