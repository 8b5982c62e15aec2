// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/vehicle/car.h"

namespace ghostcar::model {

/// A drive without a driver: what goes in is written down before. Two kinds of file, told apart by
/// their header; each row holds until the next one.
///   t_s,road_wheel_angle_rad,drive_accel_mps2    ideal wheel torque, see Car::step_ideal
///   t_s,steer,throttle,brake,clutch,gear         the whole car on flat ground
class Manoeuvre {
public:
    enum class Kind { ideal, pedals };

    struct Row {
        double t_s = 0.0;
        std::int64_t tick = 0;  // the time rounded to whole steps
        double road_wheel_angle_rad = 0.0;
        double drive_mps2 = 0.0;
        Controls controls;
    };

    /// Understands the text of a file; `path` is for messages. Throws ConfigError.
    Manoeuvre(std::string_view text, const std::string& path, const CarParameters& parameters);

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }

    /// What is wrong with the first row's gear at this speed; "" if nothing is.
    [[nodiscard]] std::string wrong_first_gear(const CarParameters& parameters,
                                               double speed_mps) const;

    /// At the first row's time: rolling straight on, engine running, the first row's gear in.
    [[nodiscard]] CarState start(const Car& car, double speed_mps,
                                 double road_wheel_angle_rad) const noexcept;

    /// From one row's time to the next one's. False: the state is no longer made of numbers.
    [[nodiscard]] bool drive(const Car& car, CarState& state, std::size_t row) const noexcept;

private:
    Kind kind_;
    std::vector<Row> rows_;
};

}  // namespace ghostcar::model
