// SPDX-License-Identifier: Apache-2.0
// Cars on a road: who drives them, what the road and the weather do to them, whom they meet.
#include "model/world/road_world.h"

#include <cstring>

#include "model/world/collision/damage.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

Controls full_brake() {
    Controls controls;
    controls.brake = 1.0;
    controls.gear = 1;
    controls.key = Key::on;
    return controls;
}

void a_line_follower_goes_round_and_counts_laps() {
    RoadDrive drive(environment_text() + car_text("line-follower", 0.0, 0.0, 0.0), "oval");
    drive.run(150.0);
    TEST_ASSERT_TRUE(drive.cars[0].laps >= 1);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].damage);
    TEST_ASSERT_TRUE(magnitude(drive.cars[0].place.offset_m) < 3.0);
}

void a_lap_backward_is_taken_off() {
    RoadDrive drive(environment_text() + car_text("wires", 5.0, 0.0, 0.0), "oval");
    drive.wires.gear = -1;
    drive.wires.key = Key::on;
    drive.wires.accelerator = 0.3;
    drive.run(8.0);
    TEST_ASSERT_TRUE(drive.cars[0].car.motion.forward_mps < 0.0);
    TEST_ASSERT_EQUAL_INT64(-1, drive.cars[0].laps);
}

// A command from the State of tick k·20 takes effect at tick k·20 + 5: here the first command of a
// driver who wants to go, in a car that stands.
void a_command_takes_effect_after_its_latency() {
    RoadDrive drive(environment_text() + car_text("line-follower", 0.0, 0.0, 0.0), "oval");
    for (int tick = 1; tick < 5; ++tick) {
        drive.tick();
        TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].controls.accelerator);
    }
    drive.tick();
    const double first = drive.cars[0].controls.accelerator;
    TEST_ASSERT_TRUE(first > 0.0);
    for (int tick = 6; tick < 25; ++tick) {
        drive.tick();
        TEST_ASSERT_EQUAL_DOUBLE(first, drive.cars[0].controls.accelerator);
    }
}

double stopping_distance_m(const std::string& weather) {
    RoadDrive drive(environment_text(weather) + car_text("wires", 10.0, 0.0, 70.0), "oval");
    drive.wires = full_brake();
    const double begin_m = drive.cars[0].car.drive.distance_m;
    for (int tick = 0; tick < 60'000 && drive.cars[0].car.motion.forward_mps > 0.0; ++tick)
        drive.tick();
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].car.motion.forward_mps);
    return drive.cars[0].car.drive.distance_m - begin_m;
}

void worse_weather_needs_more_road_to_stop() {
    const double dry_m = stopping_distance_m("dry");
    const double rain_m = stopping_distance_m("rain");
    const double snow_m = stopping_distance_m("snow");
    TEST_ASSERT_DOUBLE_WITHIN(6.0, 24.0, dry_m);  // 19.4 m/s at about 0.8 to 1 g, and the lag
    TEST_ASSERT_TRUE(rain_m > 1.2 * dry_m && rain_m < 1.8 * dry_m);
    TEST_ASSERT_TRUE(snow_m > 2.5 * dry_m && snow_m < 4.5 * dry_m);
}

/// Speed after 10 s of rolling in neutral from 80 km/h along +x.
double rolling_speed_mps(double wind_mps, double wind_from_deg) {
    RoadDrive drive(
        environment_text("dry", wind_mps, wind_from_deg) + car_text("wires", 10.0, 0.0, 80.0),
        "oval");
    drive.wires.key = Key::on;
    drive.run(10.0);
    return drive.cars[0].car.motion.forward_mps;
}

void wind_acts_on_the_air_speed() {
    const double calm = rolling_speed_mps(0.0, 0.0);
    TEST_ASSERT_TRUE(rolling_speed_mps(15.0, 0.0) < calm - 0.5);    // from ahead
    TEST_ASSERT_TRUE(rolling_speed_mps(15.0, 180.0) > calm + 0.2);  // from behind
}

// Side wind blows the car off its line; mirrored wind blows it off in the mirror image.
void side_wind_pushes_sideways() {
    const auto left_m = [](double from_deg) {
        RoadDrive drive(
            environment_text("dry", 20.0, from_deg) + car_text("wires", 10.0, 0.0, 80.0), "oval");
        drive.wires.key = Key::on;
        drive.run(3.0);
        return drive.cars[0].car.motion.y_m;
    };
    const double from_left = left_m(90.0);
    TEST_ASSERT_TRUE(from_left < -0.05);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -from_left, left_m(-90.0));
}

void grass_slows_a_car_down() {
    RoadDrive road(environment_text() + car_text("wires", 10.0, 0.0, 60.0), "oval");
    RoadDrive grass(environment_text() + car_text("wires", 10.0, 9.5, 60.0), "oval");
    for (RoadDrive* drive : {&road, &grass}) {
        drive->wires.key = Key::on;
        drive->run(5.0);
    }
    TEST_ASSERT_TRUE(grass.cars[0].car.motion.forward_mps <
                     road.cars[0].car.motion.forward_mps - 1.0);
}

void a_barrier_stops_a_car_and_damages_it() {
    RoadDrive drive(environment_text() + car_text("wires", 200.0, 0.0, 90.0), "oval");
    drive.wires.key = Key::on;
    drive.wires.gear = 1;
    drive.wires.steer = -0.5;  // to the right, into the barrier
    drive.run(12.0);
    const RoadCarState& car = drive.cars[0];
    TEST_ASSERT_TRUE(car.damage > 1.0);
    const RoadPoint road = drive.world.track().at(car.place.along_m);
    TEST_ASSERT_TRUE(-car.place.offset_m < road.right_barrier_m);
    TEST_ASSERT_TRUE(car.place.offset_m < road.left_barrier_m);
}

void damage_above_the_limit_puts_a_car_out() {
    std::string text = environment_text();
    text.replace(text.find("10000.0"), 7, "5.0");
    RoadDrive drive(text + car_text("wires", 200.0, 0.0, 120.0), "oval");
    drive.wires.key = Key::on;
    drive.wires.gear = 1;
    drive.wires.accelerator = 1.0;
    drive.wires.steer = -0.5;
    drive.run(30.0);
    TEST_ASSERT_EQUAL_UINT64(1, drive.cars[0].out);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].car.motion.forward_mps);
}

void a_car_runs_into_a_parked_one_and_pushes_it() {
    RoadDrive drive(environment_text() + car_text("wires", 10.0, 0.0, 50.0) +
                        car_text("parked", 40.0, 0.0, 0.0),
                    "oval");
    drive.wires.key = Key::on;
    drive.run(10.0);
    TEST_ASSERT_TRUE(drive.cars[0].damage > 100.0);
    TEST_ASSERT_EQUAL_DOUBLE(drive.cars[0].damage, drive.cars[1].damage);
    TEST_ASSERT_TRUE(drive.cars[1].place.along_m > 40.1);
    // Bumper behind bumper, not one inside the other.
    TEST_ASSERT_TRUE(drive.cars[1].place.along_m - drive.cars[0].place.along_m > 4.4);
}

void a_post_stands_firm() {
    const std::string post = "[[post]]\nx_m = 40.0\ny_m = 0.0\nradius_m = 0.2\n";
    RoadDrive drive(environment_text() + car_text("wires", 10.0, 0.0, 50.0) + post, "oval");
    drive.wires.key = Key::on;
    drive.run(10.0);
    TEST_ASSERT_TRUE(drive.cars[0].damage > 100.0);
    TEST_ASSERT_TRUE(drive.cars[0].car.motion.x_m < 40.0);
}

void a_parked_car_stays_exactly_where_it_is() {
    RoadDrive drive(environment_text() + car_text("parked", 900.0, 1.0, 0.0), "mountain");
    const PlanarMotion begin = drive.cars[0].car.motion;
    drive.run(60.0);
    const PlanarMotion& end = drive.cars[0].car.motion;
    TEST_ASSERT_TRUE(begin.x_m == end.x_m && begin.y_m == end.y_m && begin.yaw_rad == end.yaw_rad);
}

// Two cars above each other on the bridge do not collide.
void cars_pass_on_different_levels() {
    const Track track = shipped_track("figure-eight");
    double upper_m = 0.0;
    double lower_m = 0.0;
    for (double a_m = 0.0; a_m < track.length_m() && upper_m == 0.0; a_m += 2.0)
        for (double b_m = a_m + 100.0; b_m < track.length_m() - 50.0; b_m += 2.0) {
            const RoadPoint a = track.at(a_m);
            const RoadPoint b = track.at(b_m);
            if (magnitude(a.x_m - b.x_m) < 1.5 && magnitude(a.y_m - b.y_m) < 1.5 &&
                magnitude(a.elevation_m - b.elevation_m) > 3.0) {
                upper_m = a_m;
                lower_m = b_m;
                break;
            }
        }
    TEST_ASSERT_TRUE_MESSAGE(upper_m > 0.0, "the track does not cross itself");
    const RoadWorld world = world_of(environment_text() + car_text("parked", upper_m, 0.0, 0.0) +
                                         car_text("parked", upper_m - 60.0, 0.0, 0.0),
                                     "figure-eight");
    std::vector<RoadCarState> cars = world.initial();
    // The second car is put onto the other level by hand: a session refuses cars inside each other.
    const RoadPoint below = track.at(lower_m);
    cars[1].car.motion.x_m = below.x_m;
    cars[1].car.motion.y_m = below.y_m;
    cars[1].place = {lower_m, 0.0};
    for (int tick = 0; tick < 100; ++tick) {
        world.decide(cars, {});
        world.step(cars);
    }
    TEST_ASSERT_EQUAL_DOUBLE(0.0, cars[0].damage);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, cars[1].damage);
}

void a_driver_keeps_its_distance() {
    RoadDrive drive(environment_text() + car_text("line-follower", 10.0, 0.0, 80.0) +
                        car_text("parked", 180.0, 0.0, 0.0),
                    "oval");
    drive.run(40.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.cars[0].damage);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 0.0, drive.cars[0].car.motion.forward_mps);
    TEST_ASSERT_TRUE(drive.cars[0].place.along_m > 160.0);
}

// The same session twice: the same bits.
void a_drive_is_a_pure_function() {
    const std::string text = environment_text("rain", 5.0, 30.0) +
                             car_text("line-follower", 30.0, 1.5, 0.0) +
                             car_text("line-follower", 10.0, -1.5, 0.0, "bmw-320i");
    RoadDrive first(text, "club");
    RoadDrive second(text, "club");
    first.run(30.0);
    second.run(30.0);
    TEST_ASSERT_EQUAL_INT(0, std::memcmp(first.cars.data(), second.cars.data(),
                                         first.cars.size() * sizeof(RoadCarState)));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_line_follower_goes_round_and_counts_laps);
    RUN_TEST(a_lap_backward_is_taken_off);
    RUN_TEST(a_command_takes_effect_after_its_latency);
    RUN_TEST(worse_weather_needs_more_road_to_stop);
    RUN_TEST(wind_acts_on_the_air_speed);
    RUN_TEST(side_wind_pushes_sideways);
    RUN_TEST(grass_slows_a_car_down);
    RUN_TEST(a_barrier_stops_a_car_and_damages_it);
    RUN_TEST(damage_above_the_limit_puts_a_car_out);
    RUN_TEST(a_car_runs_into_a_parked_one_and_pushes_it);
    RUN_TEST(a_post_stands_firm);
    RUN_TEST(a_parked_car_stays_exactly_where_it_is);
    RUN_TEST(cars_pass_on_different_levels);
    RUN_TEST(a_driver_keeps_its_distance);
    RUN_TEST(a_drive_is_a_pure_function);
    return UNITY_END();
}
