// SPDX-License-Identifier: Apache-2.0
// report.html: what a run was, in one page that needs nothing else.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/report/cycle_trace.h"
#include "board/ghostcar/report/track_figures.h"
#include "rt_core/state.h"

namespace ghostcar::board {

/// What was recorded on a track.
struct TrackDrive {
    model::Track track;
    CarRecords cars;
};

/// The whole page. `result` and `timing` are result.json and timing.json; what they do not say is
/// left out. `states` are the recorded samples in the order of their ticks; empty when recording
/// was off. `cycle_trace` is the trace of a drive along a cycle, which needs no states.
[[nodiscard]] std::string report_html(const nlohmann::json& result, const nlohmann::json& timing,
                                      const std::vector<rt_core::State>& states,
                                      const std::optional<TrackDrive>& track_drive = {},
                                      const std::optional<CycleTrace>& cycle_trace = {});

}  // namespace ghostcar::board
