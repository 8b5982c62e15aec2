// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/vehicle/brake.h"
#include "model/vehicle/clutch.h"
#include "model/vehicle/engine.h"
#include "model/vehicle/gearbox.h"
#include "model/vehicle/road_load.h"

namespace ghostcar::model {

class TableReader;

/// A car, complete and consistent. Where a vehicle file offers a choice of formula, the choice is
/// already worked out into these numbers.
struct LongitudinalParameters {
    std::string name;
    double mass_kg;
    double wheel_radius_m;
    // What the wheels and shafts add to the mass: ΣIw/r², or δ1·m of the paper.
    double wheel_side_mass_kg;
    double disc_inertia_kgm2;  // clutch disc and input shaft
    EngineParameters engine;   // its inertia from δ2 when the file gives that: see from_toml
    ClutchParameters clutch;
    GearboxParameters gearbox;
    BrakeParameters brake;
    RoadLoadParameters road_load;

    /// Reads a whole vehicle file (its root table). Throws ConfigError.
    static LongitudinalParameters from_toml(TableReader& reader);
};

}  // namespace ghostcar::model
