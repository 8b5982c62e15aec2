// SPDX-License-Identifier: Apache-2.0
// Anybody may do anything with the pedals: numbers stay numbers, forces stay forces, and no corner
// of a car ends up behind a barrier, in a post or in another car. GHOSTCAR_RANDOM_TICKS asks for
// more ticks than an ordinary test has time for.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "model/math/noise.h"
#include "model/math/trigonometry.h"
#include "model/world/collision/placed_box.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

// Barriers and posts are met one after the other, then the cars each other: what the last contact
// of a tick pushes into an earlier one stays there until the next tick. At 40 m/s that is 4 cm; the
// most in 4 million ticks were 3 cm. Cars among themselves are met last.
constexpr double into_fixed_m = 0.04;
constexpr double into_car_m = 0.005;

std::int64_t wanted_ticks() {
    const char* text = std::getenv("GHOSTCAR_RANDOM_TICKS");
    return text == nullptr ? 200'000 : std::strtoll(text, nullptr, 10);
}

/// New controls now and then, abrupt ones among them.
void play(Controls& controls, std::uint64_t seed, std::uint64_t car, std::int64_t tick) {
    if (tick % 250 != 0) return;
    const auto random = [=](std::uint64_t channel) {
        return uniform_noise(seed, car * 16 + channel, static_cast<std::uint64_t>(tick));
    };
    controls.accelerator = random(0) < 0.3 ? 0.0 : random(1);
    controls.brake = random(2) < 0.7 ? 0.0 : random(3);
    controls.clutch = random(4) < 0.7 ? 0.0 : random(5);
    controls.steer = random(6) < 0.4 ? 0.0 : 2.0 * random(7) - 1.0;
    controls.gear = to_integer(random(8) * 8.0 - 1.0, -1, 6);
    controls.key = random(9) < 0.05 ? Key::off : (random(9) < 0.15 ? Key::start : Key::on);
}

BodyMotion body_of(const RoadCarState& state) {
    const PlanarMotion& motion = state.car.motion;
    const SineCosine heading = sine_cosine(motion.yaw_rad);
    return {motion.x_m, motion.y_m, heading.sine, heading.cosine, 0.0, 0.0, 0.0};
}

/// All four corners, each against the barriers at its own station.
void check_barriers(const RoadWorld& world, const RoadCarState& state, long index,
                    const char* where) {
    const CollisionBox& box = world.cars()[static_cast<std::size_t>(index)].box;
    const PlacedBox placed_box = placed(box, body_of(state));
    const RoadPoint here = world.track().at(state.place.along_m);
    for (const double ahead : {-box.half_length_m, box.half_length_m})
        for (const double left : {-box.half_width_m, box.half_width_m}) {
            const PlaneVector corner =
                placed_box.centre + placed_box.ahead * ahead + placed_box.left * left;
            // A place may be a metre away at most, and a corner is farther: step by step.
            RoadPlace place = state.place;
            RoadPoint road;
            for (int i = 0; i < 4; ++i) road = world.track().locate(corner.x, corner.y, place);
            const PlaneVector from{corner.x - here.x_m, corner.y - here.y_m};
            const double along_m = dot(from, PlaneVector{here.cosine_heading, here.sine_heading});
            const double bend_pm = magnitude(here.curvature_pm) + magnitude(road.curvature_pm);
            // The barrier is taken to lead straight on from where the car is.
            const double straight_m = 0.5 * along_m * along_m * bend_pm;
            const double beyond_m = maximum(place.offset_m - road.left_barrier_m,
                                            -place.offset_m - road.right_barrier_m);
            TEST_ASSERT_TRUE_MESSAGE(beyond_m < straight_m + into_fixed_m, where);
        }
}

/// On a bridge, over the other.
bool other_level(const RoadDrive& session, std::size_t one, std::size_t other) {
    const auto height_m = [&session](std::size_t index) {
        return session.world.track().at(session.cars[index].place.along_m).elevation_m;
    };
    return magnitude(height_m(one) - height_m(other)) > 2.0;
}

/// Posts, and the cars behind this one in their order.
void check_contacts(const RoadDrive& session, std::size_t index, const char* where) {
    const std::vector<RoadCar>& cars = session.world.cars();
    const BodyMotion body = body_of(session.cars[index]);
    for (const Post& post : session.world.conditions().posts)
        TEST_ASSERT_TRUE_MESSAGE(
            contact_with_post(cars[index].box, body, post).depth_m < into_fixed_m, where);
    for (std::size_t other = index + 1; other < cars.size(); ++other)
        if (!other_level(session, index, other))
            TEST_ASSERT_TRUE_MESSAGE(contact_between(cars[index].box, body, cars[other].box,
                                                     body_of(session.cars[other]))
                                             .depth_m < into_car_m,
                                     where);
}

/// Every number of a car: its members are eight bytes each, most of them doubles.
void check_car(const RoadWorld& world, const RoadCarState* first, const RoadCarState& state,
               const char* where) {
    const CarState& car = state.car;
    const double numbers[] = {car.motion.x_m,
                              car.motion.y_m,
                              car.motion.yaw_rad,
                              car.motion.forward_mps,
                              car.motion.left_mps,
                              car.motion.yaw_rate_radps,
                              car.roll_rad,
                              car.roll_rate_radps,
                              car.pitch_rad,
                              car.pitch_rate_radps,
                              car.proper_forward_mps2,
                              car.proper_left_mps2,
                              car.driveline.shaft_radps,
                              car.driveline.twist_rad,
                              car.drive.engine_speed_radps,
                              car.drive.clutch_torque_nm,
                              state.damage};
    for (const double number : numbers) {
        TEST_ASSERT_TRUE_MESSAGE(std::isfinite(number), where);
        TEST_ASSERT_TRUE_MESSAGE(number == 0.0 || std::isnormal(number), where);
    }
    // No more than every tyre at its best on four times the weight.
    TEST_ASSERT_TRUE_MESSAGE(magnitude(car.proper_forward_mps2) < 60.0, where);
    TEST_ASSERT_TRUE_MESSAGE(magnitude(car.proper_left_mps2) < 60.0, where);
    TEST_ASSERT_TRUE_MESSAGE(magnitude(car.motion.forward_mps) < 150.0, where);
    for (const WheelState& wheel : car.wheels) {
        TEST_ASSERT_TRUE_MESSAGE(std::isfinite(wheel.spin_radps), where);
        TEST_ASSERT_TRUE_MESSAGE(magnitude(wheel.spin_radps) < 1000.0, where);
        TEST_ASSERT_TRUE_MESSAGE(wheel.load_n >= 0.0 && wheel.load_n < 2e5, where);
    }
    check_barriers(world, state, &state - first, where);
}

/// Posts where the cars come along, beside the road's middle and on it.
std::string posts_on(const std::string& track_name) {
    const Track track = shipped_track(track_name);
    std::string text;
    for (const double along_m : {20.0, 52.0, 90.0, 110.0, 150.0, 200.0}) {
        const RoadPoint road = track.at(along_m);
        const double offset_m = along_m < 100.0 ? 3.5 : 0.02 * (along_m - 150.0);
        text += "[[post]]\nx_m = " + std::to_string(road.x_m - road.sine_heading * offset_m) +
                "\ny_m = " + std::to_string(road.y_m + road.cosine_heading * offset_m) +
                "\nradius_m = 0.3\n";
    }
    return text;
}

void nobody_leaves_the_real_numbers_or_the_road() {
    const char* tracks[] = {"oval", "club", "mountain", "figure-eight"};
    const char* weathers[] = {"dry", "rain", "snow", "ice"};
    const std::int64_t ticks_per_drive = wanted_ticks() / 16;
    double damage = 0.0;
    for (std::uint64_t drive = 0; drive < 16; ++drive) {
        const std::uint64_t seed = drive + 1;
        const char* track = tracks[drive % 4];
        // A high limit: nobody is spared by being out.
        std::string text = environment_text(weathers[drive / 4], 10.0, 40.0);
        text.replace(text.find("10000.0"), 7, "1e12");
        RoadDrive session(text + car_text("parked", 30.0, 1.5, 0.0) +
                              car_text("parked", 45.0, -1.5, 60.0, "city-car") +
                              car_text("parked", 60.0, 1.0, 90.0, "truck-7.5t") +
                              car_text("parked", 75.0, -1.0, 120.0, "bmw-320i") + posts_on(track),
                          track);
        std::vector<Controls> controls(session.cars.size());
        for (std::int64_t tick = 0; tick < ticks_per_drive; ++tick) {
            for (std::size_t i = 0; i < session.cars.size(); ++i) {
                play(controls[i], seed, i, tick);
                session.cars[i].controls = controls[i];
            }
            session.world.step(session.cars);
            char where[120];
            for (const RoadCarState& car : session.cars) {
                std::snprintf(where, sizeof where, "seed %llu, %s, tick %lld, car %d",
                              static_cast<unsigned long long>(seed), track,
                              static_cast<long long>(tick),
                              static_cast<int>(&car - session.cars.data()));
                check_car(session.world, session.cars.data(), car, where);
                check_contacts(session, static_cast<std::size_t>(&car - session.cars.data()),
                               where);
            }
        }
        for (const RoadCarState& car : session.cars) damage += car.damage;
    }
    TEST_ASSERT_TRUE_MESSAGE(damage > 100.0, "nobody hit anything: the test tests nothing");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(nobody_leaves_the_real_numbers_or_the_road);
    return UNITY_END();
}
