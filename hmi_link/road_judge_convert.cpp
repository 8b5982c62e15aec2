// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/road_judge_convert.h"

#include <cmath>

namespace ghostcar::hmi_link {
namespace {

using model::CruiseJudgeState;
using model::DriveFigures;
using model::FollowingRisk;
using model::FollowJudgeState;
using model::ParkJudgeState;
using model::RaceJudgeState;

// A member added to a judge has to be added to its message, too.
static_assert(sizeof(DriveFigures) == 10 * 8);
static_assert(sizeof(FollowingRisk) == 9 * 8);
static_assert(sizeof(CruiseJudgeState) == 15 * 8);
static_assert(sizeof(FollowJudgeState) == 24 * 8);
static_assert(sizeof(ParkJudgeState) == 22 * 8);
static_assert(sizeof(RaceJudgeState) == 3 * 8);

void to_proto(const DriveFigures& figures, v1::DriveFigures& message) {
    message.set_periods(figures.periods);
    message.set_energy_j(figures.energy_j);
    message.set_steering_turns(figures.steering_turns);
    message.set_last_steer(figures.last_steer);
    message.set_last_acceleration_mps2(figures.last_acceleration_mps2);
    message.set_jerk_square_sum(figures.jerk_square_sum);
    message.set_largest_jerk_mps3(figures.largest_jerk_mps3);
    message.set_off_track(figures.off_track != 0);
    message.set_off_track_periods(figures.off_track_periods);
    message.set_cut_corners(figures.cut_corners);
}

bool from_proto(const v1::DriveFigures& message, DriveFigures& figures) {
    figures.periods = message.periods();
    figures.energy_j = message.energy_j();
    figures.steering_turns = message.steering_turns();
    figures.last_steer = message.last_steer();
    figures.last_acceleration_mps2 = message.last_acceleration_mps2();
    figures.jerk_square_sum = message.jerk_square_sum();
    figures.largest_jerk_mps3 = message.largest_jerk_mps3();
    figures.off_track = message.off_track() ? 1 : 0;
    figures.off_track_periods = message.off_track_periods();
    figures.cut_corners = message.cut_corners();
    return std::isfinite(figures.energy_j) && std::isfinite(figures.steering_turns) &&
           std::isfinite(figures.last_steer) && std::isfinite(figures.last_acceleration_mps2) &&
           std::isfinite(figures.jerk_square_sum) && std::isfinite(figures.largest_jerk_mps3);
}

void to_proto(const FollowingRisk& risk, v1::FollowingRisk& message) {
    message.set_headway_sum_s(risk.headway_sum_s);
    message.set_headway_periods(risk.headway_periods);
    message.set_least_headway_s(risk.least_headway_s);
    message.set_least_ttc_s(risk.least_ttc_s);
    message.set_exposed_periods(risk.exposed_periods);
    message.set_exposed_sum_s(risk.exposed_sum_s);
    message.set_unsafe(risk.unsafe != 0);
    message.set_unsafe_periods(risk.unsafe_periods);
    message.set_unsafe_times(risk.unsafe_times);
}

bool from_proto(const v1::FollowingRisk& message, FollowingRisk& risk) {
    risk.headway_sum_s = message.headway_sum_s();
    risk.headway_periods = message.headway_periods();
    risk.least_headway_s = message.least_headway_s();
    risk.least_ttc_s = message.least_ttc_s();
    risk.exposed_periods = message.exposed_periods();
    risk.exposed_sum_s = message.exposed_sum_s();
    risk.unsafe = message.unsafe() ? 1 : 0;
    risk.unsafe_periods = message.unsafe_periods();
    risk.unsafe_times = message.unsafe_times();
    return std::isfinite(risk.headway_sum_s) && std::isfinite(risk.least_headway_s) &&
           std::isfinite(risk.least_ttc_s) && std::isfinite(risk.exposed_sum_s);
}

}  // namespace

void to_proto(const CruiseJudgeState& judge, v1::CruiseJudge& message) {
    message.set_running_ticks(judge.running_ticks);
    message.set_finish_tick(judge.finish_tick);
    message.set_broken_rule(judge.broken_rule);
    message.set_damage(judge.damage);
    message.set_progress_m(judge.progress_m);
    to_proto(judge.drive, *message.mutable_drive());
}

bool from_proto(const v1::CruiseJudge& message, CruiseJudgeState& judge) {
    judge = {};
    judge.running_ticks = message.running_ticks();
    judge.finish_tick = message.finish_tick();
    judge.broken_rule = message.broken_rule();
    judge.damage = message.damage();
    judge.progress_m = message.progress_m();
    return from_proto(message.drive(), judge.drive) && std::isfinite(judge.damage) &&
           std::isfinite(judge.progress_m);
}

void to_proto(const FollowJudgeState& judge, v1::FollowJudge& message) {
    message.set_running_ticks(judge.running_ticks);
    message.set_broken_rule(judge.broken_rule);
    message.set_damage(judge.damage);
    message.set_distance_m(judge.distance_m);
    message.set_distance_sum_m(judge.distance_sum_m);
    to_proto(judge.risk, *message.mutable_risk());
    to_proto(judge.drive, *message.mutable_drive());
}

bool from_proto(const v1::FollowJudge& message, FollowJudgeState& judge) {
    judge = {};
    judge.running_ticks = message.running_ticks();
    judge.broken_rule = message.broken_rule();
    judge.damage = message.damage();
    judge.distance_m = message.distance_m();
    judge.distance_sum_m = message.distance_sum_m();
    return from_proto(message.risk(), judge.risk) && from_proto(message.drive(), judge.drive) &&
           std::isfinite(judge.damage) && std::isfinite(judge.distance_m) &&
           std::isfinite(judge.distance_sum_m);
}

void to_proto(const ParkJudgeState& judge, v1::ParkJudge& message) {
    message.set_running_ticks(judge.running_ticks);
    message.set_start_tick(judge.start_tick);
    message.set_finish_tick(judge.finish_tick);
    message.set_broken_rule(judge.broken_rule);
    message.set_damage(judge.damage);
    message.set_deviation_m(judge.deviation_m);
    message.set_ahead_m(judge.ahead_m);
    message.set_left_m(judge.left_m);
    message.set_heading_error_rad(judge.heading_error_rad);
    message.set_finish_speed_kph(judge.finish_speed_kph);
    message.set_direction(judge.direction);
    message.set_direction_changes(judge.direction_changes);
    to_proto(judge.drive, *message.mutable_drive());
}

bool from_proto(const v1::ParkJudge& message, ParkJudgeState& judge) {
    judge = {};
    judge.running_ticks = message.running_ticks();
    judge.start_tick = message.start_tick();
    judge.finish_tick = message.finish_tick();
    judge.broken_rule = message.broken_rule();
    judge.damage = message.damage();
    judge.deviation_m = message.deviation_m();
    judge.ahead_m = message.ahead_m();
    judge.left_m = message.left_m();
    judge.heading_error_rad = message.heading_error_rad();
    judge.finish_speed_kph = message.finish_speed_kph();
    judge.direction = message.direction();
    judge.direction_changes = message.direction_changes();
    return from_proto(message.drive(), judge.drive) && std::isfinite(judge.damage) &&
           std::isfinite(judge.deviation_m) && std::isfinite(judge.ahead_m) &&
           std::isfinite(judge.left_m) && std::isfinite(judge.heading_error_rad) &&
           std::isfinite(judge.finish_speed_kph);
}

void to_proto(const RaceJudgeState& judge, v1::RaceJudge& message) {
    message.set_running_ticks(judge.running_ticks);
    message.set_finished(judge.finished);
    message.set_out(judge.out);
}

bool from_proto(const v1::RaceJudge& message, RaceJudgeState& judge) {
    judge = {message.running_ticks(), message.finished(), message.out()};
    return true;
}

}  // namespace ghostcar::hmi_link
