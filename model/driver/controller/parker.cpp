// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/parker.h"

#include <cmath>
#include <cstddef>

#include "model/driver/controller/pedals.h"

namespace ghostcar::model {
namespace {

constexpr double circle_m = 4.9;  // of the rear axle: the car can do 3.7
constexpr double tightest_pm = 1.0 / 3.75;
constexpr double step_m = 0.9;        // so far beside the axis it is approached like a line
constexpr double turn_gain_pm = 1.1;  // curvature for each radian the angle is wrong
constexpr double lead_m = 0.7;        // the wheels need time to turn: so far the car goes meanwhile
constexpr double nose_offset_m = 4.3;  // away from the lot, off the road's middle
constexpr double tail_offset_m = 2.0;
constexpr double past_the_lot_m = circle_m + 0.7;

constexpr double approach_mps = 5.5;
constexpr double turning_mps = 2.0;
constexpr double turning_m = 3.0;  // the car's way while the wheels turn by a radian, at most
constexpr double slowing_mps2 = 1.0;
constexpr double creep_mps = 0.35;
constexpr double near_enough_m = 0.1;  // the brakes take the rest
constexpr double standing_mps = 0.01;

double wrapped(double angle_rad) noexcept {
    const SineCosine turned = sine_cosine(angle_rad);
    return arc_tangent2(turned.sine, turned.cosine);
}

/// The angle between the way and the axis that the circle has at y, with the sign that leads back.
double wanted_angle_rad(double y_m) noexcept {
    const double aside_m = magnitude(y_m);
    const double cosine = maximum(1.0 - aside_m / circle_m, 0.0);
    const double on_circle_rad = arc_tangent2(std::sqrt(1.0 - cosine * cosine), cosine);
    return -sign(y_m) * minimum(on_circle_rad, aside_m / step_m);
}

/// The law of the class comment: the rear axle is y beside the axis, its way makes `angle` with it.
/// `ahead_m`: so far the car goes until the wheels have turned.
double curvature_onto_axis(double y_m, double angle_rad, double ahead_m) noexcept {
    const double soon_m = y_m + ahead_m * sine_cosine(angle_rad).sine;
    const double wanted_rad = wanted_angle_rad(soon_m);
    const bool on_circle = magnitude(soon_m) < circle_m && magnitude(soon_m) > 0.5 * step_m;
    const double along_pm = on_circle ? sign(soon_m) / circle_m : 0.0;
    return clamp(along_pm + turn_gain_pm * wrapped(wanted_rad - angle_rad), -tightest_pm,
                 tightest_pm);
}

}  // namespace

struct Parker::Scene {
    bool in_sight = false;
    bool tail_first = false;
    double side = 0.0;     // +1: the lot is on the left of the road
    double along_m = 1e6;  // to the lot's axis, along the road; negative: past it
    double ahead_m = 0.0;  // the car's centre seen from the lot, which looks where it is to head
    double left_m = 0.0;
    double rear_left_m = 0.0;  // its rear axle
    double angle_rad = 0.0;    // its heading against the lot's
};

Parker::Scene Parker::look(const GhostcarView& view) noexcept {
    Scene scene;
    const SineCosine car = sine_cosine(view.carYaw);
    const SineCosine lot = sine_cosine(view.lotAngle);
    const double dx_m = view.lotX - view.carX;
    const double dy_m = view.lotY - view.carY;
    // The lot in the car's frame, and the point of the road beside it.
    const double lot_x_m = dx_m * car.cosine + dy_m * car.sine;
    const double lot_y_m = dy_m * car.cosine - dx_m * car.sine;
    double nearest_m2 = 1e12;
    std::size_t beside = 0;
    for (std::size_t k = 0; k + 1 < GHOSTCAR_MIDLINE_POINTS; ++k) {
        const double x_m = double{view.midline[k][0]} - lot_x_m;
        const double y_m = double{view.midline[k][1]} - lot_y_m;
        const double apart_m2 = x_m * x_m + y_m * y_m;
        if (apart_m2 < nearest_m2) {
            nearest_m2 = apart_m2;
            beside = k;
        }
    }
    const double road_x = double{view.midline[beside + 1][0]} - double{view.midline[beside][0]};
    const double road_y = double{view.midline[beside + 1][1]} - double{view.midline[beside][1]};
    const double to_lot_x = lot_x_m - double{view.midline[beside][0]};
    const double to_lot_y = lot_y_m - double{view.midline[beside][1]};
    const double fine_m = to_lot_x * road_x + to_lot_y * road_y;  // points are a metre apart
    scene.in_sight = nearest_m2 < 12.0 * 12.0;
    scene.side = sign(road_x * to_lot_y - road_y * to_lot_x);
    scene.along_m = static_cast<double>(beside) + fine_m;

    scene.ahead_m = -(dx_m * lot.cosine + dy_m * lot.sine);
    scene.left_m = -(dy_m * lot.cosine - dx_m * lot.sine);
    scene.angle_rad = wrapped(view.carYaw - view.lotAngle);
    scene.rear_left_m = scene.left_m - car_rear_axle_m * sine_cosine(scene.angle_rad).sine;
    // Where the lot's direction leads away from the road, the nose goes in.
    const double lot_in_car_x = lot.cosine * car.cosine + lot.sine * car.sine;
    const double lot_in_car_y = lot.sine * car.cosine - lot.cosine * car.sine;
    scene.tail_first = lot_in_car_x * to_lot_x + lot_in_car_y * to_lot_y < 0.0;
    return scene;
}

/// Along the road, beside its middle on the side away from the lot.
void Parker::keep_line(const GhostcarView& view, const Scene& scene,
                       GhostcarCommand& command) const noexcept {
    constexpr std::size_t ahead = 7;
    constexpr double steepest = 0.3;  // metres aside for each metre along
    const double wanted_m =
        scene.in_sight ? -scene.side * (scene.tail_first ? tail_offset_m : nose_offset_m) : 0.0;
    const double way_x = double{view.midline[ahead + 1][0]} - double{view.midline[ahead][0]};
    const double way_y = double{view.midline[ahead + 1][1]} - double{view.midline[ahead][1]};
    // Where the car is now beside the line, + is left of it.
    const double here_x = double{view.midline[1][0]} - double{view.midline[0][0]};
    const double here_y = double{view.midline[1][1]} - double{view.midline[0][1]};
    const double beside_m =
        here_y * double{view.midline[0][0]} - here_x * double{view.midline[0][1]};
    const double reach_m = steepest * static_cast<double>(ahead);
    const double aside_m = beside_m + clamp(wanted_m - beside_m, -reach_m, reach_m);
    steering_.steer_along(arc_to(double{view.midline[ahead][0]} - way_y * aside_m,
                                 double{view.midline[ahead][1]} + way_x * aside_m),
                          command);
}

void Parker::go_at(double wanted_mps, const GhostcarView& view, bool backward,
                   GhostcarCommand& command) noexcept {
    constexpr double gain_ps = 1.5;
    constexpr double in_gear_mps2 = -0.6;  // so much the engine holds the car back
    constexpr double near_mps = 1.0;
    constexpr double making_up_pm = 0.2;  // pedal for each metre that is missing by and by
    constexpr double most_pressed = 0.6;
    const double speed_mps = view.speed * mps_per_kph * (backward ? -1.0 : 1.0);
    const double missing_mps = wanted_mps - speed_mps;
    command.cmdGear = backward ? -1 : 1;
    // What is missing for long is made up for slowly: the clutch bites somewhere.
    if (magnitude(missing_mps) < near_mps)
        pressed_ = clamp(pressed_ + making_up_pm * missing_mps * period_s_, 0.0, most_pressed);
    // The foot changes to the brake only for what the engine's drag cannot do: with both pedals in
    // turn a speed is never kept.
    const double wanted_mps2 = gain_ps * missing_mps;
    if (wanted_mps2 < in_gear_mps2) {
        press_for(wanted_mps2, speed_mps, command);
    } else {
        command.cmdAcc = clamp(pressed_ + wanted_mps2 / car_full_throttle_mps2, 0.0, 1.0);
    }
}

void Parker::go_in(const GhostcarView& view, const Scene& scene,
                   GhostcarCommand& command) noexcept {
    const bool backward = scene.tail_first;
    const double speed_mps = magnitude(view.speed * mps_per_kph);
    // Slow wheels, slow car: so its path is the same.
    const double fastest_mps = minimum(turning_mps, turning_m * steering_.wheels_radps());
    // Backward the rear axle goes the other way: the angle turns its sign, and so do the wheels.
    const double way_rad = backward ? -scene.angle_rad : scene.angle_rad;
    const double curvature_pm =
        curvature_onto_axis(scene.rear_left_m, way_rad, lead_m * speed_mps / fastest_mps);
    steering_.steer_along(curvature_pm, command);
    const double left_m = backward ? scene.ahead_m : -scene.ahead_m;
    if (left_m < near_enough_m) {
        move_ = Move::stand;
        return;
    }
    go_at(clamp(std::sqrt(slowing_mps2 * left_m), creep_mps, fastest_mps), view, backward, command);
}

void Parker::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    period_s_ = view.time - time_s_;
    time_s_ = view.time;
    steering_.look(view);
    decide(view, command);
    steering_.remember(command);
}

void Parker::decide(const GhostcarView& view, GhostcarCommand& command) noexcept {
    Scene scene = look(view);
    const double speed_mps = view.speed * mps_per_kph;
    if (move_ == Move::approach) tail_first_ = scene.tail_first;
    scene.tail_first = tail_first_;

    if (move_ == Move::approach) {
        // Nose first the circle begins before the lot; tail first the car drives past it.
        const double to_go_m =
            scene.tail_first ? scene.along_m + past_the_lot_m : scene.along_m - circle_m - 1.0;
        keep_line(view, scene, command);
        if (!scene.tail_first && scene.in_sight && to_go_m < 0.0) move_ = Move::go_in;
        if (scene.tail_first && scene.in_sight && scene.along_m < 1.5) move_ = Move::pass;
        go_at(minimum(approach_mps, std::sqrt(turning_mps * turning_mps +
                                              2.0 * slowing_mps2 * maximum(to_go_m, 0.0))),
              view, false, command);
    }
    if (move_ == Move::pass) {
        // The lot is behind the preview now: seen from the lot the road is a line.
        const double past_m = magnitude(scene.rear_left_m);
        const bool beyond = scene.rear_left_m * scene.angle_rad > 0.0;
        command = GhostcarCommand{.size = command.size,
                                  .version = command.version,
                                  .cmdAcc = 0.0,
                                  .cmdBrake = 0.0,
                                  .cmdSteer = 0.0,
                                  .cmdClutch = 0.0,
                                  .cmdGear = 1,
                                  .bFinish = 0};
        const double to_go_m = past_the_lot_m - (beyond ? past_m : -past_m);
        const double along_road_rad = sign(scene.angle_rad) * 0.5 * pi;
        steering_.steer_along(clamp(0.5 * wrapped(along_road_rad - scene.angle_rad), -0.2, 0.2),
                              command);
        if (to_go_m < near_enough_m) {
            move_ = Move::turn_round;
        } else {
            go_at(clamp(std::sqrt(slowing_mps2 * to_go_m), creep_mps, turning_mps), view, false,
                  command);
        }
    }
    if (move_ == Move::turn_round) {
        command.cmdAcc = 0.0;
        command.cmdBrake = 0.5;
        if (magnitude(speed_mps) < standing_mps) {
            command.cmdGear = -1;
            pressed_ = 0.0;
            if (view.gearbox == -1) move_ = Move::go_in;
        }
    }
    if (move_ == Move::go_in) go_in(view, scene, command);
    if (move_ == Move::stand) {
        command.cmdAcc = 0.0;
        command.cmdBrake = 0.6;
        command.cmdGear = scene.tail_first ? -1 : 1;
        command.bFinish = magnitude(speed_mps) < standing_mps ? 1 : 0;
    }
}

}  // namespace ghostcar::model
