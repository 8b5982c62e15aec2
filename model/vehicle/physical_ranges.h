// SPDX-License-Identifier: Apache-2.0
// What a vehicle on the road can be, from a motorcycle to a truck of 40 t, with room to spare. A
// number beyond these is a wrong unit or a slip of the keyboard; the model would follow it to
// speeds and forces that are no numbers any more.
#pragma once

#include "model/config/table_reader.h"

namespace ghostcar::model::physical {

// The whole car. Masses: a light motorcycle with its rider weighs 150 kg.
constexpr Range mass_kg = Range::between(50.0, 60'000.0);
constexpr Range wheel_radius_m = Range::between(0.1, 2.0);
constexpr Range top_speed_kph = Range::between(1.0, 1000.0);

// Inertias of what turns. A bare single-cylinder engine has some 0.005 kg·m², a ship's is beyond.
constexpr Range engine_kgm2 = Range::between(0.001, 50.0);
constexpr Range disc_kgm2 = Range::between(0.0, 10.0);
constexpr Range all_wheels_kgm2 = Range::between(0.0, 5000.0);
constexpr Range shafts_kgm2 = Range::between(0.0, 100.0);
constexpr Range share_of_mass = Range::between(0.0, 2.0);          // δ1 of the paper
constexpr Range engine_share_of_mass = Range::between(1e-4, 1.0);  // δ2

// Engine, clutch and gearbox.
constexpr Range speed_rpm = Range::between(1.0, 30'000.0);
constexpr Range axis_rpm = Range::between(0.0, 30'000.0);
constexpr Range torque_nm = Range::between(-1e5, 1e5);
constexpr Range drag_nm = Range::between(0.0, 1e5);
constexpr Range some_torque_nm = Range::between(0.1, 1e5);
constexpr Range governor_gain = Range::between(0.0, 1000.0);
// Shorter than a tick of 1 ms the manifold would overshoot in each step, and at last leave the
// numbers; slower than this it is no engine.
constexpr Range manifold_lag_s = Range::between(0.001, 10.0);
constexpr Range ratio = Range::between(0.1, 50.0);
constexpr Range efficiency = Range::between(0.1, 1.0);
constexpr Range reverse_below_mps = Range::between(0.01, 10.0);

// Brakes and road load. 40 t at 1 g on wheels of half a metre take 2·10⁵ N·m.
constexpr Range brake_nm = Range::between(1.0, 1e6);
constexpr Range rolling_n = Range::between(0.0, 1e5);
constexpr Range rolling_per_speed_nspm = Range::between(-1e4, 1e4);
constexpr Range air_ns2pm2 = Range::between(0.0, 1000.0);
constexpr Range body_m = Range::between(0.3, 6.0);
constexpr Range drag_coefficient = Range::between(0.05, 5.0);

// The full car.
constexpr Range leaning_kgm2 = Range::between(1.0, 1e7);
constexpr Range leaning_nmprad = Range::between(1.0, 1e9);
constexpr Range leaning_nmsprad = Range::between(1.0, 1e8);
constexpr Range unsprung_kg = Range::between(0.0, 10'000.0);
constexpr Range wheel_load_n = Range::between(50.0, 1e6);
constexpr Range lock_nm = Range::between(0.0, 1e5);
constexpr Range ideal_mps2 = Range::between(0.1, 100.0);
constexpr Range ideal_speed_mps = Range::between(0.1, 150.0);
constexpr Range ideal_reverse_mps = Range::between(-150.0, 0.0);

// Yaw inertia over mass · wheelbase²: a rod between its axles has 1/12, one with all its mass at
// the axles 1/4.
constexpr double least_yaw_share = 0.02;
constexpr double largest_yaw_share = 2.0;
// No axle carries less of the weight than this.
constexpr double least_axle_share = 0.02;
// A body much narrower than the wheels' tracks is a mistake in one of the two.
constexpr double least_width_over_track = 0.8;

}  // namespace ghostcar::model::physical
