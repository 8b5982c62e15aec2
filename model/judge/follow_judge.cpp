// SPDX-License-Identifier: Apache-2.0
#include "model/judge/follow_judge.h"

#include <cmath>

#include "model/judge/outline.h"

namespace ghostcar::model {
namespace {

/// How far the leader's rearmost corner is behind the follower's nose line: of the corners beside
/// the follower, the largest; 0 when all are ahead of the line.
double ahead_of_tail_m(const PlacedBox& follower, const PlacedBox& leader) noexcept {
    const PlaneVector along = leader.ahead * leader.half_length_m;
    const PlaneVector across = leader.left * leader.half_width_m;
    double largest_m = 0.0;
    for (const PlaneVector corner :
         {along + across, along - across, across - along, -along - across}) {
        const PlaneVector apart = leader.centre + corner - follower.centre;
        const double behind_m = follower.half_length_m - dot(apart, follower.ahead);
        if (behind_m <= region_behind_m && magnitude(dot(apart, follower.left)) <= region_beside_m)
            largest_m = maximum(largest_m, behind_m);
    }
    return largest_m;
}

/// Most ticks need no corners: none is further from its car's centre of gravity than its reach.
bool is_well_ahead(const CollisionBox& leader, const PlanarMotion& motion,
                   const PlacedBox& follower) noexcept {
    const PlaneVector apart = PlaneVector{motion.x_m, motion.y_m} - follower.centre;
    return dot(apart, follower.ahead) > follower.half_length_m + leader.reach_m;
}

const JudgeRule& rule(FollowRule which) noexcept {
    return follow_rules[static_cast<std::size_t>(which)];
}

Ruling stop(FollowJudgeState& judge, FollowRule which) noexcept {
    judge.broken_rule = 1 + static_cast<std::int64_t>(which);
    return Ruling::violation;
}

}  // namespace

Ruling FollowJudge::step(FollowJudgeState& judge,
                         std::span<const RoadCarState> cars) const noexcept {
    const RoadCarState& car = cars[0];
    const RoadCarState& ahead = cars[1];
    ++judge.running_ticks;
    judge.damage = car.damage;
    measure_tick(judge.drive, car);
    if (rule(FollowRule::damage).broken_by(judge.damage)) return stop(judge, FollowRule::damage);

    const PlacedBox follower = outline_of(follower_, car.car.motion);
    const bool is_period = task_.is_period(judge.running_ticks);
    if (!is_period && is_well_ahead(leader_, ahead.car.motion, follower)) return Ruling::go_on;
    const PlacedBox leader = outline_of(leader_, ahead.car.motion);
    if (rule(FollowRule::overtaking).broken_by(ahead_of_tail_m(follower, leader)))
        return stop(judge, FollowRule::overtaking);
    if (!is_period) return Ruling::go_on;

    measure_period(judge.drive, car, *task_.track, task_.period_s());
    const PlaneVector apart = leader.centre - follower.centre;
    judge.distance_m = std::sqrt(dot(apart, apart));
    judge.distance_sum_m += judge.distance_m;
    measure_following(
        judge.risk, {.distance_m = judge.distance_m,
                     .gap_m = judge.distance_m - (follower_.half_length_m + leader_.half_length_m),
                     .speed_mps = car.car.motion.forward_mps,
                     .ahead_mps = ahead.car.motion.forward_mps});
    return Ruling::go_on;
}

Verdict FollowJudge::verdict(const FollowJudgeState& judge) const {
    const FollowingRisk& risk = judge.risk;
    const double period_s = task_.period_s();
    Verdict verdict;
    if (judge.drive.periods > 0)
        verdict.figures.push_back(
            {"mean_distance_m", judge.distance_sum_m / static_cast<double>(judge.drive.periods)});
    if (judge.broken_rule > 0) {
        verdict.kind = VerdictKind::failed;
        verdict.message = follow_rules[static_cast<std::size_t>(judge.broken_rule - 1)].words;
    } else if (judge.drive.periods > 0) {
        verdict.kind = VerdictKind::passed;
        verdict.message = "followed to the end";
        verdict.score = verdict.figures.front().value;
    }
    verdict.figures.push_back({"damage", judge.damage});
    if (risk.headway_periods > 0) {
        verdict.figures.push_back({"mean_time_headway_s",
                                   risk.headway_sum_s / static_cast<double>(risk.headway_periods)});
        verdict.figures.push_back({"least_time_headway_s", risk.least_headway_s});
    }
    if (risk.least_ttc_s >= 0.0)
        verdict.figures.push_back({"least_time_to_collision_s", risk.least_ttc_s});
    verdict.figures.push_back(
        {"time_exposed_s", static_cast<double>(risk.exposed_periods) * period_s});
    verdict.figures.push_back({"time_integrated_s2", risk.exposed_sum_s * period_s});
    verdict.figures.push_back(
        {"unsafe_distance_s", static_cast<double>(risk.unsafe_periods) * period_s});
    verdict.figures.push_back({"unsafe_distances", static_cast<double>(risk.unsafe_times)});
    add_figures(verdict, judge.drive, period_s, true);
    return verdict;
}

}  // namespace ghostcar::model
