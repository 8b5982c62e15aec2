// SPDX-License-Identifier: Apache-2.0
// The pictures of the pedal-robot bench, those of the bench paper among them. Each function
// returns HTML: figures, or one sentence when the drive has nothing to show.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "board/ghostcar/report/drive_trace.h"

namespace ghostcar::board {

/// What the judge asked for, to draw it beside what was measured.
struct BenchLimits {
    double bite_point = 0.60;  // clutch pedal
    double motion_clutch_low = 0.57;
    double motion_clutch_high = 0.63;
    double shift_speed_change_kph = 2.0;
};

/// From the object `limits` of a result, with the session's own key names; the shipped demo's
/// values for what it does not say.
[[nodiscard]] BenchLimits bench_limits(const nlohmann::json& result);

/// Speed, engine speed, gear and pedals over the whole time.
[[nodiscard]] std::string drive_figure(const States& states);

/// The paper's figure 8: speed and throttle opening, over time and one against the other.
[[nodiscard]] std::string throttle_figure(const States& states);

/// The paper's figure 9: throttle, clutch and speed while pulling away.
[[nodiscard]] std::string start_off_figure(const States& states, const BenchLimits& limits);

/// The paper's figure 10: clutch, gear and speed around each shift.
[[nodiscard]] std::string shift_figures(const States& states, const BenchLimits& limits);

}  // namespace ghostcar::board
