// SPDX-License-Identifier: Apache-2.0
// A session on a road, put together: the world with what the experiment adds to it (a leader,
// standing cars) and the judge that knows its goal.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "model/driver/controller/view.h"
#include "model/judge/judge.h"
#include "model/world/road_session.h"

namespace ghostcar::model {

enum class RoadKind : std::int64_t { drive, cruise, follow, park, race };

/// As `kind` of a session's [session] table has it.
constexpr std::array<std::pair<std::string_view, RoadKind>, 5> road_kinds{
    {{"drive", RoadKind::drive},  // nothing is judged
     {"cruise", RoadKind::cruise},
     {"follow", RoadKind::follow},
     {"park", RoadKind::park},
     {"race", RoadKind::race}}};

struct Experiment {
    RoadWorld world;
    Judge judge;
    ViewGoal goal;  // what a controller is told of it
};

/// Reads the tables of the world (road_session.h) and [cruise], [follow], [park] or
/// [race]. Throws ConfigError.
[[nodiscard]] Experiment experiment_from_toml(RoadKind kind, TableReader& session, Track track,
                                              const VehicleByName& vehicle, std::uint64_t seed,
                                              std::int64_t duration_ticks);

}  // namespace ghostcar::model
