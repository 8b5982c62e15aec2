// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/math/numeric.h"

namespace ghostcar::model {

enum class BrakeKind { linear, paper };

struct BrakeParameters {
    BrakeKind kind;
    double full_force_n;  // linear: at pedal 1; paper: m·g
    double dead_band;     // linear: pedal travel before the brake begins; paper: 0
};

/// The service brake: the friction force it can put on the road, for a pedal from 0 to 1.
///   linear  eq. (6) with a dead band: F = full·(pedal − dead)/(1 − dead)
///   paper   eq. (7) F = φb·m·g with eq. (8), the pedal taken for the slip s:
///           φb = 0.79·s/0.11 up to 0.11; s + 0.68 up to 0.18; 0.86 − 0.1875·(s − 0.18) up to 1
class Brake {
public:
    explicit Brake(const BrakeParameters& parameters) noexcept
        : parameters_(parameters), inverse_travel_(1.0 / (1.0 - parameters.dead_band)) {}

    [[nodiscard]] double force_n(double pedal) const noexcept {
        if (parameters_.kind == BrakeKind::linear) {
            return parameters_.full_force_n *
                   maximum(0.0, (pedal - parameters_.dead_band) * inverse_travel_);
        }
        return parameters_.full_force_n * paper_coefficient(pedal);
    }

    [[nodiscard]] static double paper_coefficient(double slip) noexcept {
        if (slip <= 0.11) {
            return 0.79 * slip / 0.11;
        }
        if (slip <= 0.18) {
            return slip + 0.68;
        }
        return 0.86 - 0.1875 * (slip - 0.18);
    }

private:
    BrakeParameters parameters_;
    double inverse_travel_;
};

}  // namespace ghostcar::model
