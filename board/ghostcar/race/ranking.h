// SPDX-License-Identifier: Apache-2.0
// Who is first: the rules that make places of scores and a championship of places. Pure: the same
// records give the same ranking.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/ghostcar/race/run_record.h"

namespace ghostcar::board {

/// One participant's share of one event.
struct EventPlace {
    std::optional<std::int64_t> place;  // none: the run does not count
    std::int64_t points = 0;
    bool counts = true;  // in the championship; false: of a practice
};

/// One participant in the championship.
struct Standing {
    std::size_t participant = 0;
    std::int64_t place = 0;
    std::int64_t points = 0;
};

/// The less, the better. Equal scores share a place, and the next one is left out (1, 2, 2, 4);
/// each of them gets the place's points. What does not count has no place and no points.
[[nodiscard]] std::vector<EventPlace> event_places(const std::vector<RunRecord>& records,
                                                   const std::vector<std::int64_t>& points);

/// The places of a practice: for everybody to see, without points.
[[nodiscard]] std::vector<EventPlace> practice_places(const std::vector<RunRecord>& records);

/// Most points first. Equal points: who has more first places; then more second places, and so on.
/// Who is equal in all of them shares the place, in the order of the participants' list.
/// `events` are the results of event_places().
[[nodiscard]] std::vector<Standing> standings(const std::vector<std::vector<EventPlace>>& events);

/// Who stands where at the start. `last` are the places of the event before: who has no place
/// starts behind the others, in the order of the participants' list.
[[nodiscard]] std::vector<std::size_t> order_by_places(const std::vector<EventPlace>& last);

}  // namespace ghostcar::board
