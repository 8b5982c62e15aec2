// SPDX-License-Identifier: Apache-2.0
// A straight road of 1000 m, four metres to either side, and cars put on it where a test wants
// them.
#pragma once

#include <toml++/toml.h>

#include <memory>
#include <string>

#include "model/config/table_reader.h"
#include "model/judge/road_task.h"
#include "model/judge/verdict.h"
#include "model/math/trigonometry.h"
#include "model/world/collision/collision_box.h"
#include "model/world/road_car_state.h"
#include "tests/unit/unity_cpp.h"

namespace ghostcar::tests {

inline const char* const road_head = R"(
name = "Test"
description = "for tests"
[[surface]]
name = "asphalt"
friction = 1.0
rolling_resistance = 0.0
roughness_m = 0.0
[zones]
road = "asphalt"
kerb = "asphalt"
verge = "asphalt"
[start]
x_m = 0.0
y_m = 0.0
heading_deg = 0.0
[lanes]
count = 2
width_m = 3.5
[width]
station_m = [0.0]
left_m = [4.0]
right_m = [4.0]
[elevation]
station_m = [0.0]
height_m = [0.0]
[cross_fall]
station_m = [0.0]
left_rise_pct = [0.0]
)";

inline std::shared_ptr<const model::Track> track_of(const std::string& segments) {
    const toml::table table = toml::parse(segments + road_head, std::string_view("track.toml"));
    model::TableReader reader(table);
    return std::make_shared<const model::Track>(model::Track::from_toml(reader));
}

inline std::shared_ptr<const model::Track> straight_road() {
    static const std::shared_ptr<const model::Track> road =
        track_of("closed = false\nsegment = [{kind = \"line\", length_m = 1000.0}]\n");
    return road;
}

/// 100 m straight, a quarter turn of 50 m radius, 100 m straight, with kerbs of half a metre.
inline std::shared_ptr<const model::Track> road_with_a_bend(const std::string& turn) {
    return track_of(
        "closed = false\nsegment = [{kind = \"line\", length_m = 100.0}, {kind = "
        "\"bend\", turn = \"" +
        turn +
        "\", radius_m = 50.0, transition_m = 20.0, angle_deg = 90.0}, {kind = "
        "\"line\", length_m = 100.0}]\nkerb = [{side = \"left\", from_m = 0.0, to_m = "
        "250.0, width_m = 0.5}, {side = \"right\", from_m = 0.0, to_m = 250.0, "
        "width_m = 0.5}]\n");
}

/// A car of 4 m × 2 m whose outline's middle is half a metre ahead of its centre of gravity.
inline const model::CollisionBox small_car{.half_length_m = 2.0,
                                           .half_width_m = 1.0,
                                           .centre_ahead_m = 0.5,
                                           .mass_kg = 1000.0,
                                           .yaw_inertia_kgm2 = 1000.0};

/// The middle of its outline at (x, y), heading along the road or turned from it.
inline model::RoadCarState car_at(double x_m, double y_m, double yaw_rad = 0.0,
                                  double speed_mps = 0.0) {
    const model::SineCosine heading = model::sine_cosine(yaw_rad);
    model::RoadCarState state;
    state.car.motion.x_m = x_m - small_car.centre_ahead_m * heading.cosine;
    state.car.motion.y_m = y_m - small_car.centre_ahead_m * heading.sine;
    state.car.motion.yaw_rad = yaw_rad;
    state.car.motion.forward_mps = speed_mps;
    state.car.drive.speed_mps = speed_mps;
    state.place = {state.car.motion.x_m, state.car.motion.y_m};
    return state;
}

inline bool has_figure(const model::Verdict& verdict, const std::string& name) {
    for (const model::Figure& each : verdict.figures)
        if (each.name == name) return true;
    return false;
}

inline double figure(const model::Verdict& verdict, const std::string& name) {
    for (const model::Figure& each : verdict.figures)
        if (each.name == name) return each.value;
    TEST_FAIL_MESSAGE(("no figure " + name).c_str());
    return 0.0;
}

}  // namespace ghostcar::tests
