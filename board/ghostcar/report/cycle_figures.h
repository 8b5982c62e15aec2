// SPDX-License-Identifier: Apache-2.0
// The pictures and tables of a drive along a cycle. `result` is result.json of such a run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "board/ghostcar/report/cycle_trace.h"

namespace ghostcar::board {

/// Indices with their bounds, together and for each phase, and the method behind them.
[[nodiscard]] std::string quality_tables(const nlohmann::json& result);

/// Every excursion with its time and cause; a sentence when there is none.
[[nodiscard]] std::string excursion_table(const nlohmann::json& result);

/// What legs and hand did.
[[nodiscard]] std::string work_tables(const nlohmann::json& result);

/// What was staged on the wires, what they reported, and whether the drive stayed inside; empty
/// when there is nothing.
[[nodiscard]] std::string wire_tables(const nlohmann::json& result);

/// Speed against target and band, pedals, gear, engine speed: one drawing to zoom into, and
/// strips of it on paper.
[[nodiscard]] std::string cycle_figure(const nlohmann::json& result, const CycleTrace& trace);

/// What the robot has learned of the car.
[[nodiscard]] std::string learned_figures(const nlohmann::json& result);

/// The curves of the bench paper's figures 8, 9, 10 and 12, from this drive.
[[nodiscard]] std::string paper_figures(const nlohmann::json& result, const CycleTrace& trace);

}  // namespace ghostcar::board
