// SPDX-License-Identifier: Apache-2.0
// Which lot, which way round, and who stands beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "model/judge/park_judge.h"
#include "model/world/road_session.h"

namespace ghostcar::model {

class TableReader;

struct ParkingTask {
    ParkingGoal goal;
    double lot_length_m = 0.0;
    double lot_width_m = 0.0;
    std::vector<RoadCar> standing;  // in the neighbouring lots
};

/// Reads the table [park]: `lot`, or one drawn by the seed between `lot_low` and `lot_high`.
/// Throws ConfigError.
[[nodiscard]] ParkingTask parking_from(TableReader& park, const Track& track,
                                       const VehicleByName& vehicle, std::uint64_t seed);

/// A car that is too large for the lot could only break the rules, or stand in the railing. `key`
/// of `reader` names its vehicle.
void require_fit(TableReader& reader, std::string_view key, const CollisionBox& car,
                 const ParkingTask& task);

}  // namespace ghostcar::model
