// SPDX-License-Identifier: Apache-2.0
// A robot that drives a cycle: it knows the trace ahead and the car it has learned, reads engine
// speed and vehicle speed, and moves three legs and a hand.
//
//   wanted acceleration   a = slope of the trace a little ahead (as long as legs and engine need)
//                             + g·grade + kp·(speed error) + integral
//   clutch locked         accelerator or brake from the inverse of the learned car
//   clutch slipping       the clutch carries a, the accelerator holds the engine speed: starts,
//                         creeping, and the end of every shift
//   clutch open           brake from the inverse; in a shift the engine is brought to the speed of
//                         the new gear
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/driver/cycle_driver/gear_plan.h"
#include "model/driver/cycle_driver/learned_car.h"
#include "model/driver/cycle_driver/pedal_maps.h"
#include "model/driver/cycle_driver/robot_setup.h"
#include "model/driver/drive_cycle.h"
#include "model/driver/pedal_robot.h"

namespace ghostcar::model {

enum class DriverMode : std::int64_t {
    engine_off,
    starting,
    standing,  // neutral, or gear in and clutch pressed
    rolling,   // the same while the car moves
    shifting,  // clutch open, hand on its way
    slipping,
    locked,
};

/// What the driver carries from tick to tick.
struct CycleDriverState {
    LimbState limbs;
    LimbTargets targets;    // decided last
    std::int64_t tick = 0;  // of the cycle; negative while preparing
    std::size_t entry = 0;  // of the gear plan
    DriverMode mode = DriverMode::engine_off;
    std::int64_t mode_ticks = 0;
    double integral_mps2 = 0.0;
    double clutch_offset = 0.0;     // where the clutch takes hold, against what was learned
    double wanted_mps2 = 0.0;       // for those who watch
    std::int64_t off_throttle = 0;  // 1: overrun; keeps pedals from fluttering
};

class CycleDriver {
public:
    /// Before the first second of the cycle: engine on, and ready for its first entry.
    static constexpr std::int64_t preparation_ticks = 6'000;

    /// The cycle must outlive the driver.
    CycleDriver(const DriveCycle& cycle, const LearnedCar& car, const RobotSetup& setup);

    [[nodiscard]] CycleDriverState initial() const noexcept {
        CycleDriverState state;
        state.tick = -preparation_ticks;
        return state;
    }

    /// One tick: moves the limbs; in every fourth it reads the gauges and decides anew.
    void step(CycleDriverState& state, const GaugeReading& gauge) const noexcept;

    [[nodiscard]] bool finished(const CycleDriverState& state) const noexcept {
        return state.tick > cycle_->duration_ticks();
    }
    [[nodiscard]] const std::vector<PlanEntry>& plan() const noexcept { return plan_; }

private:
    struct Tick;

    void decide(CycleDriverState& state, const GaugeReading& gauge) const noexcept;
    void advance_plan(CycleDriverState& state) const noexcept;
    [[nodiscard]] double wanted_acceleration(CycleDriverState& state, double speed_kph,
                                             double reference_kph) const noexcept;
    void run_engine(Tick& tick) const noexcept;
    void stand(Tick& tick) const noexcept;
    void couple(Tick& tick) const noexcept;
    void shift(Tick& tick) const noexcept;
    [[nodiscard]] bool holds_gear(const Tick& tick) const noexcept;
    void slip(Tick& tick) const noexcept;
    void drive(Tick& tick) const noexcept;
    void brake_for(Tick& tick, double own_mps2) const noexcept;

    /// A leg that moves in steps may stop just short of its target.
    [[nodiscard]] bool is_clear(const LimbState& limbs) const noexcept {
        return limbs.at.clutch >= clear_pedal_ - 0.01;
    }

    const DriveCycle* cycle_;
    LearnedCar car_;
    RobotSetup setup_;
    PedalMaps maps_;
    std::vector<PlanEntry> plan_;
    double clear_pedal_;  // the clutch is surely open
};

}  // namespace ghostcar::model
