// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/ranking.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ghostcar::board {
namespace {

std::vector<std::size_t> indices(std::size_t count) {
    std::vector<std::size_t> result(count);
    std::iota(result.begin(), result.end(), std::size_t{0});
    return result;
}

/// How often a participant came first, second, …
using PlaceCounts = std::vector<std::int64_t>;

}  // namespace

std::vector<EventPlace> event_places(const std::vector<RunRecord>& records,
                                     const std::vector<std::int64_t>& points) {
    std::vector<std::size_t> order;
    for (const std::size_t index : indices(records.size()))
        if (records[index].counts()) order.push_back(index);
    std::stable_sort(order.begin(), order.end(), [&records](std::size_t a, std::size_t b) {
        return *records[a].score < *records[b].score;
    });
    std::vector<EventPlace> places(records.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const bool equal =
            rank > 0 && *records[order[rank]].score == *records[order[rank - 1]].score;
        const std::int64_t place =
            equal ? *places[order[rank - 1]].place : static_cast<std::int64_t>(rank) + 1;
        const auto row = static_cast<std::size_t>(place - 1);
        places[order[rank]] = {place, row < points.size() ? points[row] : 0, true};
    }
    return places;
}

std::vector<EventPlace> practice_places(const std::vector<RunRecord>& records) {
    std::vector<EventPlace> places = event_places(records, {});
    for (EventPlace& place : places) place.counts = false;
    return places;
}

std::vector<Standing> standings(const std::vector<std::vector<EventPlace>>& events) {
    const std::size_t count = events.empty() ? 0 : events.front().size();
    std::vector<PlaceCounts> places(count, PlaceCounts(count, 0));
    std::vector<Standing> result(count);
    for (const std::size_t index : indices(count)) {
        result[index].participant = index;
        for (const std::vector<EventPlace>& event : events) {
            result[index].points += event[index].points;
            if (event[index].place && event[index].counts)
                ++places[index][static_cast<std::size_t>(*event[index].place - 1)];
        }
    }
    const auto compare = [&places](const Standing& a, const Standing& b) {
        if (a.points != b.points) return a.points > b.points;
        return places[a.participant] > places[b.participant];  // the first difference decides
    };
    std::stable_sort(result.begin(), result.end(), compare);
    for (std::size_t rank = 0; rank < count; ++rank)
        result[rank].place = rank > 0 && !compare(result[rank - 1], result[rank])
                                 ? result[rank - 1].place
                                 : static_cast<std::int64_t>(rank) + 1;
    return result;
}

std::vector<std::size_t> order_by_places(const std::vector<EventPlace>& last) {
    std::vector<std::size_t> order = indices(last.size());
    const auto place = [&last](std::size_t index) {
        return last[index].place.value_or(std::numeric_limits<std::int64_t>::max());
    };
    std::stable_sort(order.begin(), order.end(),
                     [&place](std::size_t a, std::size_t b) { return place(a) < place(b); });
    return order;
}

}  // namespace ghostcar::board
