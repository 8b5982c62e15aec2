// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "board/ghostcar/race/championship_result.h"

namespace ghostcar::board {

/// The ranking as one page that needs no network: who won, by how much, in which event, and why a
/// run does not count.
[[nodiscard]] std::string ranking_page(const ChampionshipResult& result);

/// Its drawings: each participant's points, event by event, as a bar …
[[nodiscard]] std::string points_figure(const ChampionshipResult& result);
/// … and everybody's place in the championship after each event.
[[nodiscard]] std::string places_figure(const ChampionshipResult& result);

}  // namespace ghostcar::board
