// SPDX-License-Identifier: Apache-2.0
// A speed over time from anywhere: the text of a CSV with the columns t_s and v_kph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/driver/drive_cycle.h"

namespace ghostcar::model {

struct SpeedTrace {
    std::vector<double> t_s;  // rising
    std::vector<double> v_kph;
    CycleRemarks remarks;  // a drive cycle's description and phases
};

/// Any rate; columns beside the two are left alone. Throws ConfigError: file:line: what; what to
/// do.
[[nodiscard]] SpeedTrace read_speed_trace(std::string_view text, const std::string& path);

}  // namespace ghostcar::model
