// SPDX-License-Identifier: Apache-2.0
// A driver who does anything at any time, and a road that does the same.
#pragma once

#include <cstdint>

#include "model/math/noise.h"
#include "model/vehicle/car.h"

namespace ghostcar::tests {

/// Everything is a function of seed and tick, so that a failure can be repeated.
class RandomDriver {
public:
    explicit RandomDriver(std::uint64_t seed) : seed_(seed) {}

    /// Each control changes now and then, pedals beyond their ends too.
    void change(model::Controls& controls, std::uint64_t tick) const {
        if (now(0, tick, 0.005)) controls.accelerator = value(1, tick) * 1.4 - 0.2;
        if (now(2, tick, 0.005))
            controls.brake = value(3, tick) < 0.6 ? 0.0 : value(3, tick) * 1.4 - 0.2;
        if (now(4, tick, 0.005)) controls.clutch = value(5, tick) * 1.4 - 0.2;
        if (now(6, tick, 0.002)) controls.gear = model::to_integer(value(7, tick) * 10.0, 0, 9) - 2;
        if (now(8, tick, 0.002)) {
            const double which = value(9, tick);
            controls.key = which < 0.1   ? model::Key::off
                           : which < 0.6 ? model::Key::on
                                         : model::Key::start;
        }
        if (now(10, tick, 0.005)) controls.steer = value(11, tick) * 2.4 - 1.2;
    }

    /// Slopes, crests, wind, and grip from ice to dry, each wheel its own.
    void change(model::Ground& ground, std::uint64_t tick) const {
        if (now(20, tick, 0.002)) {
            ground.slope_forward = value(21, tick) * 0.6 - 0.3;
            ground.slope_left = value(22, tick) * 0.3 - 0.15;
            ground.vertical_curvature_pm = value(23, tick) * 0.02 - 0.01;
        }
        if (now(24, tick, 0.002)) {
            ground.wind_forward_mps = value(25, tick) * 60.0 - 30.0;
            ground.wind_left_mps = value(26, tick) * 60.0 - 30.0;
        }
        if (now(27, tick, 0.005)) {
            for (std::size_t i = 0; i < model::wheel_count; ++i) {
                ground.grip[i] = 0.05 + 1.1 * value(28 + i, tick);
                ground.rolling_resistance[i] = 0.2 * value(32 + i, tick);
            }
        }
    }

private:
    [[nodiscard]] double value(std::uint64_t channel, std::uint64_t tick) const {
        return model::uniform_noise(seed_, channel, tick);
    }
    [[nodiscard]] bool now(std::uint64_t channel, std::uint64_t tick, double chance) const {
        return value(channel, tick) < chance;
    }

    std::uint64_t seed_;
};

}  // namespace ghostcar::tests
