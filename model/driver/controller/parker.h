// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/driver/controller/builtin.h"
#include "model/driver/controller/steering_feel.h"

namespace ghostcar::model {

/// Parks in a lot at right angles to the road, nose or tail first, in one move: along the road on
/// its far side, a quarter circle onto the lot's axis, straight in. Tail first it drives past the
/// lot, stops, and does the same backward.
///
/// Steering is one law for all of it. Seen along the axis it is to end on, the rear axle is y
/// beside it and the way it goes makes an angle θ with it. On a circle of radius R that touches the
/// axis,
///   y = R·(1 - cos θ),
/// so that is the angle it wants for each y; nearer than a step the line y = step·θ, which leads to
/// the axis without a kink; further than R, a right angle: along the road. The wheels turn by the
/// circle's own curvature and by how much the angle is wrong. What a command does to the wheels of
/// this car it has felt on the way (SteeringFeel); with slow wheels it drives slowly.
class Parker final : public BuiltinController {
public:
    void restart() noexcept override { *this = Parker(); }
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;

private:
    enum class Move : std::int64_t { approach, pass, turn_round, go_in, stand };

    /// The lot, as the road and the car see it.
    struct Scene;
    [[nodiscard]] static Scene look(const GhostcarView& view) noexcept;

    void decide(const GhostcarView& view, GhostcarCommand& command) noexcept;
    void keep_line(const GhostcarView& view, const Scene& scene,
                   GhostcarCommand& command) const noexcept;
    void go_in(const GhostcarView& view, const Scene& scene, GhostcarCommand& command) noexcept;
    /// Pedals for a speed in the direction the car goes.
    void go_at(double wanted_mps, const GhostcarView& view, bool backward,
               GhostcarCommand& command) noexcept;

    Move move_ = Move::approach;
    bool tail_first_ = false;
    SteeringFeel steering_;
    double time_s_ = 0.0;
    double period_s_ = 0.0;
    double pressed_ = 0.0;  // what the accelerator needs in the long run
};

}  // namespace ghostcar::model
