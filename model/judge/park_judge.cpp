// SPDX-License-Identifier: Apache-2.0
#include "model/judge/park_judge.h"

#include <cmath>

#include "model/judge/outline.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

constexpr double degree_per_rad = 180.0 / pi;

const JudgeRule& rule(ParkRule which) noexcept {
    return park_rules[static_cast<std::size_t>(which)];
}

Ruling stop(ParkJudgeState& judge, ParkRule which) noexcept {
    judge.broken_rule = 1 + static_cast<std::int64_t>(which);
    return Ruling::violation;
}

void count_directions(ParkJudgeState& judge, double speed_mps) noexcept {
    if (magnitude(speed_mps) <= direction_speed_mps) return;
    const std::int64_t direction = speed_mps > 0.0 ? 1 : -1;
    if (direction == -judge.direction) ++judge.direction_changes;
    judge.direction = direction;
}

}  // namespace

void ParkJudge::measure_place(ParkJudgeState& judge, const RoadCarState& car) const noexcept {
    const PlacedBox outline = outline_of(box_, car.car.motion);
    const SineCosine turned = sine_cosine(car.car.motion.yaw_rad - goal_.heading_rad);
    const SineCosine heading = sine_cosine(goal_.heading_rad);
    const PlaneVector ahead{heading.cosine, heading.sine};
    const PlaneVector apart = outline.centre - PlaneVector{goal_.x_m, goal_.y_m};
    judge.deviation_m = std::sqrt(dot(apart, apart));
    judge.ahead_m = dot(apart, ahead);
    judge.left_m = dot(apart, turned_left(ahead));
    judge.heading_error_rad = arc_tangent2(turned.sine, turned.cosine);
}

Ruling ParkJudge::step(ParkJudgeState& judge, const RoadCarState& car,
                       bool says_parked) const noexcept {
    const PlanarMotion& motion = car.car.motion;
    ++judge.running_ticks;
    judge.damage = car.damage;
    measure_tick(judge.drive, car);
    if (judge.start_tick == 0 && car.place.along_m >= start_m())
        judge.start_tick = judge.running_ticks;
    if (task_.is_period(judge.running_ticks)) {
        measure_period(judge.drive, car, *task_.track, task_.period_s());
        measure_place(judge, car);
        if (judge.start_tick > 0) count_directions(judge, motion.forward_mps);
    }

    if (rule(ParkRule::damage).broken_by(judge.damage)) return stop(judge, ParkRule::damage);
    if (!says_parked && judge.running_ticks < task_.time_limit_ticks) return Ruling::go_on;

    measure_place(judge, car);
    judge.finish_speed_kph =
        std::sqrt(motion.forward_mps * motion.forward_mps + motion.left_mps * motion.left_mps) /
        mps_per_kph;
    const bool started_and_finished = says_parked && judge.start_tick > 0;
    if (rule(ParkRule::not_started).broken_by(started_and_finished ? 0.0 : 1.0))
        return stop(judge, ParkRule::not_started);
    judge.finish_tick = judge.running_ticks;
    if (rule(ParkRule::speed).broken_by(judge.finish_speed_kph))
        return stop(judge, ParkRule::speed);
    if (rule(ParkRule::heading).broken_by(magnitude(judge.heading_error_rad) * degree_per_rad))
        return stop(judge, ParkRule::heading);
    return Ruling::finished;
}

Verdict ParkJudge::verdict(const ParkJudgeState& judge) const {
    Verdict verdict;
    const double time_s = static_cast<double>(judge.finish_tick - judge.start_tick) * tick_s;
    if (judge.broken_rule > 0) {
        verdict.kind = VerdictKind::failed;
        verdict.message = park_rules[static_cast<std::size_t>(judge.broken_rule - 1)].words;
    } else if (judge.finish_tick > 0) {
        verdict.kind = VerdictKind::passed;
        verdict.message = "parked";
        verdict.score = time_s * (1.0 + judge.deviation_m / (2.0 * box_.half_width_m));
    }
    if (judge.finish_tick > 0) {
        verdict.figures.push_back({"parking_time_s", time_s});
        verdict.figures.push_back({"finish_speed_kph", judge.finish_speed_kph});
    }
    verdict.figures.push_back({"deviation_m", judge.deviation_m});
    verdict.figures.push_back({"longitudinal_error_m", judge.ahead_m});
    verdict.figures.push_back({"lateral_error_m", judge.left_m});
    verdict.figures.push_back({"heading_error_deg", judge.heading_error_rad * degree_per_rad});
    verdict.figures.push_back({"direction_changes", static_cast<double>(judge.direction_changes)});
    verdict.figures.push_back({"damage", judge.damage});
    add_figures(verdict, judge.drive, task_.period_s(), false);
    return verdict;
}

}  // namespace ghostcar::model
