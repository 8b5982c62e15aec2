// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/vehicle/brake.h"
#include "model/vehicle/powertrain.h"
#include "model/vehicle/steering.h"
#include "model/vehicle/suspension.h"
#include "model/vehicle/tyre.h"

namespace ghostcar::model {

class TableReader;

struct WheelBrakeParameters {
    BrakeParameters pedal;  // pedal to force at the road, all wheels together
    double front_share;
    double lag_s;
    bool antilock;
};

struct AerodynamicsParameters {
    double air_density_kgpm3;
    double drag_area_m2;        // CD·A
    double side_area_m2;        // side force per square of the side wind
    double front_lift_area_m2;  // + lifts
    double rear_lift_area_m2;
};

/// What a manoeuvre's ideal drive can do: constant acceleration, above a speed constant power.
struct IdealDriveParameters {
    double largest_mps2;
    double falls_above_mps;
    double lowest_mps;   // it does not brake below this speed (< 0: backward) …
    double highest_mps;  // … nor drive above this one
};

/// The outline that collides.
struct BodyParameters {
    double length_m;
    double width_m;
    double centre_ahead_m;  // of the outline, before the centre of gravity
};

/// The full car: a vehicle file's powertrain tables and its [chassis].
struct CarParameters {
    std::string name;
    double mass_kg;
    double yaw_inertia_kgm2;
    double wheelbase_m;
    double to_front_axle_m;  // from the centre of gravity
    double wheel_radius_m;
    double wheel_inertia_kgm2;  // each
    double rolling_resistance;  // coefficient
    BodyParameters body;
    SteeringParameters steering;
    SuspensionParameters suspension;
    TyreParameters tyre;
    WheelBrakeParameters brakes;
    AerodynamicsParameters aerodynamics;
    IdealDriveParameters ideal_drive;
    Powertrain::Parameters powertrain;

    /// Reads a whole vehicle file (its root table). Throws ConfigError.
    static CarParameters from_toml(TableReader& reader);
};

}  // namespace ghostcar::model
