// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "model/math/uniform_curve.h"

namespace ghostcar::model {

enum class ClutchKind { capacity, paper };

struct ClutchParameters {
    ClutchKind kind;
    UniformCurve share;        // of the full torque, over the pedal; eq. (4)'s kc for `paper`
    double full_torque_nm;     // capacity: sliding torque at share 1; paper: largest Te
    double static_to_sliding;  // how much more the clutch holds than it drags along when slipping
};

/// The clutch in two kinds. Both carry friction torque in the direction of the slip and so never
/// create energy; both hold without slip up to a static limit.
///
///   capacity   slipping  Tc = sign(slip)·share(pedal)·full
///              holds     |Tc| ≤ static_to_sliding·share·full
///
///   paper      eq. (3)/(4), Tc = kc·Te with kc = share(pedal). Te here is the torque before
///              friction, as in (1): Te = net + Tef; with the net torque the clutch of a freely
///              turning engine would carry nothing at any pedal. (3) says neither which way the
///              torque acts when the engine is the slower side, nor what brings both sides
///              together when the driver has let go of accelerator and pedal. Filled in here:
///              slipping, kc < 1   Tc = sign(slip)·kc·Te   (= kc·Te wherever (3) is meant)
///              slipping, kc = 1   Tc = sign(slip)·(largest Te): the clutch catches
///              holds              |Tc| ≤ kc·(largest Te)
class Clutch {
public:
    explicit Clutch(ClutchParameters parameters) : parameters_(std::move(parameters)) {}

    /// What stays the same during one tick. Sliding torque = constant_nm + engine_share·Te.
    struct Tick {
        double constant_nm;
        double engine_share;
        double static_nm;
    };

    [[nodiscard]] Tick tick(double pedal) const noexcept {
        const double share = parameters_.share.at(pedal);
        const double torque_nm = share * parameters_.full_torque_nm;
        const double static_nm = torque_nm * parameters_.static_to_sliding;
        if (parameters_.kind == ClutchKind::capacity || share >= 1.0) {
            return {torque_nm, 0.0, static_nm};
        }
        return {0.0, share, static_nm};
    }

    [[nodiscard]] const ClutchParameters& parameters() const noexcept { return parameters_; }

private:
    ClutchParameters parameters_;
};

}  // namespace ghostcar::model
