// SPDX-License-Identifier: Apache-2.0
// What is known of one participant's run in one event, whatever became of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/race/child_processes.h"

namespace ghostcar::board {

struct RunRecord {
    std::string outcome = "not run";  // as in result.json, or "not run"
    std::string verdict = "none";
    std::optional<double> score;
    std::string message;
    std::int64_t attempts = 0;
    std::uint64_t seed = 0;  // of the last attempt
    std::int64_t ticks = 0;
    std::string state_hash;
    // Of a race:
    std::optional<std::int64_t> arrival;  // who was how early at the finish, from 1
    std::optional<std::int64_t> laps;
    std::optional<double> damage;
    std::string folder;            // of the last attempt, below the championship's
    std::string command;           // that repeats it
    bool machine_failed = false;   // not the participant: no disk, no memory
    std::int64_t total_ticks = 0;  // of all attempts, for the throughput

    /// Only a run that finished, did not fail and has a score is ranked.
    [[nodiscard]] bool counts() const noexcept {
        return outcome == "finished" && verdict != "failed" && score.has_value();
    }
    [[nodiscard]] bool was_run() const noexcept { return outcome != "not run"; }
};

/// What a run said of itself on standard output, with --json. Its folder is not asked: there a
/// controller could have written, too. A run without a result has words nevertheless: those it said
/// at its end, or what ended it.
[[nodiscard]] RunRecord run_record_of(const ChildEnd& end);

/// The same of a race: one record for each car, in the order of the grid.
[[nodiscard]] std::vector<RunRecord> race_records_of(const ChildEnd& end, std::size_t cars);

}  // namespace ghostcar::board
