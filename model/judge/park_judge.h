// SPDX-License-Identifier: Apache-2.0
// Judges how a car is put into a parking lot.
// Score = parking time × (1 + deviation / car width); the time begins 15 m before the lot.
#pragma once

#include <array>
#include <cstdint>

#include "model/judge/judge_rule.h"
#include "model/judge/park_judge_state.h"
#include "model/judge/road_task.h"
#include "model/judge/ruling.h"
#include "model/judge/verdict.h"
#include "model/world/collision/collision_box.h"

namespace ghostcar::model {

/// Where a parked car is to stand and to head.
struct ParkingGoal {
    std::int64_t lot = 0;  // its number
    bool tail_first = false;
    double along_m = 0.0;  // its station
    double x_m = 0.0;
    double y_m = 0.0;
    double heading_rad = 0.0;
};

/// The rules, in the order in which they are asked; the words are the paper's.
enum class ParkRule : std::int64_t { damage = 0, not_started = 1, speed = 2, heading = 3 };
constexpr std::array<JudgeRule, 4> park_rules{{
    {"damage", 1.0, "Your damage is too large!"},
    {"not_started_or_unfinished", 0.0, "Failed! Haven't starting parking!"},
    {"finish_speed_kph", 0.2, "Failed! Your speed is too fast when parking!"},
    {"heading_error_deg", 10.0, "Failed! Your car yaw is not accurate enough!"},
}};

/// Timing starts this far before the lot.
constexpr double parking_begins_m = 15.0;
/// Faster than this the car moves forward or backward.
constexpr double direction_speed_mps = 0.05;

class ParkJudge {
public:
    ParkJudge(RoadTask task, const ParkingGoal& goal, const CollisionBox& box) noexcept
        : task_(std::move(task)), goal_(goal), box_(box) {}

    /// Once per running tick, after the car has moved. `says_parked`: the driver's bFinish.
    Ruling step(ParkJudgeState& judge, const RoadCarState& car, bool says_parked) const noexcept;

    /// Off the tick.
    [[nodiscard]] Verdict verdict(const ParkJudgeState& judge) const;

    [[nodiscard]] const ParkingGoal& goal() const noexcept { return goal_; }
    [[nodiscard]] double start_m() const noexcept { return goal_.along_m - parking_begins_m; }

private:
    void measure_place(ParkJudgeState& judge, const RoadCarState& car) const noexcept;

    RoadTask task_;
    ParkingGoal goal_;
    CollisionBox box_;
};

}  // namespace ghostcar::model
