// SPDX-License-Identifier: Apache-2.0
// Track files with one mistake each: one line with file, line, key, what was found and the remedy.
#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::circuits;
using ghostcar::tests::load_track;
using ghostcar::tests::plain_road;
using ghostcar::tests::track_from;
using ghostcar::tests::track_text;

namespace {

std::string complaint(const std::string& text) {
    try {
        (void)track_from(text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

void expect(const std::string& what, const std::string& text, const std::string& part) {
    const std::string found = complaint(text);
    const bool names_file_and_line = found.rfind("track.toml:", 0) == 0 && found[11] >= '1' &&
                                     found[11] <= '9' && found.find('\n') == std::string::npos;
    if (!names_file_and_line || found.find(part) == std::string::npos)
        TEST_ASSERT_EQUAL_STRING((what + " -> " + part).c_str(), found.c_str());
}

struct Edit {
    const char* track;
    const char* from;
    const char* to;
    const char* expected;
};

void shipped_tracks_are_fine() {
    for (const char* name : circuits)
        TEST_ASSERT_EQUAL_STRING("", complaint(track_text(name)).c_str());
    TEST_ASSERT_EQUAL_STRING("", complaint(track_text("car-park")).c_str());
}

void each_mistake_is_one_line() {
    for (const Edit& edit : std::vector<Edit>{
             // Not closed: how far off, and where.
             {"oval", "length_m = 520.0", "length_m = 519.5",
              "segment[4]: the circuit is not closed: it ends 0.5 m beyond the start; "},
             {"oval", "length_m = 520.0", "length_m = 520.002", "0.002 m before the start"},
             {"oval", "angle_deg = 180.0", "angle_deg = 181.0", "turned by 1 degrees to its left"},
             {"oval", "turn = \"left\"", "turn = \"right\"", "the circuit is not closed"},
             {"club", "[start]", "[start]\nz_m = 0", "start.z_m: unknown key"},
             {"oval", "closed = true", "closed = 1", "closed: found an integer"},
             // Radius, width, lengths.
             {"oval", "radius_m = 120.0", "radius_m = 0.0", "segment[1].radius_m: found 0"},
             {"oval", "radius_m = 120.0", "radius_m = -120.0", "segment[1].radius_m: found -120"},
             {"oval", "radius_m = 120.0", "radius_m = nan", "segment[1].radius_m: found nan"},
             {"oval", "length_m = 260.0", "length_m = 0.0", "segment[0].length_m: found 0"},
             {"oval", "length_m = 260.0", "length_m = -260.0", "segment[0].length_m: found -260"},
             {"oval", "length_m = 260.0", "length_m = inf", "segment[0].length_m: found inf"},
             {"oval", "length_m = 260.0", "length_m = 2e5", "must be between 1 and 100000"},
             {"oval", "left_m = [6.0]", "left_m = [0.0]", "width.left_m: found 0"},
             {"oval", "left_m = [6.0]", "left_m = [-6.0]", "width.left_m: found -6"},
             {"oval", "left_m = [6.0]", "left_m = [nan]", "width.left_m: found nan"},
             {"oval", "left_m = [6.0]", "left_m = [6.0, 7.0]", "write 1, one for each station_m"},
             {"oval", "transition_m = 80.0", "transition_m = 500.0",
              "segment[1].transition_m: the two transitions leave"},
             {"oval", "kind = \"line\"", "kind = \"spline\"",
              "segment[0].kind: \"spline\" is not one of \"line\", \"arc\", \"clothoid\", "
              "\"bend\""},
             {"oval", "turn = \"left\"", "turn = \"up\"", "\"up\" is not one of"},
             {"oval", "transition_m = 80.0", "transition_m = 80.0, radus_m = 1",
              "segment[1].radus_m: unknown key; did you mean \"radius_m\"?"},
             // Room for the road.
             {"mountain", "radius_m = 14.0, transition_m = 12.0, angle_deg = 170.0",
              "radius_m = 4.5, transition_m = 2.0, angle_deg = 170.0", "the circuit is not closed"},
             {"mountain", "left_m = [7.5]", "left_m = [13.0]", "barriers.left_m: at station"},
             {"mountain", "left_m = [7.5]", "left_m = [4.0]", "put it outside the road"},
             {"oval", "count = 3", "count = 5", "lanes.width_m: the lanes reach 9.000 m"},
             {"oval", "count = 3", "count = 0", "lanes.count: found 0"},
             // Jumps.
             {"forest", "1150.0, 1400.0", "1150.0, 1150.0", "elevation.station_m: number 7 is 0 m"},
             {"forest", "1150.0, 1400.0", "1150.0, 1155.0", "elevation.height_m: "},
             {"forest", "86.0", "186.0", "elevation.height_m: jumps at station"},
             {"lakeside", "1350.0, 1450.0", "1449.0, 1450.0", "width.left_m: jumps at station"},
             {"oval", "cross_fall]", "cross_falls]", "cross_fall: missing; rename \"cross_falls\""},
             {"oval", "[0.0, 260.0, 340.0", "[0.0, 339.0, 340.0",
              "cross_fall.left_rise_pct: jumps at station"},
             {"oval", "[0.0, 260.0, 340.0", "[1.0, 260.0, 340.0",
              "cross_fall.station_m: begins at 1.000 m; begin at 0"},
             {"oval", "station_m = [0.0]\nheight_m = [0.0]",
              "station_m = [0.0, 1000.0, 2500.0]\nheight_m = [0.0, 1.0, 2.0]",
              "elevation.station_m: reaches 2500.000 m; the road ends at 1953.982 m"},
             {"oval", "station_m = [0.0]\nheight_m = [0.0]",
              "station_m = [0.0, 1000.0, 1953.98223686155]\nheight_m = [0.0, 1.0, 2.5]",
              "elevation.height_m: the last number is 2.5 above the first"},
             {"oval", "height_m = [0.0]", "height_m = [nan]", "elevation.height_m: found nan"},
             {"oval", "height_m = [0.0]", "height_m = []", "elevation.height_m: found an empty"},
             // Surfaces, kerbs, stretches.
             {"oval", "road = \"asphalt\"", "road = \"asfalt\"",
              "zones.road: there is no surface \"asfalt\"; did you mean \"asphalt\"?"},
             {"oval", "name = \"kerb\"", "name = \"asphalt\"", "a second surface \"asphalt\""},
             {"oval", "friction = 0.9", "friction = 0.0", "surface[1].friction: found 0"},
             {"oval", "friction = 0.9", "friction = -0.9", "surface[1].friction: found -0.9"},
             {"forest", "from_m = 640.0, to_m = 900.0", "from_m = 640.0, to_m = 9000.0",
              "stretch[0].to_m: found 9000.000 m; the road ends at"},
             {"forest", "to_m = 900.0, road = \"damp-asphalt\"", "to_m = 900.0",
              "the stretch changes nothing"},
             {"forest", "to_m = 900.0, road", "to_m = 900.0, raod", "stretch[0]"},
             {"forest", "side = \"left\"", "side = \"inside\"", "\"inside\" is not one of"},
             {"forest", "width_m = 0.8", "width_m = 0.0", "kerb[0].width_m: found 0"},
             // Lots.
             {"car-park", "first_station_m = 40.0", "first_station_m = 400.0",
              "lot_row[0].count: lot 1 is off the road, at station 400.000 m"},
             {"car-park", "first_station_m = 40.0", "first_station_m = 120.0", "into the road"},
             {"car-park", "first_station_m = 40.0", "first_station_m = -4.0",
              "lot_row[0].first_station_m: found -4"},
             {"car-park", "spacing_m = 2.6", "spacing_m = 2.5",
              "lot_row[0].spacing_m: lots 1 and 2 overlap"},
             {"car-park", "first_number = 25", "first_number = 24", "there are two lots 24"},
             {"car-park", "left_m = [9.6]", "left_m = [9.0]",
              "lot 1 reaches 0.200 m beyond the barrier"},
             {"car-park", "count = 13", "count = 1001", "lot_row[2].count: found 1001"},
             {"car-park", "width_m = 2.6", "width_m = 0", "lot_row[0].width_m: found 0"},
             {"car-park", "closed = false", "closed = true", "the circuit is not closed"},
         }) {
        std::string text = track_text(edit.track);
        const std::size_t place = text.find(edit.from);
        TEST_ASSERT_TRUE_MESSAGE(place != std::string::npos, edit.from);
        text.replace(place, std::string(edit.from).size(), edit.to);
        expect(edit.to, text, edit.expected);
    }
}

/// docs/tracks.md tells how to close a circuit from the message: two lines take up the gap.
void the_message_is_enough_to_close_a_circuit() {
    const auto triangle = [](double first_m, double second_m) {
        std::ostringstream text;
        text << std::setprecision(12) << plain_road(true)
             << "segment = [{kind = \"line\", length_m = " << first_m
             << "}, {kind = \"arc\", turn = \"left\", radius_m = 20, angle_deg = 110}, "
             << "{kind = \"line\", length_m = " << second_m
             << "}, {kind = \"arc\", turn = \"left\", radius_m = 30, angle_deg = 120}, "
             << "{kind = \"line\", length_m = 100}, {kind = \"arc\", turn = \"left\", radius_m = "
             << "25, angle_deg = 130}]";
        return text.str();
    };
    const std::string found = complaint(triangle(90.0, 95.0));
    const auto number_before = [&](const std::string& words) {
        const std::size_t end = found.find(words);
        TEST_ASSERT_TRUE_MESSAGE(end != std::string::npos, found.c_str());
        return std::stod(found.substr(found.rfind(' ', end - 1)));
    };
    const bool beyond = found.find(" m beyond") != std::string::npos;
    const bool left = found.find("to its left") != std::string::npos;
    const double x_m = beyond ? number_before(" m beyond") : -number_before(" m before");
    const double y_m = left ? number_before(" m to its left") : -number_before(" m to its right");
    const double a = 0.0;
    const double b = 110.0 * M_PI / 180.0;
    const double first_m = 90.0 + (y_m * std::cos(b) - x_m * std::sin(b)) / std::sin(b - a);
    const double second_m = 95.0 + (x_m * std::sin(a) - y_m * std::cos(a)) / std::sin(b - a);
    TEST_ASSERT_EQUAL_STRING("", complaint(triangle(first_m, second_m)).c_str());
}

void a_bend_too_tight_for_its_road() {
    expect("radius 4",
           plain_road(false) +
               "segment = [{kind = \"arc\", turn = \"left\", radius_m = 4.2, angle_deg = 90}]",
           "a radius of 4.200 m is too small for a road of 4.000 m");
}

/// A loop that comes back through itself on the ground, and over itself on a bridge.
std::string loop(const std::string& elevation) {
    std::string text =
        plain_road(false) +
        "segment = [{kind = \"line\", length_m = 150}, {kind = \"arc\", turn = "
        "\"left\", radius_m = 50, angle_deg = 270}, {kind = \"line\", length_m = 150}]";
    const std::string level = "elevation = {station_m = [0], height_m = [0]}";
    return text.replace(text.find(level), level.size(), "elevation = " + elevation);
}

void a_road_must_not_run_into_itself() {
    expect("level", loop("{station_m = [0], height_m = [0]}"), "the road runs into itself");
    expect(
        "3.9 m",
        loop("{station_m = [0, 150, 330, 390, 450, 535], height_m = [0, 0, 3.5, 3.5, 3.5, 3.5]}"),
        "lead it elsewhere, or over itself with at least 4.000 m");
    TEST_ASSERT_EQUAL_STRING(
        "", complaint(loop("{station_m = [0, 150, 380, 535], height_m = [0, 0, 6, 6]}")).c_str());
    expect("twice round",
           plain_road(false) +
               "segment = [{kind = \"arc\", turn = \"right\", radius_m = 30, angle_deg = 400}]",
           "the road runs into itself");
    // Side by side, and too near: two legs of a hairpin 7 m apart are narrower than 8 m of road.
    expect("legs touch",
           plain_road(false) +
               "segment = [{kind = \"line\", length_m = 60}, {kind = \"arc\", turn = \"left\", "
               "radius_m = 6, angle_deg = 200}, {kind = \"line\", length_m = 60}]",
           "the road runs into itself");
}

void neighbours_may_touch() {
    // The tightest bend there may be, with its inner corners nearly on each other.
    TEST_ASSERT_EQUAL_STRING(
        "",
        complaint(plain_road(false) +
                  "segment = [{kind = \"arc\", turn = \"left\", radius_m = 4.5, angle_deg = 180}]")
            .c_str());
}

/// Counted, not timed: what is refused must be refused before work that grows with it.
void too_many_segments() {
    std::string many = "segment = [";
    for (int i = 0; i < 10001; ++i) many += "{kind=\"line\",length_m=1},";
    expect("10001", plain_road(false) + many + "]",
           "segment: found 10001 segments; write at most 10000");
    std::string long_road = "segment = [";
    for (int i = 0; i < 11; ++i) long_road += "{kind=\"line\",length_m=10000},";
    expect("110 km", plain_road(false) + long_road + "]", "longer than 100000.000 m");
}

void the_largest_road_still_loads() {
    std::string many = "segment = [";
    for (int i = 0; i < 10000; ++i) many += "{kind=\"line\",length_m=10},";
    const Track track = track_from(plain_road(false) + many + "]");
    TEST_ASSERT_EQUAL_DOUBLE(100000.0, track.length_m());
}

/// The shipped circuits close far better than they must.
void shipped_circuits_close() {
    for (const char* name : circuits) {
        const Track track = load_track(name);
        const RoadPoint begin = track.at(0.0);
        const RoadPoint end = track.at(track.length_m() - 1e-9);
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.0, std::hypot(end.x_m - begin.x_m, end.y_m - begin.y_m));
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, begin.sine_heading, end.sine_heading);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, begin.elevation_m, end.elevation_m);
        TEST_ASSERT_TRUE(track.closed());
        TEST_ASSERT_TRUE(track.length_m() >= 1500.0 && track.length_m() <= 6000.0);
    }
}

/// Barriers of one leg must not stand on another at the same level.
void barriers_of_shipped_circuits_stay_off_the_road() {
    for (const char* name : circuits) {
        const Track track = load_track(name);
        for (double s = 0.0; s < track.length_m(); s += 2.0) {
            const RoadPoint road = track.at(s);
            for (const double offset_m : {road.left_barrier_m, -road.right_barrier_m}) {
                const double x_m = road.x_m - offset_m * road.sine_heading;
                const double y_m = road.y_m + offset_m * road.cosine_heading;
                const RoadPlace place = track.nearest_place(x_m, y_m);
                const RoadPoint other = track.at(place.along_m);
                if (std::fabs(other.elevation_m - road.elevation_m) >= 4.0) continue;
                const double edge_m =
                    place.offset_m > 0.0 ? other.left_width_m : other.right_width_m;
                TEST_ASSERT_TRUE_MESSAGE(std::fabs(place.offset_m) > edge_m, name);
            }
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(shipped_tracks_are_fine);
    RUN_TEST(each_mistake_is_one_line);
    RUN_TEST(the_message_is_enough_to_close_a_circuit);
    RUN_TEST(a_bend_too_tight_for_its_road);
    RUN_TEST(a_road_must_not_run_into_itself);
    RUN_TEST(neighbours_may_touch);
    RUN_TEST(too_many_segments);
    RUN_TEST(the_largest_road_still_loads);
    RUN_TEST(shipped_circuits_close);
    RUN_TEST(barriers_of_shipped_circuits_stay_off_the_road);
    return UNITY_END();
}
