// SPDX-License-Identifier: Apache-2.0
#include "model/experiment/experiment.h"

#include <memory>
#include <optional>
#include <string>

#include "model/config/table_reader.h"
#include "model/experiment/parking_task.h"

namespace ghostcar::model {
namespace {

/// The control period is that of whoever drives the first car: of a controller, or of the drivers
/// that are part of the world.
std::int64_t period_ticks(TableReader& session, const RoadWorld& world) {
    const std::optional<TableReader> controller = session.table_if("controller");
    return controller ? TableReader(*controller).integer_or("period_ms", 20, 1, 100)
                      : world.conditions().driver_period_ticks;
}

RoadTask task_of(TableReader& session, const RoadWorld& world, std::int64_t duration_ticks) {
    return {std::make_shared<const Track>(world.track()), world.cars().front().start.place.along_m,
            duration_ticks, period_ticks(session, world)};
}

/// The way from the start to the finish, as laps of a circuit or in metres.
double goal_m(TableReader& cruise, const Track& track) {
    constexpr std::int64_t most_laps = 1'000'000;
    constexpr double farthest_m = 1e9;
    if (cruise.has("laps") == cruise.has("distance_m"))
        cruise.fail("", "needs one of laps and distance_m", "write laps = 1");
    if (cruise.has("distance_m"))
        return cruise.number("distance_m", Range::between(1.0, farthest_m));
    const std::int64_t laps = cruise.integer("laps", 1, most_laps);
    if (!track.closed()) cruise.fail("laps", "the track is no circuit", "write distance_m");
    return static_cast<double>(laps) * track.length_m();
}

LeaderLimits leader_from(TableReader& follow, std::uint64_t seed) {
    constexpr double fastest_kph = 200.0;
    LeaderLimits limits;
    limits.seed = seed;
    limits.lowest_speed_mps =
        follow.number("leader_lowest_speed_kph", Range::between(0.0, fastest_kph)) * mps_per_kph;
    limits.highest_speed_mps =
        follow.number("leader_highest_speed_kph",
                      Range::between(limits.lowest_speed_mps / mps_per_kph, fastest_kph)) *
        mps_per_kph;
    limits.largest_offset_m = follow.number("leader_largest_offset_m", Range::between(0.0, 10.0));
    limits.hard_brake_mps2 = follow.number("leader_hard_brake_mps2", Range::between(1.0, 12.0));
    limits.hard_brake_share = follow.number("leader_hard_brake_share", Range::between(0.0, 1.0));
    return limits;
}

void require_one_leader(TableReader& session, const RoadWorld& world) {
    const std::vector<RoadCar>& cars = world.cars();
    if (cars.size() != 2 || cars[0].driver == RoadDriver::leader ||
        cars[1].driver != RoadDriver::leader)
        session.fail("car", "a follow needs two cars",
                     "write the follower first, then a car with driver = \"leader\"");
}

void require_one_car(TableReader& session, const char* kind) {
    if (session.tables("car").size() != 1)
        session.fail("car", std::string("found more than one car"),
                     std::string("write one [[car]] in a ") + kind);
}

}  // namespace

Experiment experiment_from_toml(RoadKind kind, TableReader& session, Track track,
                                const VehicleByName& vehicle, std::uint64_t seed,
                                std::int64_t duration_ticks) {
    const auto world_with = [&](const RoadExtras& extras) {
        return road_world_from_toml(session, std::move(track), vehicle, extras);
    };
    switch (kind) {
        case RoadKind::drive:
            break;
        case RoadKind::cruise: {
            require_one_car(session, "cruise");
            TableReader cruise = session.table("cruise");
            const double finish_m = goal_m(cruise, track);
            cruise.finish();
            RoadWorld world = world_with({});
            CruiseJudge judge(task_of(session, world, duration_ticks), finish_m,
                              world.conditions().largest_damage);
            return {std::move(world), Judge(std::move(judge)), {}};
        }
        case RoadKind::follow: {
            TableReader follow = session.table("follow");
            const LeaderLimits leader = leader_from(follow, seed);
            follow.finish();
            RoadWorld world = world_with({{}, leader});
            require_one_leader(session, world);
            FollowJudge judge(task_of(session, world, duration_ticks), world.cars()[0].box,
                              world.cars()[1].box);
            return {std::move(world), Judge(std::move(judge)), {.leader = 1, .lot = {}}};
        }
        case RoadKind::park: {
            require_one_car(session, "park");
            TableReader park = session.table("park");
            const ParkingTask task = parking_from(park, track, vehicle, seed);
            park.finish();
            RoadWorld world = world_with({task.standing, std::nullopt});
            ParkJudge judge(task_of(session, world, duration_ticks), task.goal,
                            world.cars()[0].box);
            return {std::move(world),
                    Judge(std::move(judge)),
                    {.leader = {},
                     .lot = LotGoal{task.goal.x_m, task.goal.y_m, task.goal.heading_rad}}};
        }
    }
    return {world_with({}), Judge(), {}};
}

}  // namespace ghostcar::model
