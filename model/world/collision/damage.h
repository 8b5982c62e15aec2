// SPDX-License-Identifier: Apache-2.0
// Damage is the energy that a body had to take up, in units of 10 J:
//
//   damage = share · [ En·(1 - v0²/vn²)⁺  +  r·Et·(1 - v0²/vt²)⁺ ] / 10 J
//
//   En, Et   energy the contact used up along the normal and by rubbing (ContactLoss)
//   vn, vt   approach and sliding speed before the blow; v0 = 0.05 m/s; ( )⁺: 0 when negative
//   r = 0.1  scratches spoil less than dents
//   share    1 against a barrier or post, ½ for each of two cars: they dent alike
//
// The scale: 1 is a clear touch, 10 000 a wreck. A car of 1500 kg, square against a barrier:
//   0.13 m/s → 1     0.3 m/s → 6     1 m/s → 72     14 km/h → 1100     42 km/h → 10 000
//
// It does not depend on the tick: a blow is one event whatever the tick, with the speed the bodies
// met at; rubbing adds up work, force times way. A car that leans on a barrier makes a blow in
// every tick, but each slower than v0 (3 m/s² · 1 ms = 0.003 m/s): it takes no damage.
#pragma once

#include "model/math/numeric.h"
#include "model/world/collision/resolve.h"

namespace ghostcar::model {

constexpr double joule_per_damage = 10.0;
constexpr double harmless_speed_mps = 0.05;
constexpr double rubbing_damage_share = 0.1;
constexpr double share_of_one_of_two = 0.5;
constexpr double share_against_fixed = 1.0;
constexpr double wreck_damage = 10'000.0;

/// (1 - v0²/v²)⁺
constexpr double harmful_share(double speed_mps) noexcept {
    if (!(speed_mps > harmless_speed_mps)) return 0.0;
    const double ratio = harmless_speed_mps / speed_mps;
    return 1.0 - ratio * ratio;
}

/// What one contact adds to the damage of a body in it.
constexpr double damage_of(const ContactLoss& loss, double share) noexcept {
    const double harm_j =
        loss.normal_energy_j * harmful_share(loss.approach_mps) +
        rubbing_damage_share * loss.friction_energy_j * harmful_share(loss.sliding_mps);
    return share * harm_j / joule_per_damage;
}

}  // namespace ghostcar::model
