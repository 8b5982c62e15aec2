// SPDX-License-Identifier: Apache-2.0
// The projection of a point onto the road: against a search of the whole road, over whole laps, and
// where there is no good answer.
#include <cmath>
#include <cstdio>
#include <string>

#include "model/math/noise.h"
#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::circuits;
using ghostcar::tests::load_track;
using ghostcar::tests::plain_road;
using ghostcar::tests::track_from;

namespace {

constexpr std::uint64_t seed = 20240611;

double between(double low, double high, std::uint64_t channel, std::uint64_t number) {
    return low + (high - low) * uniform_noise(seed, channel, number);
}

double distance_m(const RoadPoint& road, double x_m, double y_m) {
    return std::hypot(road.x_m - x_m, road.y_m - y_m);
}

double lap_difference(const Track& track, double first_m, double second_m) {
    const double difference_m = first_m - second_m;
    return track.closed() ? std::remainder(difference_m, track.length_m()) : difference_m;
}

/// The nearest station within `reach_m` of one, by halving steps around the best of many.
double searched(const Track& track, double x_m, double y_m, double around_m, double reach_m) {
    double best_m = around_m;
    for (double step_m = 0.25; step_m > 1e-10; step_m *= 0.25) {
        const double centre_m = best_m;
        double best_distance_m = distance_m(track.at(best_m), x_m, y_m);
        const double range_m = step_m == 0.25 ? reach_m : 8.0 * step_m;
        for (double s = centre_m - range_m; s <= centre_m + range_m; s += step_m) {
            const double found_m = distance_m(track.at(s), x_m, y_m);
            if (found_m < best_distance_m) {
                best_distance_m = found_m;
                best_m = s;
            }
        }
    }
    return best_m;
}

/// Points up to the barriers but not beyond the centre of a bend; hints up to 1 m of driving away.
void agrees_with_a_search() {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (const char* name : circuits) {
        const Track track = load_track(name);
        for (std::uint64_t number = 0; number < 400; ++number) {
            const double along_m = between(0.0, track.length_m(), 0, number);
            const RoadPoint road = track.at(along_m);
            const double offset_m = between(-std::fmin(road.right_barrier_m, 10.0),
                                            std::fmin(road.left_barrier_m, 10.0), 1, number);
            const double scale = 1.0 - road.curvature_pm * offset_m;
            const double x_m = road.x_m - offset_m * road.sine_heading;
            const double y_m = road.y_m + offset_m * road.cosine_heading;
            RoadPlace place{
                track.wrapped(along_m + between(-1.0, 1.0, 2, number) / std::fmax(scale, 0.4)),
                between(-20.0, 20.0, 3, number)};
            const RoadPoint found = track.locate(x_m, y_m, place);
            const std::string words = std::string(name) + " point " + std::to_string(number);
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(
                1e-5, 0.0, lap_difference(track, place.along_m, along_m), words.c_str());
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7, offset_m, place.offset_m, words.c_str());
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5, 0.0, distance_m(found, road.x_m, road.y_m),
                                              words.c_str());
            const double best_m = searched(track, x_m, y_m, along_m, 4.0);
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-4, 0.0, lap_difference(track, best_m, along_m),
                                              words.c_str());
        }
    }
}

/// A car's tick is 0.1 m at most: then the projection is as good as the series.
void is_exact_for_a_tick() {
    for (const char* name : circuits) {
        const Track track = load_track(name);
        double worst_m = 0.0;
        for (std::uint64_t number = 0; number < 20000; ++number) {
            const double along_m = between(0.0, track.length_m(), 4, number);
            const RoadPoint road = track.at(along_m);
            const double offset_m = between(-road.right_width_m, road.left_width_m, 5, number);
            RoadPlace place{track.wrapped(along_m + between(-0.1, 0.1, 6, number)), 0.0};
            (void)track.locate(road.x_m - offset_m * road.sine_heading,
                               road.y_m + offset_m * road.cosine_heading, place);
            worst_m = std::fmax(worst_m, std::fabs(lap_difference(track, place.along_m, along_m)));
            worst_m = std::fmax(worst_m, std::fabs(place.offset_m - offset_m));
        }
        std::printf("%s: worst %.3g m\n", name, worst_m);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, worst_m);
    }
}

/// Round the lap in steps of 1 mm beside the centre line: what is found moves on evenly.
void moves_on_without_jumps() {
    for (const char* name : circuits) {
        const Track track = load_track(name);
        const double offset_m = 3.0;
        const auto spot = [&](double along_m) {
            const RoadPoint road = track.at(along_m);
            return std::pair{road.x_m - offset_m * road.sine_heading,
                             road.y_m + offset_m * road.cosine_heading};
        };
        RoadPlace place = {0.0, offset_m};
        const auto [start_x_m, start_y_m] = spot(0.0);
        RoadPoint before = track.locate(start_x_m, start_y_m, place);
        double worst_m = 0.0;
        double worst_slope = 0.0;
        const auto steps = static_cast<std::int64_t>(track.length_m() * 1000.0) + 50;
        for (std::int64_t step = 1; step <= steps; ++step) {
            const double along_m = static_cast<double>(step) * 1e-3;
            const auto [x_m, y_m] = spot(along_m);
            const RoadPoint road = track.locate(x_m, y_m, place);
            worst_m = std::fmax(worst_m, std::fabs(lap_difference(track, place.along_m, along_m)));
            worst_m = std::fmax(worst_m, std::fabs(place.offset_m - offset_m));
            worst_m =
                std::fmax(worst_m, std::fabs(distance_m(road, before.x_m, before.y_m) - 1e-3));
            worst_slope = std::fmax(
                worst_slope, std::fabs(road.elevation_m - before.elevation_m - 1e-3 * road.grade));
            worst_slope =
                std::fmax(worst_slope, std::fabs(road.left_width_m - before.left_width_m));
            before = road;
        }
        std::printf("%s: worst %.3g m, %.3g\n", name, worst_m, worst_slope);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, worst_m);
        TEST_ASSERT_TRUE(place.along_m < 1.0);
    }
}

/// The figure of eight crosses over itself: through the crossing on either level, what is found
/// stays on that level, also far beside the centre line and with the hint of a whole metre ago.
void a_crossing_is_passed_on_its_own_level() {
    const Track track = load_track("figure-eight");
    // The crossing: the nearest place of the other level.
    double upper_m = 0.0;
    for (double s = 1400.0; s < 1700.0; s += 1.0) {
        if (track.at(s).elevation_m > track.at(upper_m).elevation_m) upper_m = s;
    }
    for (const double offset_m : {-5.0, 0.0, 5.0}) {
        for (const double step_m : {0.05, 1.0}) {
            for (const double from_m : {upper_m - 60.0, track.length_m() - 250.0}) {
                RoadPlace place{from_m, offset_m};
                for (double s = from_m; s < from_m + 240.0; s += step_m) {
                    const RoadPoint road = track.at(s);
                    const RoadPoint found =
                        track.locate(road.x_m - offset_m * road.sine_heading,
                                     road.y_m + offset_m * road.cosine_heading, place);
                    TEST_ASSERT_DOUBLE_WITHIN(1e-6, track.wrapped(s), place.along_m);
                    TEST_ASSERT_DOUBLE_WITHIN(1e-6, offset_m, place.offset_m);
                    TEST_ASSERT_DOUBLE_WITHIN(1e-6, road.elevation_m, found.elevation_m);
                }
            }
        }
    }
    // The two stretches do cross, a bridge's height apart.
    const RoadPoint above = track.at(upper_m);
    double nearest_m = 1e9;
    double height_m = 0.0;
    for (double s = track.length_m() - 250.0; s < track.length_m(); s += 0.5) {
        const RoadPoint below = track.at(s);
        const double apart_m = distance_m(below, above.x_m, above.y_m);
        if (apart_m < nearest_m) height_m = above.elevation_m - below.elevation_m;
        nearest_m = std::fmin(nearest_m, apart_m);
    }
    TEST_ASSERT_TRUE(nearest_m < 10.0 && height_m > 7.0);
}

void whatever_the_point_the_answer_is_a_number() {
    const Track track = load_track("oval");
    for (const double x_m : {0.0, 1e3, -1e9, 1e200, 1e308, std::nan("")}) {
        for (const double along_m : {0.0, -5.0, 700.0, 1e9, 1e308, std::nan("")}) {
            RoadPlace place{along_m, 0.0};
            const RoadPoint road = track.locate(x_m, 120.0, place);
            TEST_ASSERT_TRUE(place.along_m >= 0.0 && place.along_m < track.length_m());
            TEST_ASSERT_TRUE(std::isfinite(road.x_m) && std::isfinite(road.sine_heading));
        }
    }
}

/// The centre of a bend is equally far from all of it: no division by zero, no wild jumps.
void the_centre_of_a_bend_is_harmless() {
    const Track track = track_from(plain_road(true) +
                                   "segment = [{kind = \"arc\", turn = \"left\", radius_m = 20, "
                                   "angle_deg = 360}]");
    RoadPlace place{3.0, 0.0};
    for (double r_m = 25.0; r_m > -25.0; r_m -= 0.01) {  // straight through the centre
        const double before_m = place.along_m;
        (void)track.locate(r_m * std::sin(0.15), 20.0 - r_m * std::cos(0.15), place);
        TEST_ASSERT_TRUE(std::isfinite(place.offset_m));
        TEST_ASSERT_TRUE(std::fabs(lap_difference(track, place.along_m, before_m)) <= 7.0);
    }
}

void an_open_road_ends() {
    const Track track =
        track_from(plain_road(false) + "segment = [{kind = \"line\", length_m = 100}]");
    RoadPlace place{99.0, 0.0};
    RoadPoint road = track.locate(103.0, 2.0, place);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, place.along_m);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, place.offset_m);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, road.x_m);
    place = {0.5, 0.0};
    road = track.locate(-30.0, -1.0, place);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, place.along_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, road.x_m);
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, place.offset_m);
}

void the_lap_begins_again() {
    const Track track = load_track("oval");
    const double length_m = track.length_m();
    TEST_ASSERT_EQUAL_DOUBLE(0.0, track.wrapped(length_m));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, track.wrapped(-1e-20));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, track.wrapped(std::nan("")));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, length_m - 1.0, track.wrapped(-1.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 5.0, track.wrapped(1000.0 * length_m + 5.0));
    RoadPlace place{length_m - 0.05, 0.0};
    (void)track.locate(-1e-25, 0.0, place);
    TEST_ASSERT_TRUE(place.along_m >= 0.0 && place.along_m < length_m);
    (void)track.locate(0.05, 0.0, place);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.05, place.along_m);
    (void)track.locate(-0.05, 0.0, place);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, length_m - 0.05, place.along_m);
}

/// Mirrored roads give mirrored places, bit for bit.
void left_and_right_are_mirrored() {
    const std::string bend =
        "segment = [{kind = \"line\", length_m = 50}, {kind = \"bend\", turn = "
        "\"%\", radius_m = 20, transition_m = 15, angle_deg = 120}]";
    const auto road_to = [&](const std::string& turn) {
        std::string text = bend;
        return track_from(plain_road(false) + text.replace(text.find('%'), 1, turn));
    };
    const Track left = road_to("left");
    const Track right = road_to("right");
    RoadPlace left_place;
    RoadPlace right_place;
    for (double along_m = 0.0; along_m < left.length_m(); along_m += 0.07) {
        const RoadPoint road = left.at(along_m);
        const double x_m = road.x_m + 3.3 * road.sine_heading;
        const double y_m = road.y_m - 3.3 * road.cosine_heading;
        const RoadPoint on_left = left.locate(x_m, y_m, left_place);
        const RoadPoint on_right = right.locate(x_m, -y_m, right_place);
        TEST_ASSERT_TRUE(left_place.along_m == right_place.along_m);
        TEST_ASSERT_TRUE(left_place.offset_m == -right_place.offset_m);
        TEST_ASSERT_TRUE(on_left.x_m == on_right.x_m && on_left.y_m == -on_right.y_m);
        TEST_ASSERT_TRUE(on_left.curvature_pm == -on_right.curvature_pm);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(agrees_with_a_search);
    RUN_TEST(is_exact_for_a_tick);
    RUN_TEST(moves_on_without_jumps);
    RUN_TEST(a_crossing_is_passed_on_its_own_level);
    RUN_TEST(whatever_the_point_the_answer_is_a_number);
    RUN_TEST(the_centre_of_a_bend_is_harmless);
    RUN_TEST(an_open_road_ends);
    RUN_TEST(the_lap_begins_again);
    RUN_TEST(left_and_right_are_mirrored);
    return UNITY_END();
}
