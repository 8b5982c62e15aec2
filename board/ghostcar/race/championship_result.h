// SPDX-License-Identifier: Apache-2.0
// What a championship ends in: the ranking for people, spreadsheets and programs. Nothing in it
// depends on the machine or on the time of day: the same championship gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "board/ghostcar/race/championship.h"
#include "board/ghostcar/race/championship_run.h"
#include "board/ghostcar/race/ranking.h"
#include "board/ghostcar/result.h"

namespace ghostcar::board {

struct ChampionshipResult {
    const Championship& championship;
    const RunRecords& records;
    bool complete = true;                         // false: somebody stopped it
    std::vector<std::vector<EventPlace>> places;  // by event, then by participant
    std::vector<Standing> standings;

    ChampionshipResult(const Championship& of, const RunRecords& with, bool is_complete);

    /// Participants of an event: by place, then those without one in the file's order.
    [[nodiscard]] std::vector<std::size_t> event_order(std::size_t event) const;
};

[[nodiscard]] Json ranking_json(const ChampionshipResult& result);

/// One row a participant: place, points, and the score of each event.
[[nodiscard]] std::string ranking_csv(const ChampionshipResult& result);

/// One row a run, with its words.
[[nodiscard]] std::string results_csv(const ChampionshipResult& result);

/// The table at the end, on a terminal or in a pipe.
[[nodiscard]] std::string ranking_text(const ChampionshipResult& result);

}  // namespace ghostcar::board
