// SPDX-License-Identifier: Apache-2.0
// Roads that are not level: a hill gives back what climbing it took, and a banked bend carries a
// car faster, as theory says.
#include <cmath>
#include <cstdio>

#include "model/math/trigonometry.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

/// A road of one segment, wide and without barriers.
std::string track_text(const std::string& segment, bool closed, const std::string& elevation,
                       double left_rise_pct) {
    return std::string("name = \"Slope\"\ndescription = \"\"\nclosed = ") +
           (closed ? "true" : "false") + "\nsegment = [" + segment +
           "]\nsurface = [{name = \"asphalt\", friction = 1.0, rolling_resistance = 0.0, "
           "roughness_m = 0.0}]\n[zones]\nroad = \"asphalt\"\nkerb = \"asphalt\"\nverge = "
           "\"asphalt\"\n[start]\nx_m = 0.0\ny_m = 0.0\nheading_deg = 0.0\n[lanes]\ncount = 1\n"
           "width_m = 4.0\n[width]\nstation_m = [0.0]\nleft_m = [20.0]\nright_m = [20.0]\n"
           "[elevation]\n" +
           elevation + "\n[cross_fall]\nstation_m = [0.0]\nleft_rise_pct = [" +
           std::to_string(left_rise_pct) + "]\n";
}

/// Nothing takes speed from it but the hill.
CarParameters frictionless(const std::string& name) {
    CarParameters car = shipped_vehicle(name);
    car.rolling_resistance = 0.0;
    car.aerodynamics = {1.2, 0.0, 0.0, 0.0, 0.0};
    return car;
}

RoadWorld world_on(const std::string& track, const std::string& car, const VehicleByName& vehicle) {
    const std::string text = environment_text() + car;
    const toml::table session = toml::parse(text, std::string_view("session.toml"));
    const toml::table road = toml::parse(track, std::string_view("track.toml"));
    TableReader road_reader(road);
    TableReader session_reader(session);
    return road_world_from_toml(session_reader, Track::from_toml(road_reader), vehicle);
}

/// Motion, wheels and shafts that turn with them, and height.
double energy_j(const RoadWorld& world, const RoadCarState& state) {
    const CarParameters& p = world.cars()[0].car.parameters();
    const PlanarMotion& motion = state.car.motion;
    RoadPlace place = state.place;
    const double height_m = world.track().locate(motion.x_m, motion.y_m, place).elevation_m +
                            place.offset_m * world.track().at(place.along_m).cross_fall;
    double sum_j = 0.5 * p.mass_kg *
                       (motion.forward_mps * motion.forward_mps +
                        motion.left_mps * motion.left_mps + 2.0 * gravity_mps2 * height_m) +
                   0.5 * p.yaw_inertia_kgm2 * motion.yaw_rate_radps * motion.yaw_rate_radps;
    for (const WheelState& wheel : state.car.wheels)
        sum_j += 0.5 * p.wheel_inertia_kgm2 * wheel.spin_radps * wheel.spin_radps;
    const double shaft_radps = state.car.driveline.shaft_radps;
    return sum_j + 0.5 * p.powertrain.driveline.shaft_inertia_kgm2 * shaft_radps * shaft_radps;
}

void check_hill(const char* car, const std::string& track, double offset_m, double largest_share) {
    const RoadWorld world =
        world_on(track, car_text("wires", 20.0, offset_m, 90.0, car), frictionless);
    std::vector<RoadCarState> cars = world.initial();
    const double begin_j = energy_j(world, cars[0]);
    const double mass_kg = world.cars()[0].box.mass_kg;
    double lowest_m = 1e9;
    double highest_m = -1e9;
    double worst_j = 0.0;
    Controls wires;  // engine off, in neutral
    wires.clutch = 1.0;
    while (cars[0].place.along_m < 380.0) {
        world.decide(cars, wires);
        world.step(cars);
        const double height_m = world.track().at(cars[0].place.along_m).elevation_m;
        lowest_m = minimum(lowest_m, height_m);
        highest_m = maximum(highest_m, height_m);
        worst_j = maximum(worst_j, magnitude(energy_j(world, cars[0]) - begin_j));
        if (!(cars[0].car.motion.forward_mps > 1.0)) break;
    }
    const double climbed_j = mass_kg * gravity_mps2 * (highest_m - lowest_m);
    std::printf("%s over %.1f m: energy off by %.2g of what it climbed\n", car,
                highest_m - lowest_m, worst_j / climbed_j);
    TEST_ASSERT_TRUE(cars[0].place.along_m > 370.0);
    TEST_ASSERT_TRUE(worst_j < largest_share * climbed_j);
}

/// The same numbers all the way up and down: the way in the plan is shorter than the car's.
void a_hill_gives_back_what_it_took() {
    const std::string hill =
        track_text(R"({kind = "line", length_m = 400.0})", false,
                   "station_m = [0.0, 50.0, 100.0, 200.0, 300.0, 350.0, 400.0]\n"
                   "height_m = [0.0, 0.0, 3.0, 20.0, 3.0, 0.0, 0.0]",
                   0.0);
    for (const char* car : {"focus-2.0-mt", "bmw-320i", "truck-7.5t"})
        check_hill(car, hill, 0.0, 3e-4);
}

/// Beside the centre line of a road with cross-fall, too, down which the car slides a little.
void a_hill_with_cross_fall_too() {
    const std::string hill = track_text(
        R"({kind = "line", length_m = 400.0})", false,
        "station_m = [0.0, 50.0, 200.0, 350.0, 400.0]\nheight_m = [0.0, 0.0, 10.0, 0.0, 0.0]", 3.0);
    check_hill("bmw-320i", hill, 5.0, 2e-3);
}

constexpr double radius_m = 60.0;

std::string circle(double left_rise_pct, bool left) {
    return track_text(std::string(R"({kind = "arc", turn = ")") + (left ? "left" : "right") +
                          R"(", radius_m = 60.0, angle_deg = 360.0})",
                      true, "station_m = [0.0]\nheight_m = [0.0]", left_rise_pct);
}

/// Goes round on a road of constant radius, slowly faster, until it slides outward.
struct Circling {
    Circling(double left_rise_pct, bool left)
        : world(world_on(circle(left_rise_pct, left), car_text("wires", 0.0, 0.0, 30.0, "bmw-320i"),
                         frictionless)),
          cars(world.initial()),
          side(left ? 1.0 : -1.0) {}

    void tick(double wanted_mps) {
        RoadCarState& state = cars[0];
        const PlanarMotion& motion = state.car.motion;
        const RoadPoint road = world.track().at(state.place.along_m);
        const SineCosine yaw = sine_cosine(motion.yaw_rad);
        const double heading_rad =
            arc_tangent2(yaw.sine * road.cosine_heading - yaw.cosine * road.sine_heading,
                         yaw.cosine * road.cosine_heading + yaw.sine * road.sine_heading);
        const CarParameters& p = world.cars()[0].car.parameters();
        const double angle_rad =
            side * p.wheelbase_m / radius_m - 0.05 * state.place.offset_m - 0.8 * heading_rad;
        Controls wires;
        wires.key = Key::on;
        wires.gear = 1;
        wires.steer = clamp(angle_rad, -0.25, 0.25) / p.steering.largest_angle_rad;
        wires.accelerator = clamp(0.5 * (wanted_mps - motion.forward_mps), 0.0, 1.0);
        world.decide(cars, wires);
        world.step(cars);
    }
    [[nodiscard]] double across_mps2() const {
        const PlanarMotion& motion = cars[0].car.motion;
        return magnitude(motion.forward_mps * motion.yaw_rate_radps);
    }
    [[nodiscard]] double load_n() const {
        const auto& wheels = cars[0].car.wheels;
        return (wheels[front_left].load_n + wheels[front_right].load_n) +
               (wheels[rear_left].load_n + wheels[rear_right].load_n);
    }

    RoadWorld world;
    std::vector<RoadCarState> cars;
    double side;
};

/// Normal force of a banked circle: N = m·(g + v²/R·tan θ)·cos θ.
void a_banked_bend_presses_the_car_onto_the_road() {
    for (const double rise_pct : {-20.0, -5.0, 5.0}) {
        Circling ride(rise_pct, true);
        for (int tick = 0; tick < 20'000; ++tick) ride.tick(14.0);
        const double slope = -rise_pct / 100.0;
        const RoadCar& car = ride.world.cars()[0];
        const double expected_n = car.box.mass_kg * (gravity_mps2 + ride.across_mps2() * slope) /
                                  std::sqrt(1.0 + slope * slope);
        TEST_ASSERT_TRUE(ride.across_mps2() > 2.5);
        TEST_ASSERT_DOUBLE_WITHIN(0.004 * expected_n, expected_n, ride.load_n());
    }
}

/// The most that v²/R reaches, held for half a second.
double most_across_mps2(double left_rise_pct, bool left = true) {
    Circling ride(left_rise_pct, left);
    double most_mps2 = 0.0;
    double mean_mps2 = 0.0;
    for (int tick = 0; tick < 90'000 && magnitude(ride.cars[0].place.offset_m) < 8.0; ++tick) {
        ride.tick(8.0 + 0.0003 * tick);
        mean_mps2 += 0.002 * (ride.across_mps2() - mean_mps2);
        most_mps2 = maximum(most_mps2, mean_mps2);
    }
    return most_mps2;
}

/// Limit of a banked circle: v²/(R·g) = (μ + tan θ)/(1 − μ·tan θ), μ being what it is on the level.
void banking_carries_a_car_faster_as_in_theory() {
    const double level_mps2 = most_across_mps2(0.0);
    const double friction = level_mps2 / gravity_mps2;
    TEST_ASSERT_TRUE(friction > 0.7 && friction < 1.1);
    for (const double rise_pct : {-10.0, -5.0, 5.0}) {
        const double slope = -rise_pct / 100.0;
        const double expected_mps2 = gravity_mps2 * (friction + slope) / (1.0 - friction * slope);
        const double found_mps2 = most_across_mps2(rise_pct);
        std::printf("cross-fall %.0f %%: v²/R up to %.2f m/s², in theory %.2f\n", rise_pct,
                    found_mps2, expected_mps2);
        TEST_ASSERT_DOUBLE_WITHIN(0.03 * expected_mps2, expected_mps2, found_mps2);
    }
}

/// A bend to the right with the other cross-fall is the mirror image.
void a_banked_bend_to_the_right_is_the_mirror_image() {
    Circling to_left(-12.0, true);
    Circling to_right(12.0, false);
    for (int tick = 0; tick < 5000; ++tick) {
        to_left.tick(15.0);
        to_right.tick(15.0);
    }
    const CarState& left = to_left.cars[0].car;
    const CarState& right = to_right.cars[0].car;
    TEST_ASSERT_TRUE(magnitude(left.motion.yaw_rate_radps) > 0.1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, left.motion.forward_mps, right.motion.forward_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, left.motion.yaw_rate_radps, -right.motion.yaw_rate_radps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, left.wheels[front_left].load_n,
                              right.wheels[front_right].load_n);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, left.wheels[rear_right].load_n, right.wheels[rear_left].load_n);
}

/// A car that weaves along a straight road with cross-fall stays in one plane: nothing presses it.
void a_straight_slope_presses_nobody() {
    const std::string straight = track_text(R"({kind = "line", length_m = 400.0})", false,
                                            "station_m = [0.0]\nheight_m = [0.0]", -10.0);
    const RoadWorld world =
        world_on(straight, car_text("wires", 20.0, 0.0, 60.0, "bmw-320i"), frictionless);
    std::vector<RoadCarState> cars = world.initial();
    Controls wires;
    wires.clutch = 1.0;
    const double weight_n = world.cars()[0].box.mass_kg * gravity_mps2 / std::sqrt(1.0 + 0.1 * 0.1);
    for (int tick = 0; tick < 8000; ++tick) {
        wires.steer = 0.03 * sine(0.003 * tick);
        world.decide(cars, wires);
        world.step(cars);
        double load_n = 0.0;
        for (const WheelState& wheel : cars[0].car.wheels) load_n += wheel.load_n;
        TEST_ASSERT_DOUBLE_WITHIN(1e-6 * weight_n, weight_n, load_n);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_hill_gives_back_what_it_took);
    RUN_TEST(a_hill_with_cross_fall_too);
    RUN_TEST(a_banked_bend_presses_the_car_onto_the_road);
    RUN_TEST(banking_carries_a_car_faster_as_in_theory);
    RUN_TEST(a_banked_bend_to_the_right_is_the_mirror_image);
    RUN_TEST(a_straight_slope_presses_nobody);
    return UNITY_END();
}
