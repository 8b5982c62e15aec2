// SPDX-License-Identifier: Apache-2.0
// The built-in driver takes a car round every shipped track and some nasty ones, on any grip, and
// stays on the road.
#include "model/driver/line_follower.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "model/config/table_reader.h"
#include "model/driver/gear_choice.h"
#include "model/track/track.h"
#include "tests/unit/driver/bicycle.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Bicycle;

namespace {

constexpr double tick_s = 0.001;
constexpr int ticks_per_period = 20;

/// What every small track of these tests has; `rest` adds the segments.
std::string track_text(bool closed, std::string_view elevation, std::string_view cross_fall,
                       std::string_view rest) {
    std::string text = "name = \"test\"\ndescription = \"for a test\"\nclosed = ";
    text += closed ? "true\n" : "false\n";
    text += "start = {x_m = 0.0, y_m = 0.0, heading_deg = 0.0}\n";
    text += "lanes = {count = 2, width_m = 3.0}\n";
    text += "zones = {road = \"asphalt\", kerb = \"asphalt\", verge = \"grass\"}\n";
    text += "width = {station_m = [0.0], left_m = [3.5], right_m = [3.5]}\n";
    text += "elevation = " + std::string(elevation) + "\n";
    text += "cross_fall = " + std::string(cross_fall) + "\n";
    text +=
        "[[surface]]\nname = \"asphalt\"\nfriction = 1.0\nrolling_resistance = 0.0\n"
        "roughness_m = 0.0\n"
        "[[surface]]\nname = \"grass\"\nfriction = 0.5\nrolling_resistance = 0.05\n"
        "roughness_m = 0.02\n"
        "[[surface]]\nname = \"cobbles\"\nfriction = 0.5\nrolling_resistance = 0.0\n"
        "roughness_m = 0.0\n";
    return text + std::string(rest);
}

constexpr std::string_view level = "{station_m = [0.0], height_m = [0.0]}";
constexpr std::string_view flat = "{station_m = [0.0], left_rise_pct = [0.0]}";

// Two straights and two half circles, entered without transition.
constexpr std::string_view ring =
    "[[segment]]\nkind = \"line\"\nlength_m = 150.0\n"
    "[[segment]]\nkind = \"arc\"\nradius_m = 40.0\nangle_deg = 180.0\nturn = \"left\"\n"
    "[[segment]]\nkind = \"line\"\nlength_m = 150.0\n"
    "[[segment]]\nkind = \"arc\"\nradius_m = 40.0\nangle_deg = 180.0\nturn = \"left\"\n";

// A fast straight into ever tighter bends, the last of them a hairpin.
constexpr std::string_view tightening =
    "[[segment]]\nkind = \"line\"\nlength_m = 800.0\n"
    "[[segment]]\nkind = \"arc\"\nradius_m = 80.0\nangle_deg = 70.0\nturn = \"left\"\n"
    "[[segment]]\nkind = \"arc\"\nradius_m = 40.0\nangle_deg = 80.0\nturn = \"left\"\n"
    "[[segment]]\nkind = \"line\"\nlength_m = 60.0\n"
    "[[segment]]\nkind = \"arc\"\nradius_m = 20.0\nangle_deg = 90.0\nturn = \"right\"\n"
    "[[segment]]\nkind = \"line\"\nlength_m = 200.0\n"
    "[[segment]]\nkind = \"bend\"\nradius_m = 8.0\nangle_deg = 170.0\ntransition_m = 8.0\n"
    "turn = \"right\"\n"
    "[[segment]]\nkind = \"line\"\nlength_m = 150.0\n";

// An S without a straight between.
constexpr std::string_view slalom =
    "[[segment]]\nkind = \"line\"\nlength_m = 200.0\n"
    "[[segment]]\nkind = \"bend\"\nradius_m = 30.0\nangle_deg = 80.0\ntransition_m = 15.0\n"
    "turn = \"left\"\n"
    "[[segment]]\nkind = \"bend\"\nradius_m = 30.0\nangle_deg = 160.0\ntransition_m = 15.0\n"
    "turn = \"right\"\n"
    "[[segment]]\nkind = \"bend\"\nradius_m = 30.0\nangle_deg = 160.0\ntransition_m = 15.0\n"
    "turn = \"left\"\n"
    "[[segment]]\nkind = \"line\"\nlength_m = 100.0\n";

Track track_of(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("test.toml"));
    TableReader reader(table);
    return Track::from_toml(reader);
}

struct Drive {
    double time_s = 0.0;
    double farthest_off_line_m = 0.0;
    double least_room_m = 100.0;  // between the car and the edge of the paved road
    double top_speed_mps = 0.0;
    double hardest_corner_mps2 = 0.0;
    double distance_m = 0.0;
    double final_speed_mps = 0.0;
};

struct Conditions {
    double target_offset_m = 0.0;
    double grip_factor = 1.0;
    double laps = 1.5;
};

/// Drives `laps` laps of a circuit, or an open road to its end.
Drive drive(const Track& track, const Conditions& conditions, Bicycle car = {}) {
    const LineFollowerParameters parameters;
    car.stand_on(track, 2.0, conditions.target_offset_m);
    const double goal_m =
        track.closed() ? conditions.laps * track.length_m() : track.length_m() - 7.0;
    Drive result;
    DriveCommand command;
    double last_along_m = car.place.along_m;
    std::int64_t tick = 0;
    for (; tick < 900'000; ++tick) {
        if (tick % ticks_per_period == 0) {
            command = follow_line(track, parameters,
                                  car.view(conditions.target_offset_m, conditions.grip_factor));
        }
        car.step(track, command, conditions.grip_factor, tick_s);
        double moved_m = car.place.along_m - last_along_m;
        if (moved_m < -0.5 * track.length_m()) moved_m += track.length_m();
        if (moved_m > 0.5 * track.length_m()) moved_m -= track.length_m();
        last_along_m = car.place.along_m;
        result.distance_m += moved_m;
        const double edge_m =
            car.place.offset_m > 0.0 ? car.road.left_width_m : car.road.right_width_m;
        result.least_room_m = minimum(result.least_room_m, edge_m - car.outermost_m());
        result.farthest_off_line_m = maximum(
            result.farthest_off_line_m, std::fabs(car.place.offset_m - conditions.target_offset_m));
        result.top_speed_mps = maximum(result.top_speed_mps, car.forward_mps);
        result.hardest_corner_mps2 =
            maximum(result.hardest_corner_mps2,
                    car.forward_mps * car.forward_mps * std::fabs(car.road.curvature_pm));
        if (track.closed() ? result.distance_m > goal_m : car.forward_mps < 0.1 && tick > 10'000) {
            break;
        }
    }
    result.time_s = static_cast<double>(tick) * tick_s;
    result.final_speed_mps = car.forward_mps;
    return result;
}

void report(const std::string& name, const Conditions& conditions, const Drive& drive) {
    std::printf(
        "%-22s grip %.2f offset %4.1f: %7.2f s, %6.0f m, top %4.1f m/s, corner %4.1f m/s2, "
        "off the line %.2f m, room %.2f m\n",
        name.c_str(), conditions.grip_factor, conditions.target_offset_m, drive.time_s,
        drive.distance_m, drive.top_speed_mps, drive.hardest_corner_mps2, drive.farthest_off_line_m,
        drive.least_room_m);
}

void expect_clean(const std::string& name, const Track& track, const Conditions& conditions,
                  const Bicycle& car = {}) {
    const Drive result = drive(track, conditions, car);
    report(name, conditions, result);
    TEST_ASSERT_TRUE(result.least_room_m > 0.0);
    const double goal_m =
        track.closed() ? conditions.laps * track.length_m() : track.length_m() - 12.0;
    TEST_ASSERT_TRUE(result.distance_m >= goal_m);
}

void every_shipped_track() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator("model/data/tracks")) {
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    TEST_ASSERT_TRUE(!files.empty());
    for (const std::filesystem::path& file : files) {
        const toml::table table = toml::parse_file(file.string());
        TableReader reader(table);
        const Track track = Track::from_toml(reader);
        for (const double grip_factor : {1.0, 0.7, 0.3}) {
            expect_clean(file.stem().string(), track, {0.0, grip_factor});
        }
        const double lane_m = 0.4 * track.lanes().width_m;
        expect_clean(file.stem().string(), track, {lane_m, 1.0});
        expect_clean(file.stem().string(), track, {-lane_m, 1.0});
    }
}

void nasty_roads() {
    const Track round = track_of(track_text(true, level, flat, ring));
    const Track tight = track_of(track_text(false, level, flat, tightening));
    const Track sway = track_of(track_text(false, level, flat, slalom));
    for (const double grip_factor : {1.0, 0.7, 0.4, 0.15}) {
        expect_clean("ring", round, {0.0, grip_factor});
        expect_clean("tightening", tight, {0.0, grip_factor});
        expect_clean("slalom", sway, {0.0, grip_factor});
    }
    expect_clean("ring, inside", round, {1.5, 1.0});
    expect_clean("ring, outside", round, {-1.5, 1.0});
}

void downhill_and_wrong_camber() {
    // 12 % down, over a crest, and falling to the outside of every left-hand bend.
    const Track steep =
        track_of(track_text(false,
                            "{station_m = [0.0, 300.0, 800.0, 1000.0, 1400.0], "
                            "height_m = [0.0, 6.0, -54.0, -60.0, -60.0]}",
                            "{station_m = [0.0], left_rise_pct = [5.0]}", tightening));
    for (const double grip_factor : {1.0, 0.6, 0.35}) {
        expect_clean("steep", steep, {0.0, grip_factor});
    }
}

void slippery_stretches_are_seen_in_time() {
    const Track patched = track_of(track_text(
        true, level, flat,
        std::string(ring) + "[[stretch]]\nfrom_m = 140.0\nto_m = 290.0\nroad = \"cobbles\"\n"));
    expect_clean("cobbles in the bend", patched, {0.0, 1.0});
}

/// The driver's idea of the car may be wrong.
void other_cars_than_thought() {
    Bicycle worn;
    worn.tyre_grip = 0.8;
    Bicycle soft;  // runs wide, and its tail hangs out twice as far
    soft.front_stiffness = 9.0;
    soft.rear_stiffness = 11.0;
    Bicycle sharp;
    sharp.front_stiffness = 25.0;
    sharp.rear_stiffness = 30.0;
    Bicycle tail_happy;  // oversteers
    tail_happy.front_stiffness = 17.0;
    tail_happy.rear_stiffness = 17.0;
    tail_happy.front_axle_m = 1.4;
    tail_happy.rear_axle_m = 1.25;
    Bicycle slow_hands;
    slow_hands.steering_rate_radps = 0.25;
    Bicycle lorry;
    lorry.mass_kg = 12'000.0;
    lorry.yaw_inertia_kgm2 = 60'000.0;
    lorry.front_axle_m = 2.2;
    lorry.rear_axle_m = 2.0;
    lorry.tyre_grip = 0.9;
    const Track tight = track_of(track_text(false, level, flat, tightening));
    const Track sway = track_of(track_text(false, level, flat, slalom));
    for (const double grip_factor : {1.0, 0.5}) {
        for (const auto& [name, car] : {std::pair{"worn", worn},
                                        {"soft", soft},
                                        {"sharp", sharp},
                                        {"tail happy", tail_happy},
                                        {"slow hands", slow_hands},
                                        {"lorry", lorry}}) {
            expect_clean(std::string(name) + ", tightening", tight, {0.0, grip_factor}, car);
            expect_clean(std::string(name) + ", slalom", sway, {0.0, grip_factor}, car);
        }
    }
}

void less_grip_means_less_speed() {
    const Track round = track_of(track_text(true, level, flat, ring));
    const double dry_s = drive(round, {0.0, 1.0}).time_s;
    const double wet_s = drive(round, {0.0, 0.6}).time_s;
    const double icy_s = drive(round, {0.0, 0.15}).time_s;
    TEST_ASSERT_TRUE(wet_s > 1.1 * dry_s);
    TEST_ASSERT_TRUE(icy_s > 1.5 * wet_s);
    // On dry asphalt a bend of 40 m is taken with 0.7·0.9·g.
    TEST_ASSERT_DOUBLE_WITHIN(0.7, 0.7 * 0.9 * gravity_mps2,
                              drive(round, {0.0, 1.0}).hardest_corner_mps2);
}

void an_open_road_is_left_standing() {
    const Track sway = track_of(track_text(false, level, flat, slalom));
    const Drive result = drive(sway, {});
    TEST_ASSERT_TRUE(result.final_speed_mps < 0.2);
    TEST_ASSERT_TRUE(result.distance_m < sway.length_m() - 2.0);
}

void the_top_speed_is_held() {
    const Track straight = track_of(
        track_text(false, level, flat, "[[segment]]\nkind = \"line\"\nlength_m = 6000.0\n"));
    LineFollowerParameters parameters;
    parameters.top_speed_mps = 20.0;
    Bicycle car;
    car.stand_on(straight, 2.0, 0.0);
    DriveCommand command;
    for (int tick = 0; tick < 60'000; ++tick) {
        if (tick % ticks_per_period == 0) {
            command = follow_line(straight, parameters, car.view(0.0, 1.0));
        }
        car.step(straight, command, 1.0, tick_s);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.3, 20.0, car.forward_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, car.place.offset_m);
}

/// From beside the line, askew, and even backward the car comes back to its line.
void it_finds_the_line_again() {
    const Track straight = track_of(
        track_text(false, level, flat, "[[segment]]\nkind = \"line\"\nlength_m = 3000.0\n"));
    for (const double yaw_rad : {0.0, 0.5, -0.5, 1.5, -1.5, 3.1, -3.1}) {
        Bicycle car;
        car.stand_on(straight, 1500.0, 1.5);
        car.yaw_rad = yaw_rad;
        car.forward_mps = 3.0;
        DriveCommand command;
        for (int tick = 0; tick < 20'000; ++tick) {
            if (tick % ticks_per_period == 0) {
                command = follow_line(straight, {}, car.view(-1.0, 1.0));
            }
            car.step(straight, command, 1.0, tick_s);
        }
        TEST_ASSERT_DOUBLE_WITHIN(0.05, -1.0, car.place.offset_m);
        TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.0, car.heading_error_rad());
        TEST_ASSERT_TRUE(car.forward_mps > 10.0);
    }
}

void the_mirrored_road_gets_the_mirrored_command() {
    std::string right(ring);
    for (std::size_t at = right.find("left"); at != std::string::npos; at = right.find("left")) {
        right.replace(at, 4, "right");
    }
    const Track one = track_of(track_text(true, level, flat, ring));
    const Track other = track_of(track_text(true, level, flat, right));
    for (int i = 0; i < 500; ++i) {
        LineFollowerView view;
        view.place = {1.1 * i, 0.01 * i - 2.0};
        view.heading_error_rad = 0.003 * i - 0.7;
        view.speed_mps = 0.08 * i;
        view.yaw_rate_radps = 0.002 * i - 0.4;
        view.target_offset_m = 0.004 * i - 1.0;
        LineFollowerView mirror = view;
        mirror.place.offset_m = -view.place.offset_m;
        mirror.heading_error_rad = -view.heading_error_rad;
        mirror.yaw_rate_radps = -view.yaw_rate_radps;
        mirror.target_offset_m = -view.target_offset_m;
        const DriveCommand here = follow_line(one, {}, view);
        const DriveCommand there = follow_line(other, {}, mirror);
        TEST_ASSERT_TRUE(here.steer == -there.steer);
        TEST_ASSERT_TRUE(here.accelerator == there.accelerator);
        TEST_ASSERT_TRUE(here.brake == there.brake);
    }
}

/// Whatever it sees, its command is one: finite, in range, never both pedals.
void every_view_has_a_command() {
    const Track round = track_of(track_text(true, level, flat, ring));
    const double bad = std::nan("");
    const double values[] = {0.0, -1.0, 1.0, 3.2, -3.2, 100.0, -100.0, 1e12, -1e12, 1e-300, bad};
    for (const double a : values) {
        for (const double b : values) {
            for (const double c : values) {
                LineFollowerView view;
                view.place = {a, b};
                view.heading_error_rad = c;
                view.speed_mps = b;
                view.yaw_rate_radps = a;
                view.target_offset_m = c;
                view.grip_factor = a;
                const DriveCommand command = follow_line(round, {}, view);
                TEST_ASSERT_TRUE(command.steer >= -1.0 && command.steer <= 1.0);
                TEST_ASSERT_TRUE(command.accelerator >= 0.0 && command.accelerator <= 1.0);
                TEST_ASSERT_TRUE(command.brake >= 0.0 && command.brake <= 1.0);
                TEST_ASSERT_TRUE(command.accelerator == 0.0 || command.brake == 0.0);
            }
        }
    }
}

GearChange five_gears() {
    return {5, 450.0, 180.0, {40.0, 22.0, 15.0, 11.0, 9.0}};
}

void gears_follow_the_speed() {
    const GearChange gears = five_gears();
    TEST_ASSERT_EQUAL_INT64(0, chosen_gear({}, 3, 20.0, 300.0));    // the car shifts itself
    TEST_ASSERT_EQUAL_INT64(1, chosen_gear(gears, 0, 0.0, 80.0));   // from neutral
    TEST_ASSERT_EQUAL_INT64(1, chosen_gear(gears, -1, 0.0, 80.0));  // from reverse
    TEST_ASSERT_EQUAL_INT64(1, chosen_gear(gears, 1, 11.2, 448.0));
    TEST_ASSERT_EQUAL_INT64(2, chosen_gear(gears, 1, 11.3, 452.0));
    TEST_ASSERT_EQUAL_INT64(1, chosen_gear(gears, 1, 3.0, 460.0));   // the clutch slips
    TEST_ASSERT_EQUAL_INT64(2, chosen_gear(gears, 2, 11.3, 452.0));  // the change is under way
    TEST_ASSERT_EQUAL_INT64(2, chosen_gear(gears, 0, 11.5, 452.0));  // … through neutral
    TEST_ASSERT_EQUAL_INT64(2, chosen_gear(gears, 3, 11.9, 178.0));
    TEST_ASSERT_EQUAL_INT64(3, chosen_gear(gears, 3, 12.1, 181.0));
    TEST_ASSERT_EQUAL_INT64(5, chosen_gear(gears, 5, 60.0, 540.0));  // there is no sixth
    TEST_ASSERT_EQUAL_INT64(5, chosen_gear(gears, 9, 60.0, 540.0));
    TEST_ASSERT_EQUAL_INT64(1, chosen_gear(gears, 1, 1.0, 40.0));
}

/// No speed at which a gear is left for another that is left at once again.
void gears_do_not_hunt() {
    const GearChange gears = five_gears();
    for (int i = 0; i <= 600; ++i) {
        const double speed_mps = 0.1 * i;
        for (std::int64_t gear = 1; gear <= 5; ++gear) {
            const auto engine = [&](std::int64_t in) {
                return speed_mps * gears.engine_radps_per_mps[static_cast<std::size_t>(in - 1)];
            };
            const std::int64_t next = chosen_gear(gears, gear, speed_mps, engine(gear));
            const std::int64_t after = chosen_gear(gears, next, speed_mps, engine(next));
            TEST_ASSERT_TRUE((next - gear) * (after - next) >= 0);
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_shipped_track);
    RUN_TEST(nasty_roads);
    RUN_TEST(downhill_and_wrong_camber);
    RUN_TEST(slippery_stretches_are_seen_in_time);
    RUN_TEST(other_cars_than_thought);
    RUN_TEST(less_grip_means_less_speed);
    RUN_TEST(an_open_road_is_left_standing);
    RUN_TEST(the_top_speed_is_held);
    RUN_TEST(it_finds_the_line_again);
    RUN_TEST(the_mirrored_road_gets_the_mirrored_command);
    RUN_TEST(every_view_has_a_command);
    RUN_TEST(gears_follow_the_speed);
    RUN_TEST(gears_do_not_hunt);
    return UNITY_END();
}
