// SPDX-License-Identifier: Apache-2.0
#include "model/world/road_session.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config/table_reader.h"
#include "model/world/weather.h"

namespace ghostcar::model {
namespace {

constexpr double strongest_wind_mps = 60.0;
constexpr double fastest_start_kph = 300.0;
constexpr std::size_t most_cars = 200;
// A track may begin so far out, and leads 100 km at most.
constexpr Range on_the_plane = Range::between(-1.1e6, 1.1e6);

/// Wind blows from a compass-like direction: 0 from the world's +x, 90 from its +y.
void read_environment(TableReader reader, RoadConditions& conditions) {
    conditions.grip = reader.choice("weather", weather_grip);
    const double wind_mps = reader.number("wind_mps", Range::between(0.0, strongest_wind_mps));
    const SineCosine from =
        sine_cosine(reader.number("wind_from_deg", Range::between(-360.0, 360.0)) * (pi / 180.0));
    conditions.wind_x_mps = -wind_mps * from.cosine;
    conditions.wind_y_mps = -wind_mps * from.sine;
    reader.finish();
}

RoadStart read_start(TableReader& reader, const Track& track) {
    RoadStart start;
    start.place.along_m = reader.number("along_m", Range::between(0.0, track.length_m()));
    start.place.along_m = track.wrapped(start.place.along_m);
    const RoadPoint road = track.at(start.place.along_m);
    start.place.offset_m =
        reader.number("offset_m", Range::between(-minimum(road.right_barrier_m, 1000.0),
                                                 minimum(road.left_barrier_m, 1000.0)));
    start.speed_mps =
        reader.number("speed_kph", Range::between(0.0, fastest_start_kph)) * mps_per_kph;
    return start;
}

/// `controlled`: a controller takes the wheel, whoever else the file has in mind. A car may also
/// have one of its own; who that is, is for others to read.
RoadCar read_car(TableReader reader, const Track& track, const VehicleByName& vehicle,
                 bool controlled) {
    static constexpr std::array<std::pair<std::string_view, RoadDriver>, 4> drivers{
        {{"leader", RoadDriver::leader},
         {"line-follower", RoadDriver::line_follower},
         {"parked", RoadDriver::parked},
         {"wires", RoadDriver::wires}}};
    Car car(vehicle(reader.text("vehicle")));
    const bool own = reader.table_if("controller").has_value();
    RoadDriver driver =
        own && !reader.has("driver") ? RoadDriver::controller : reader.choice("driver", drivers);
    const RoadStart start = read_start(reader, track);
    bool automatic = true;
    double target_offset_m = 0.0;
    if (driver == RoadDriver::line_follower)
        target_offset_m = reader.number("target_offset_m", Range::between(-50.0, 50.0));
    if (driver == RoadDriver::wires) automatic = reader.boolean("automatic");
    if (driver == RoadDriver::line_follower || driver == RoadDriver::controller)
        automatic = reader.boolean_or("automatic", true);
    if (controlled && own)
        reader.fail("controller", "[controller] is to drive the first car already",
                    "leave out one of them");
    if ((controlled || own) && driver == RoadDriver::parked)
        reader.fail("driver", "the car is parked, and a controller is to drive it",
                    "write \"wires\", or leave out the controller");
    if (controlled) driver = RoadDriver::wires;
    if (own) driver = RoadDriver::controller;
    reader.finish();
    return {std::move(car), driver, automatic, start, target_offset_m};
}

/// Cars must not begin inside each other, a barrier or a post: they would be pushed out of it in
/// one tick, wherever that leads.
void require_room(TableReader& session, const RoadWorld& world) {
    const std::vector<RoadCarState> states = world.initial();
    const auto body = [&states](std::size_t i) {
        const PlanarMotion& motion = states[i].car.motion;
        const SineCosine heading = sine_cosine(motion.yaw_rad);
        return BodyMotion{motion.x_m, motion.y_m, heading.sine, heading.cosine, 0.0, 0.0, 0.0};
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Obstacle obstacle = world.obstacle_at(world.cars()[i], states[i]);
        if (obstacle == Obstacle::none) continue;
        const bool barrier = obstacle == Obstacle::barrier;
        session.fail(
            barrier ? "car" : "post",
            "car " + std::to_string(i + 1) + " begins inside a " + (barrier ? "barrier" : "post"),
            barrier ? "move it by offset_m" : "move the car or the post");
    }
    for (std::size_t i = 0; i < states.size(); ++i)
        for (std::size_t j = i + 1; j < states.size(); ++j)
            if (contact_between(world.cars()[i].box, body(i), world.cars()[j].box, body(j))
                    .touching ||
                (states[i].car.motion.x_m == states[j].car.motion.x_m &&
                 states[i].car.motion.y_m == states[j].car.motion.y_m))
                session.fail("car",
                             "cars " + std::to_string(i + 1) + " and " + std::to_string(j + 1) +
                                 " begin inside each other",
                             "move one by along_m or offset_m");
}

}  // namespace

RoadWorld road_world_from_toml(TableReader& session, Track track, const VehicleByName& vehicle,
                               const RoadExtras& extras) {
    RoadConditions conditions;
    read_environment(session.table("environment"), conditions);
    TableReader road = session.table("road");
    conditions.largest_damage = road.number("largest_damage", Range::positive());
    conditions.driver_period_ticks = road.integer_or("driver_period_ticks", 20, 1, 100);
    const std::int64_t period = conditions.driver_period_ticks;
    const std::int64_t usual = conditions.driver_latency_ticks;
    conditions.driver_latency_ticks =
        road.integer_or("driver_latency_ticks", usual < period ? usual : period, 1, period);
    road.finish();

    std::vector<RoadCar> cars;
    std::vector<TableReader> tables = session.tables("car");
    if (tables.size() > most_cars)
        session.fail("car", "found " + std::to_string(tables.size()) + " cars",
                     "write at most " + std::to_string(most_cars));
    for (TableReader& table : tables) {
        cars.push_back(read_car(table, track, vehicle, cars.empty() && session.has("controller")));
        if (cars.back().driver == RoadDriver::leader && !extras.leader)
            table.fail("driver", "nobody follows a leader here",
                       "write \"line-follower\", or kind = \"follow\" in [session]");
        if (cars.size() > 1 && cars.back().driver == RoadDriver::wires)
            table.fail("driver", "only the first car can be on the wires",
                       "write \"line-follower\" or \"parked\", or give it a controller");
        if (cars.back().driver != RoadDriver::controller) continue;
        if (extras.one_controller)
            table.fail("controller", "one car is judged here, the first",
                       "write its controller into the table [controller]");
        if (session.has("controller"))
            table.fail("controller", "[controller] is for one car alone",
                       "write the first car's controller into its own [[car]], too");
    }
    for (TableReader& table : session.tables_if("post")) {
        conditions.posts.push_back({table.number("x_m", on_the_plane),
                                    table.number("y_m", on_the_plane),
                                    table.number("radius_m", Range::between(0.05, 10.0))});
        table.finish();
    }
    cars.insert(cars.end(), extras.cars.begin(), extras.cars.end());
    if (extras.leader) conditions.leader = *extras.leader;
    RoadWorld world(std::move(track), std::move(cars), std::move(conditions));
    require_room(session, world);
    return world;
}

}  // namespace ghostcar::model
