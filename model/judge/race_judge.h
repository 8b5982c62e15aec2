// SPDX-License-Identifier: Apache-2.0
// Judges cars that drive to one finish together: each like a cruise, with a cruise's score. A car
// that has arrived or is out is judged no more, whatever happens to it then.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/judge/cruise_judge.h"
#include "model/judge/race_judge_state.h"

namespace ghostcar::model {

/// How a car came in, off the tick.
struct RacePlace {
    std::optional<std::int64_t> place;    // by score, from 1; none without a score
    std::optional<std::int64_t> arrival;  // by finishing time, from 1
};

class RaceJudge {
public:
    /// One judge for each car, in their order.
    explicit RaceJudge(std::vector<CruiseJudge> cars) noexcept;

    /// Once per running tick, after the cars have moved. `drives` has what the judge carries of
    /// each car. Finished when no car is on its way any more.
    Ruling step(RaceJudgeState& race, std::span<CruiseJudgeState> drives,
                std::span<const RoadCarState> cars) const noexcept;

    /// Off the tick: of the whole race …
    [[nodiscard]] Verdict verdict(const RaceJudgeState& race) const;
    /// … and of each car.
    [[nodiscard]] std::vector<Verdict> verdicts(std::span<const CruiseJudgeState> drives) const;
    /// Equal figures share a place, and the next place is left out: 1, 2, 2, 4.
    [[nodiscard]] std::vector<RacePlace> places(std::span<const CruiseJudgeState> drives) const;

    [[nodiscard]] std::span<const CruiseJudge> cars() const noexcept { return cars_; }

private:
    std::vector<CruiseJudge> cars_;
};

}  // namespace ghostcar::model
