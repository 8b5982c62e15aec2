// SPDX-License-Identifier: Apache-2.0
#include "model/judge/cruise_judge.h"

#include <utility>

#include "model/tick.h"

namespace ghostcar::model {
namespace {}  // namespace

CruiseJudge::CruiseJudge(RoadTask task, double goal_m, double largest_damage) noexcept
    : task_(std::move(task)), goal_m_(goal_m) {
    damage_rule_.limit = largest_damage;
}

Ruling CruiseJudge::step(CruiseJudgeState& judge, const RoadCarState& car) const noexcept {
    ++judge.running_ticks;
    judge.damage = car.damage;
    judge.progress_m = static_cast<double>(car.laps) * task_.track->length_m() +
                       (car.place.along_m - task_.start_m);
    measure_tick(judge.drive, car);
    if (task_.is_period(judge.running_ticks))
        measure_period(judge.drive, car, *task_.track, task_.period_s());

    if (damage_rule_.broken_by(judge.damage)) {
        judge.broken_rule = 1;
        return Ruling::violation;
    }
    if (judge.progress_m < goal_m_) return Ruling::go_on;
    judge.finish_tick = judge.running_ticks;
    return Ruling::finished;
}

Verdict CruiseJudge::verdict(const CruiseJudgeState& judge) const {
    Verdict verdict;
    if (judge.broken_rule > 0) {
        verdict.kind = VerdictKind::failed;
        verdict.message = damage_rule_.words;
    } else if (judge.finish_tick > 0) {
        const double time_s = static_cast<double>(judge.finish_tick) * tick_s;
        verdict.kind = VerdictKind::passed;
        verdict.message = "finished";
        verdict.score = time_s + judge.damage / damage_per_second;
        verdict.figures.push_back({"finish_time_s", time_s});
    } else {
        verdict.message = "the finish was not reached";
    }
    verdict.figures.push_back({"damage", judge.damage});
    verdict.figures.push_back({"progress_m", judge.progress_m});
    add_figures(verdict, judge.drive, task_.period_s(), true);
    return verdict;
}

}  // namespace ghostcar::model
