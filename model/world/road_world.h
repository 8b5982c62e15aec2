// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/driver/keep_distance.h"
#include "model/driver/leader.h"
#include "model/math/trigonometry.h"
#include "model/track/track.h"
#include "model/world/collision/contact.h"
#include "model/world/road_car.h"
#include "model/world/road_car_state.h"

namespace ghostcar::model {

/// Weather, wind and what else is the same everywhere on a road.
struct RoadConditions {
    double grip = 1.0;        // what the weather leaves of every surface's friction
    double wind_x_mps = 0.0;  // the air's speed over the ground, world frame
    double wind_y_mps = 0.0;
    double largest_damage = 0.0;            // above it a car is out
    std::int64_t driver_period_ticks = 20;  // a built-in driver looks so often …
    std::int64_t driver_latency_ticks = 5;  // … and its command takes effect so much later
    std::vector<Post> posts;
    LeaderLimits leader;  // of a car driven by the leader
};

/// What stands fast and a car may touch.
enum class Obstacle { none, barrier, post };

/// Cars on a road: each is driven, moves, and then all contacts are resolved, in a fixed order
/// (barriers and posts car by car, then pairs). A pure function of the cars' states and the
/// controls from the wires.
class RoadWorld {
public:
    /// The first car is the one on the wires, if any is.
    RoadWorld(Track track, std::vector<RoadCar> cars, RoadConditions conditions);

    [[nodiscard]] std::vector<RoadCarState> initial() const;

    /// First half of a tick: sets the controls every driver wants; `wires` are the Inputs', `own`
    /// those of the cars with a controller of their own, in their order. Empty: such cars brake, as
    /// in the safe state. Between the halves the first car's controls may be overruled.
    void decide(std::span<RoadCarState> states, const Controls& wires,
                std::span<const CarInputs> own = {}) const noexcept;

    /// Second half: all cars move, then all contacts are resolved.
    void step(std::span<RoadCarState> states) const noexcept;

    /// What the car touches where it is. For the start, not for the tick.
    [[nodiscard]] Obstacle obstacle_at(const RoadCar& car,
                                       const RoadCarState& state) const noexcept;

    /// How many cars have a controller of their own.
    [[nodiscard]] std::size_t controlled_cars() const noexcept;

    [[nodiscard]] const Track& track() const noexcept { return track_; }
    [[nodiscard]] const std::vector<RoadCar>& cars() const noexcept { return cars_; }
    [[nodiscard]] const RoadConditions& conditions() const noexcept { return conditions_; }

private:
    /// Where it begins, engine off.
    [[nodiscard]] RoadCarState standing(const RoadCar& car) const noexcept;
    [[nodiscard]] Controls look(std::span<const RoadCarState> states,
                                std::size_t index) const noexcept;
    [[nodiscard]] CarAhead ahead_of(std::span<const RoadCarState> states,
                                    std::size_t index) const noexcept;
    void follow(std::span<RoadCarState> states, std::size_t index) const noexcept;
    void move(const RoadCar& car, RoadCarState& state) const noexcept;
    void touch_surfaces(const RoadCar& car, const RoadPoint& road, const RoadPlace& place,
                        const SineCosine& turned, Ground& ground) const noexcept;
    void meet_barriers(const RoadCar& car, RoadCarState& state, const RoadPoint& road,
                       const SineCosine& heading) const noexcept;
    [[nodiscard]] bool on_other_level(const RoadPlace& place,
                                      const RoadPlace& other) const noexcept;
    void meet_others(std::span<RoadCarState> states) const noexcept;
    void suffer(RoadCarState& state, double damage) const noexcept;

    Track track_;
    std::vector<RoadCar> cars_;
    RoadConditions conditions_;
};

}  // namespace ghostcar::model
