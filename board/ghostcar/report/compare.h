// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: two robots, or one before and after tuning.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "board/ghostcar/report/cycle_trace.h"

namespace ghostcar::board {

struct ComparedRun {
    std::string name;  // of its folder
    nlohmann::json result;
    CycleTrace trace;
    bool has_target = false;  // false: not along a cycle
};

/// States as a trace without target and band.
[[nodiscard]] CycleTrace trace_of(const States& states);

/// The whole page: verdicts, every figure of both judges, and the traces over each other.
[[nodiscard]] std::string compare_html(const ComparedRun& one, const ComparedRun& other);

}  // namespace ghostcar::board
