// SPDX-License-Identifier: Apache-2.0
#include "model/experiment/experiment.h"

#include <memory>
#include <optional>
#include <string>

#include "model/config/table_reader.h"
#include "model/experiment/parking_task.h"
#include "model/track/measure_text.h"

namespace ghostcar::model {
namespace {

/// The control period is that of whoever drives the car: of a controller, or of the drivers that
/// are part of the world. `driver` is the table that may have the controller.
std::int64_t period_ticks(TableReader& driver, const RoadWorld& world) {
    const std::optional<TableReader> controller = driver.table_if("controller");
    return controller ? TableReader(*controller).integer_or("period_ms", 20, 1, 100)
                      : world.conditions().driver_period_ticks;
}

RoadTask task_of(TableReader& session, const RoadWorld& world, std::int64_t duration_ticks) {
    return {std::make_shared<const Track>(world.track()), world.cars().front().start.place.along_m,
            duration_ticks, period_ticks(session, world)};
}

/// All finish at one line: where the first car has the whole way behind it. Whoever begins behind
/// that car has so much more to go, whoever begins ahead of it less.
RaceJudge race_judge(TableReader& session, const RoadWorld& world, double goal_m,
                     std::int64_t duration_ticks) {
    const Track& track = world.track();
    const auto shared_track = std::make_shared<const Track>(track);
    const double pole_m = world.cars().front().start.place.along_m;
    std::vector<TableReader> tables = session.tables("car");
    std::vector<CruiseJudge> judges;
    for (std::size_t i = 0; i < world.cars().size(); ++i) {
        const double start_m = world.cars()[i].start.place.along_m;
        double behind_m = pole_m - start_m;
        if (track.closed() && behind_m > 0.5 * track.length_m()) behind_m -= track.length_m();
        if (track.closed() && behind_m < -0.5 * track.length_m()) behind_m += track.length_m();
        if (goal_m + behind_m <= 0.0)
            tables[i].fail("along_m", "the car begins behind the finish",
                           "begin farther back, or write a longer race");
        judges.emplace_back(
            RoadTask{shared_track, start_m, duration_ticks, period_ticks(tables[i], world)},
            goal_m + behind_m, world.conditions().largest_damage);
    }
    return RaceJudge(std::move(judges));
}

void require_drivers(TableReader& session, const RoadWorld& world) {
    if (session.has("controller"))
        session.fail("controller", "in a race each car has its own controller",
                     "write it into the [[car]]");
    std::vector<TableReader> tables = session.tables("car");
    for (std::size_t i = 0; i < tables.size(); ++i)
        if (world.cars()[i].driver != RoadDriver::controller &&
            world.cars()[i].driver != RoadDriver::line_follower)
            tables[i].fail("driver", "nobody drives this car in a race",
                           "give it a controller, or write \"line-follower\"");
}

/// The way from the start to the finish, as laps of a circuit or in metres.
double goal_m(TableReader& table, const Track& track) {
    constexpr std::int64_t most_laps = 1'000'000;
    constexpr double farthest_m = 1e9;
    if (table.has("laps") && table.has("distance_m"))
        table.fail("distance_m", "laps are there already",
                   "remove one of them: --set " + table.name() + ".laps=");
    if (!table.has("laps") && !table.has("distance_m"))
        table.fail("", "needs one of laps and distance_m", "write laps = 1");
    if (table.has("distance_m")) return table.number("distance_m", Range::between(1.0, farthest_m));
    const std::int64_t laps = table.integer("laps", 1, most_laps);
    if (!track.closed()) table.fail("laps", "the track is no circuit", "write distance_m");
    return static_cast<double>(laps) * track.length_m();
}

/// An open road has an end, and nobody gets beyond it.
void require_road(TableReader& table, const RoadWorld& world, double goal_m) {
    const Track& track = world.track();
    const double ahead_m = track.length_m() - world.cars().front().start.place.along_m;
    if (!track.closed() && goal_m > ahead_m)
        table.fail("distance_m", "the road ends " + metres(ahead_m) + " ahead of the first car",
                   "write less, or begin farther back");
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
            RoadWorld world = world_with({{}, std::nullopt, true});
            require_road(cruise, world, finish_m);
            CruiseJudge judge(task_of(session, world, duration_ticks), finish_m,
                              world.conditions().largest_damage);
            return {std::move(world), Judge(std::move(judge)), {}};
        }
        case RoadKind::follow: {
            TableReader follow = session.table("follow");
            const LeaderLimits leader = leader_from(follow, seed);
            follow.finish();
            RoadWorld world = world_with({{}, leader, true});
            require_one_leader(session, world);
            FollowJudge judge(task_of(session, world, duration_ticks), world.cars()[0].box,
                              world.cars()[1].box);
            return {std::move(world),
                    Judge(std::move(judge)),
                    {.leader = 1, .nearest_ahead = false, .lot = {}}};
        }
        case RoadKind::park: {
            require_one_car(session, "park");
            TableReader park = session.table("park");
            const ParkingTask task = parking_from(park, track, vehicle, seed);
            park.finish();
            RoadWorld world = world_with({task.standing, std::nullopt, true});
            TableReader car = session.tables("car").front();
            require_fit(car, "vehicle", world.cars()[0].box, task);
            ParkJudge judge(task_of(session, world, duration_ticks), task.goal,
                            world.cars()[0].box);
            return {std::move(world),
                    Judge(std::move(judge)),
                    {.leader = {},
                     .nearest_ahead = false,
                     .lot = LotGoal{task.goal.x_m, task.goal.y_m, task.goal.heading_rad}}};
        }
        case RoadKind::race: {
            TableReader race = session.table("race");
            const double finish_m = goal_m(race, track);
            race.finish();
            RoadWorld world = world_with({});
            require_drivers(session, world);
            require_road(race, world, finish_m);
            RaceJudge judge = race_judge(session, world, finish_m, duration_ticks);
            return {std::move(world),
                    Judge(std::move(judge)),
                    {.leader = {}, .nearest_ahead = true, .lot = {}}};
        }
    }
    return {world_with({}), Judge(), {}};
}

}  // namespace ghostcar::model
