// SPDX-License-Identifier: Apache-2.0
#include "model/driver/line_follower.h"

#include <cmath>

#include "model/driver/road_ahead.h"
#include "model/driver/speed_plan.h"
#include "model/math/numeric.h"
#include "model/math/trigonometry.h"
#include "model/track/track.h"

namespace ghostcar::model {
namespace {

// The driver looks this far ahead to steer: near enough to follow closely, far enough to stay calm.
constexpr double look_ahead_m = 3.0;
constexpr double look_ahead_s = 0.35;
// Steering follows the bend that comes after the steering wheel has been turned.
constexpr double reaction_s = 0.12;
// How much of a missing yaw rate is steered against.
constexpr double yaw_rate_share = 0.5;
// Beyond this angle to the road the car is to turn round, slowly, before anything else.
constexpr double astray_rad = 0.8;
constexpr double astray_speed_mps = 4.0;

constexpr double lowest_speed_mps = 3.0;  // below it yaw rate says nothing about curvature

// All tyres together may be asked for this much of the grip; the driven ones, which carry half
// the car, for that much of it.
constexpr double tyre_share = 0.85;
constexpr double driving_share = 0.4;
// However hard the bend, some of the grip is left for pedals.
constexpr double least_free_share = 0.2;
// Braking weaker than this is left to engine and air.
constexpr double coasting_mps2 = 0.3;

constexpr double standstill_mps = 1.0;
constexpr double standing_brake = 0.3;

/// The bend of the line at a place, and what its speed asks of the tyres: banking carries a part.
struct Bend {
    double curvature_pm;
    double tyre_mps2;
};

Bend bend_at(const Track& track, const LineFollowerView& view, double ahead_m) noexcept {
    const RoadPiece& piece = track.table().piece(track.wrapped(view.place.along_m + ahead_m));
    const double curvature_pm = line_curvature_pm(piece, view.target_offset_m);
    return {curvature_pm,
            view.speed_mps * view.speed_mps * curvature_pm + gravity_mps2 * piece.cross_fall};
}

/// Road-wheel angle: what the bend needs, and a correction.
///
/// The bend: δ = atan(l·κ) + understeer·(tyres' lateral acceleration), l the wheelbase.
///
/// The correction is pure pursuit (Coulter, CMU-RI-TR-92-01) in the road's own coordinates, where
/// the line is straight: the point L ahead is off the line by e = offset + L·(course error), and
/// the arc that leads back through it has curvature -2·e/L². Course is where the centre of gravity
/// goes, not where the nose points: in a bend they differ by β = κ·rear axle - tail angle, without
/// which the car would run wide by L·β.
double steering_rad(const Track& track, const LineFollowerParameters& car,
                    const LineFollowerView& view) noexcept {
    const double speed_mps = maximum(view.speed_mps, 0.0);
    const Bend here = bend_at(track, view, 0.0);
    const Bend soon = bend_at(track, view, reaction_s * speed_mps);
    const double bend_rad = arc_tangent(car.wheelbase_m * soon.curvature_pm) +
                            car.understeer_rad_per_mps2 * soon.tyre_mps2;

    const double ahead_m = look_ahead_m + look_ahead_s * speed_mps;
    const double slip_rad =
        here.curvature_pm * car.rear_axle_m - car.tail_angle_rad_per_mps2 * here.tyre_mps2;
    const double course_rad = clamp(view.heading_error_rad + slip_rad, -1.0, 1.0);
    const double aside_m = view.place.offset_m - view.target_offset_m + ahead_m * course_rad;
    const double missing_pm =
        here.curvature_pm - view.yaw_rate_radps / maximum(speed_mps, lowest_speed_mps);
    const double correction_pm = -2.0 * aside_m / (ahead_m * ahead_m) + yaw_rate_share * missing_pm;
    return bend_rad + car.wheelbase_m * correction_pm;
}

/// The acceleration the tyres can give along the road beside the bend they are in: of the whole,
/// μ·(g + v²·κv), the bend has taken v·(yaw rate), at right angles.
double free_mps2(const Track& track, const RoadPiece& piece, const LineFollowerParameters& car,
                 const LineFollowerView& view) noexcept {
    const double press_mps2 =
        maximum(gravity_mps2 + view.speed_mps * view.speed_mps * vertical_curvature_pm(piece),
                least_free_share * gravity_mps2);
    const double whole_mps2 =
        tyre_share * car.grip * view.grip_factor * road_friction(track, piece) * press_mps2;
    const double bend_mps2 = view.speed_mps * view.yaw_rate_radps;
    const double left_over = whole_mps2 * whole_mps2 - bend_mps2 * bend_mps2;
    const double least_mps2 = least_free_share * whole_mps2;
    return std::sqrt(maximum(left_over, least_mps2 * least_mps2));
}

}  // namespace

DriveCommand follow_line(const Track& track, const LineFollowerParameters& parameters,
                         const LineFollowerView& view) noexcept {
    DriveCommand command;
    command.steer =
        clamp(steering_rad(track, parameters, view) / parameters.steering_limit_rad, -1.0, 1.0);

    const double wanted_mps2 = magnitude(view.heading_error_rad) > astray_rad
                                   ? astray_speed_mps - view.speed_mps
                                   : planned_acceleration_mps2(track, parameters, view);
    const RoadPiece& here = track.table().piece(track.wrapped(view.place.along_m));
    // What engine or brake must add to the hill and the air, and can.
    const double spare_mps2 = free_mps2(track, here, parameters, view);
    const double needed_mps2 =
        clamp(wanted_mps2 + gravity_mps2 * here.grade +
                  parameters.drag_pm * view.speed_mps * magnitude(view.speed_mps),
              -spare_mps2, driving_share * spare_mps2);
    const double able_mps2 =
        minimum(parameters.full_throttle_mps2,
                parameters.power_wpkg / maximum(view.speed_mps, lowest_speed_mps));
    if (needed_mps2 > 0.0) {
        command.accelerator = minimum(needed_mps2 / able_mps2, 1.0);
    } else if (needed_mps2 < -coasting_mps2) {
        command.brake = minimum(-needed_mps2 / parameters.full_brake_mps2, 1.0);
    }
    if (wanted_mps2 <= 0.0 && view.speed_mps < standstill_mps) {
        command.accelerator = 0.0;
        command.brake = maximum(command.brake, standing_brake);
    }
    command.gear = chosen_gear(parameters.gears, view.gear, maximum(view.speed_mps, 0.0),
                               view.engine_speed_radps);
    return command;
}

}  // namespace ghostcar::model
