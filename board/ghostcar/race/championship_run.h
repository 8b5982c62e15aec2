// SPDX-License-Identifier: Apache-2.0
// Runs a championship: every participant in every event, each run a program of its own, as many at
// a time as there are cores.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "board/ghostcar/race/championship.h"
#include "board/ghostcar/race/child_processes.h"
#include "board/ghostcar/race/progress.h"
#include "board/ghostcar/race/ranking.h"
#include "board/ghostcar/race/run_record.h"

namespace ghostcar::board {

/// By event, then by participant, in the order of the file.
using RunRecords = std::vector<std::vector<RunRecord>>;

class ChampionshipRun {
public:
    /// How runs are started: which program, how many at a time, what they leave behind.
    struct Setup {
        std::string program;  // path of `ghostcar`
        std::filesystem::path folder;
        std::size_t jobs = 1;
        bool record = false;
    };

    ChampionshipRun(const Championship& championship, Setup setup);

    /// Runs everything; returns early, with what is done so far, when somebody wants it to end:
    /// then the answer is false.
    bool run(Progress& progress);

    [[nodiscard]] const RunRecords& records() const noexcept { return records_; }

private:
    struct Job {
        std::size_t event = 0;
        std::vector<std::size_t> participants;  // one, or all of them in the order of the grid
        std::int64_t attempt = 1;
    };

    void open_events(Progress& progress);
    void open_race(Progress& progress);
    [[nodiscard]] bool is_complete(std::size_t event) const;
    [[nodiscard]] std::vector<std::size_t> starting_order(std::size_t event) const;
    [[nodiscard]] std::string folder_of(const Job& job) const;
    [[nodiscard]] std::vector<std::string> arguments_of(const Job& job) const;
    void start(const Job& job);
    void finish(const Job& job, const ChildEnd& end, Progress& progress);
    void note(const Job& job, std::size_t participant, RunRecord record, Progress& progress);

    const Championship& championship_;
    Setup setup_;
    RunRecords records_;
    ChildProcesses children_;
    std::deque<Job> waiting_;
    std::map<ChildProcesses::Id, Job> running_;
    ChildProcesses::Id next_id_ = 0;
    std::size_t next_event_ = 0;
    std::vector<std::size_t> open_runs_;  // by event: participants without a final record
};

}  // namespace ghostcar::board
