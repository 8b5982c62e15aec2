// SPDX-License-Identifier: Apache-2.0
// What a session file says about a drive on a track: weather, cars, drivers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/world/road_world.h"

namespace ghostcar::model {

class TableReader;

/// The vehicle of a name, as a session file writes it.
using VehicleByName = std::function<CarParameters(const std::string& name)>;

/// What an experiment adds to the road beside the session's own cars.
struct RoadExtras {
    std::vector<RoadCar> cars;           // after the session's own
    std::optional<LeaderLimits> leader;  // without, no car can be driven by the leader
    bool one_controller = false;         // only the first car can have one, in [controller]
};

/// Reads the tables [environment], [road], [[car]] and [[post]] of a session. Throws ConfigError.
[[nodiscard]] RoadWorld road_world_from_toml(TableReader& session, Track track,
                                             const VehicleByName& vehicle,
                                             const RoadExtras& extras = {});

}  // namespace ghostcar::model
