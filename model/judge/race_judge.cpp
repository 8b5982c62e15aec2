// SPDX-License-Identifier: Apache-2.0
#include "model/judge/race_judge.h"

#include <string>
#include <utility>

namespace ghostcar::model {
namespace {

/// The place of the one at `index`: one more than there are better ones.
std::optional<std::int64_t> place_of(const std::vector<std::optional<double>>& figures,
                                     std::size_t index) {
    if (!figures[index]) return std::nullopt;
    std::int64_t place = 1;
    for (const std::optional<double>& figure : figures)
        if (figure && *figure < *figures[index]) ++place;
    return place;
}

}  // namespace

RaceJudge::RaceJudge(std::vector<CruiseJudge> cars) noexcept : cars_(std::move(cars)) {}

Ruling RaceJudge::step(RaceJudgeState& race, std::span<CruiseJudgeState> drives,
                       std::span<const RoadCarState> cars) const noexcept {
    ++race.running_ticks;
    race.finished = 0;
    race.out = 0;
    for (std::size_t i = 0; i < cars_.size(); ++i) {
        CruiseJudgeState& drive = drives[i];
        const bool on_its_way = drive.finish_tick == 0 && drive.broken_rule == 0;
        // Asked in this order: the tick in which a car takes too much damage is judged.
        if (on_its_way && (cars[i].out == CarOut::no || cars[i].out == CarOut::damage))
            cars_[i].step(drive, cars[i]);
        if (drive.finish_tick > 0)
            ++race.finished;
        else if (cars[i].out != CarOut::no)
            ++race.out;
    }
    const auto all = static_cast<std::int64_t>(cars_.size());
    return race.finished + race.out == all ? Ruling::finished : Ruling::go_on;
}

Verdict RaceJudge::verdict(const RaceJudgeState& race) const {
    Verdict verdict;
    if (race.finished > 0) verdict.kind = VerdictKind::passed;
    verdict.message = std::to_string(race.finished) + " of " + std::to_string(cars_.size()) +
                      " cars have finished";
    verdict.figures.push_back({"cars", static_cast<double>(cars_.size())});
    verdict.figures.push_back({"cars_finished", static_cast<double>(race.finished)});
    verdict.figures.push_back({"cars_out", static_cast<double>(race.out)});
    return verdict;
}

std::vector<Verdict> RaceJudge::verdicts(std::span<const CruiseJudgeState> drives) const {
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < cars_.size(); ++i) verdicts.push_back(cars_[i].verdict(drives[i]));
    return verdicts;
}

std::vector<RacePlace> RaceJudge::places(std::span<const CruiseJudgeState> drives) const {
    std::vector<std::optional<double>> scores;
    std::vector<std::optional<double>> times;
    for (std::size_t i = 0; i < cars_.size(); ++i) {
        scores.push_back(cars_[i].verdict(drives[i]).score);
        times.push_back(drives[i].finish_tick > 0
                            ? std::optional(static_cast<double>(drives[i].finish_tick))
                            : std::nullopt);
    }
    std::vector<RacePlace> places;
    for (std::size_t i = 0; i < cars_.size(); ++i)
        places.push_back({place_of(scores, i), place_of(times, i)});
    return places;
}

}  // namespace ghostcar::model
