// SPDX-License-Identifier: Apache-2.0
// The learning run: a robot that knows nothing of a car but its two gauges and the number of its
// gears finds out how it idles, where the clutch touches and how it takes hold, what each gear
// does, how the accelerator pulls over engine speed, how the car rolls out and how it brakes. About
// eight minutes on a level road or a dynamometer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/driver/cycle_driver/learned_car.h"
#include "model/driver/cycle_driver/learning_record.h"
#include "model/driver/cycle_driver/robot_setup.h"
#include "model/driver/pedal_robot.h"

namespace ghostcar::model {

enum class LearningAction : std::int64_t {
    start_engine,
    idle,          // in neutral, clutch up: mean engine speed
    touch,         // first gear, clutch up slowly until the car moves
    clutch_curve,  // first gear, engine speed held, clutch up slowly: acceleration over the pedal
    pull_away,     // first gear, clutch closed
    shift,         // to `gear`, clutch closed
    pull,          // `gear` at one accelerator position, from low to high engine speed
    map,           // base gear at accelerator number `index`, from below and from above
    speed_up,      // to `kph`
    coast,         // neutral at `kph`, window number `index`
    brake_ramp,    // neutral, brake pedal down by `per_s` until the car stands
    stop,          // brake to standstill, neutral
};

struct LearningStep {
    LearningAction action = LearningAction::stop;
    std::int64_t gear = 0;
    std::size_t index = 0;
    double kph = 0.0;
    double per_s = 0.0;
};

/// What the learning robot carries from tick to tick.
struct LearningState {
    LimbState limbs;
    LearningRecord record;
    std::size_t step = 0;
    std::int64_t stage = 0;
    std::int64_t stage_ticks = 0;
    std::int64_t step_ticks = 0;
    std::int64_t gave_up_step = -1;  // the step that took too long

    // The last fifth of a second of the speed gauge, for the acceleration.
    std::array<double, 200> past_kph{};
    std::size_t past_index = 0;
    double acceleration_mps2 = 0.0;

    double integral = 0.0;  // of the engine speed controller, or the brake's position
    // The stretch that is being measured.
    std::int64_t stretch_ticks = 0;
    double stretch_rpm = 0.0;
    double stretch_kph = 0.0;
    double stretch_pedal = 0.0;
    std::int64_t steady_stretches = 0;
    double sum = 0.0;
};

class LearningRun {
public:
    static constexpr std::size_t most_steps = 64;

    explicit LearningRun(const RobotSetup& setup) noexcept;

    /// One tick: reads the gauges, moves the limbs.
    void step(LearningState& robot, const GaugeReading& gauge) const noexcept;

    [[nodiscard]] bool finished(const LearningState& robot) const noexcept {
        return robot.step >= step_count_;
    }
    [[nodiscard]] bool succeeded(const LearningState& robot) const noexcept {
        return finished(robot) && robot.gave_up_step < 0;
    }
    /// What was learned. Off the tick: allocates.
    [[nodiscard]] LearnedCar result(const LearningState& robot) const;
    [[nodiscard]] std::size_t step_count() const noexcept { return step_count_; }
    [[nodiscard]] const LearningStep& step_at(std::size_t index) const noexcept {
        return steps_[index];
    }

private:
    struct Tick;

    void add(const LearningStep& step) noexcept;
    bool act(const LearningStep& step, Tick& tick) const noexcept;
    bool start_engine(Tick& tick) const noexcept;
    bool idle(Tick& tick) const noexcept;
    bool touch(Tick& tick) const noexcept;
    bool clutch_curve(Tick& tick) const noexcept;
    bool pull_away(Tick& tick) const noexcept;
    bool shift(const LearningStep& step, Tick& tick) const noexcept;
    bool pull(const LearningStep& step, Tick& tick) const noexcept;
    bool map(const LearningStep& step, Tick& tick) const noexcept;
    bool speed_up(const LearningStep& step, Tick& tick) const noexcept;
    bool coast(const LearningStep& step, Tick& tick) const noexcept;
    bool brake_ramp(const LearningStep& step, Tick& tick) const noexcept;
    bool stop(Tick& tick) const noexcept;
    bool into_neutral(Tick& tick) const noexcept;
    void into_first(Tick& tick) const noexcept;
    void hold_engine(Tick& tick, double rpm) const noexcept;
    void close_clutch(Tick& tick) const noexcept;
    void slow_down(Tick& tick) const noexcept;
    bool measure_pull(Tick& tick, std::size_t gear,
                      std::array<RateBin, LearnedCar::speed_points>& bins) const noexcept;

    RobotSetup setup_;
    std::int64_t base_gear_;
    std::array<LearningStep, most_steps> steps_{};
    std::size_t step_count_ = 0;
};

}  // namespace ghostcar::model
