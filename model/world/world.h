// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "model/driver/drive_cycle.h"
#include "model/vehicle/longitudinal.h"
#include "model/world/road_world.h"
#include "model/world/world_state.h"

namespace ghostcar::model {

/// What is driven, as one pure step from state and controls to the next state: either the paper's
/// car along a road without bends, or full cars on a track. Their states stand beside the
/// WorldState, whose `car` is then the first car's powertrain, speed and distance.
class World {
public:
    World(Longitudinal car, Environment environment);
    /// The same on a road that rises and falls as a drive cycle says, on top of the environment's
    /// grade. The cycle begins `lead_ticks` after the first driving tick.
    World(Longitudinal car, Environment environment, std::shared_ptr<const DriveCycle> cycle,
          std::int64_t lead_ticks);
    explicit World(RoadWorld road);

    [[nodiscard]] WorldState initial() const noexcept;
    /// Empty without a track.
    [[nodiscard]] std::vector<RoadCarState> initial_cars() const;

    /// How many cars have a controller of their own.
    [[nodiscard]] std::size_t controlled_cars() const noexcept {
        return road() == nullptr ? 0 : road()->controlled_cars();
    }

    /// One tick of the paper's car. The environment is part of the state: whoever changes it there
    /// changes the road, unless a cycle decides over its grade.
    void step(WorldState& state, const Controls& controls,
              std::int64_t driving_tick = 0) const noexcept {
        state.controls = controls;
        if (grades_ != nullptr)
            state.environment.grade =
                environment_.grade + grades_->grade(driving_tick - lead_ticks_);
        std::get_if<Longitudinal>(&model_)->step(state.car, controls, state.environment);
    }

    /// One tick on a track, in two halves: first every driver decides what to do (`wires` are the
    /// Inputs, `own` those of cars with a controller of their own), then the first car obeys
    /// `controls`, the others their drivers.
    void decide(std::span<RoadCarState> cars, const Controls& wires,
                std::span<const CarInputs> own) const noexcept {
        road()->decide(cars, wires, own);
    }
    void step(WorldState& state, std::span<RoadCarState> cars,
              const Controls& controls) const noexcept {
        state.controls = controls;
        cars.front().controls = controls;
        road()->step(cars);
        state.car = cars.front().car.drive;
    }

    /// The paper's car; nullptr on a track.
    [[nodiscard]] const Longitudinal* longitudinal() const noexcept {
        return std::get_if<Longitudinal>(&model_);
    }
    /// The track and its cars; nullptr without.
    [[nodiscard]] const RoadWorld* road() const noexcept { return std::get_if<RoadWorld>(&model_); }

private:
    std::variant<Longitudinal, RoadWorld> model_;
    Environment environment_;
    std::shared_ptr<const DriveCycle> grades_;  // nullptr: level, or as the environment says
    std::int64_t lead_ticks_ = 0;
};

}  // namespace ghostcar::model
