// SPDX-License-Identifier: Apache-2.0
// What a drive along a cycle leaves behind, beside what every run does: the judge's object in
// result.json, what the robot has learned, and the trace as CSV.
#pragma once

#include <string>

#include "board/ghostcar/cycle/cycle_log.h"
#include "board/ghostcar/cycle/cycle_session.h"
#include "board/ghostcar/json.h"
#include "board/ghostcar/report/cycle_trace.h"
#include "model/judge/cycle_verdict.h"

namespace ghostcar::board {

/// The object `judge` of result.json.
[[nodiscard]] Json cycle_judge_json(const CycleSession& session,
                                    const model::CycleFigures& figures);

/// The object `learned`: what the robot knows of the car, and where from.
[[nodiscard]] Json learned_json(const CycleSession& session, const std::string& from);

/// What the report draws.
[[nodiscard]] CycleTrace trace_of(const CycleLog& log);

/// trace.csv: the same, one row a moment. `ghostcar judge drive-trace` reads it too.
[[nodiscard]] std::string trace_csv(const CycleTrace& trace);

}  // namespace ghostcar::board
