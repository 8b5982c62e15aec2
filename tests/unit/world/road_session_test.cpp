// SPDX-License-Identifier: Apache-2.0
// Mistakes in the tables of a drive on a track: one line each, with what would be right.
#include "model/world/road_session.h"

#include <string>

#include "model/config/config_error.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

const std::string good = environment_text() + car_text("line-follower", 0.0, 0.0, 0.0);

std::string error_of(const std::string& text) {
    try {
        const RoadWorld world = world_of(text, "oval");
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "no error";
}

std::string changed(const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    TEST_ASSERT_TRUE_MESSAGE(at != std::string::npos, from.c_str());
    return text.replace(at, from.size(), to);
}

void expect(const std::string& text, const std::string& words) {
    const std::string error = error_of(text);
    TEST_ASSERT_TRUE_MESSAGE(error.find(words) != std::string::npos, error.c_str());
    TEST_ASSERT_TRUE_MESSAGE(error.find('\n') == std::string::npos, error.c_str());
}

void the_good_one_is_good() {
    TEST_ASSERT_EQUAL_STRING("no error", error_of(good).c_str());
}

void mistakes_are_told() {
    expect(changed("\"dry\"", "\"sunny\""), "\"dry\", \"rain\", \"snow\", \"ice\"");
    expect(changed("wind_mps = 0.000000", "wind_mps = 99.0"), "wind_mps");
    expect(changed("largest_damage = 10000.0", "largest_damage = 0.0"), "largest_damage");
    expect(changed("along_m = 0.000000", "along_m = 99999.0"), "along_m");
    expect(changed("offset_m = 0.000000", "offset_m = 50.0"), "offset_m");
    expect(changed("speed_kph = 0.000000", "speed_kph = -1.0"), "speed_kph");
    expect(changed("\"line-follower\"", "\"nobody\""), "driver");
    expect(changed("target_offset_m", "target_offset"), "target_offset_m");
    expect(good + "colour = \"red\"\n", "colour");
    expect(environment_text(), "car");
    expect(good + car_text("wires", 100.0, 0.0, 0.0), "only the first car can be on the wires");
    expect(good + car_text("parked", 2.0, 0.0, 0.0), "cars 1 and 2 begin inside each other");
    expect(good + car_text("parked", 0.0, 0.0, 0.0), "cars 1 and 2 begin inside each other");
    expect(good + "[[post]]\nx_m = 1.0\ny_m = 2.0\nradius_m = 0.01\n", "radius_m");
    expect(good + "[[post]]\nx_m = 1e300\ny_m = 2.0\nradius_m = 0.5\n", "x_m: found 1e+300");
    expect(good + "[[post]]\nx_m = 1.0\ny_m = -1.2e6\nradius_m = 0.5\n", "between -1.1e+06");
}

// A command that comes later than the next look would never be carried out.
void a_command_takes_effect_before_the_next_look() {
    const auto latency = [](const std::string& keys) {
        return world_of(changed("largest_damage", keys + "largest_damage"), "oval")
            .conditions()
            .driver_latency_ticks;
    };
    TEST_ASSERT_EQUAL_INT64(5, latency(""));
    TEST_ASSERT_EQUAL_INT64(5, latency("driver_period_ticks = 5\n"));
    TEST_ASSERT_EQUAL_INT64(4, latency("driver_period_ticks = 4\n"));
    TEST_ASSERT_EQUAL_INT64(1, latency("driver_period_ticks = 1\n"));
    expect(changed("largest_damage",
                   "driver_period_ticks = 4\ndriver_latency_ticks = 5\nlargest_damage"),
           "driver_latency_ticks: found 5; must be between 1 and 4");
}

// The oval's barriers are 14 m to the left and 10 m to the right; the Focus is 1.84 m wide.
void nobody_begins_inside_a_barrier_or_a_post() {
    for (const double offset_m : {13.07, -9.07})
        TEST_ASSERT_EQUAL_STRING(
            "no error",
            error_of(environment_text() + car_text("parked", 100.0, offset_m, 0.0)).c_str());
    for (const double offset_m : {13.09, -9.09, 13.9, -10.0})
        expect(good + car_text("parked", 100.0, offset_m, 0.0), "car 2 begins inside a barrier");
    // The car's centre of gravity is at the origin, its nose 1.973 m ahead, its side 0.92 m away.
    const auto post = [](double x_m, double y_m) {
        return good + "[[post]]\nx_m = " + std::to_string(x_m) + "\ny_m = " + std::to_string(y_m) +
               "\nradius_m = 0.5\n";
    };
    for (const std::string& text : {post(0.0, 0.0), post(2.47, 0.0), post(0.0, 1.41)})
        expect(text, "car 1 begins inside a post");
    for (const std::string& text : {post(2.48, 0.0), post(0.0, -1.43)})
        TEST_ASSERT_EQUAL_STRING("no error", error_of(text).c_str());
}

void a_car_without_chassis_cannot_be_on_a_track() {
    std::string text = good;
    text.replace(text.find("focus-2.0-mt"), 12, "focus-paper");
    expect(text, "[chassis]");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_good_one_is_good);
    RUN_TEST(mistakes_are_told);
    RUN_TEST(a_command_takes_effect_before_the_next_look);
    RUN_TEST(nobody_begins_inside_a_barrier_or_a_post);
    RUN_TEST(a_car_without_chassis_cannot_be_on_a_track);
    return UNITY_END();
}
