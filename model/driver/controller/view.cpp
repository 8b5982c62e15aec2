// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/view.h"

#include "model/math/numeric.h"
#include "model/math/trigonometry.h"
#include "model/track/ground_area.h"

namespace ghostcar::model {
namespace {

static_assert(PreviewLine::points == GHOSTCAR_MIDLINE_POINTS);

constexpr double kph_per_mps = 3.6;
constexpr double in_sight_m = 200.0;  // as far as the preview reaches
constexpr double rpm_per_radps = 30.0 / pi;

/// The middle of a car's outline: what a controller calls the car's centre.
GroundPoint centre_of(const RoadCar& car, const PlanarMotion& motion,
                      const SineCosine& heading) noexcept {
    return {motion.x_m + car.box.centre_ahead_m * heading.cosine,
            motion.y_m + car.box.centre_ahead_m * heading.sine};
}

}  // namespace

ViewMaker::ViewMaker(const RoadWorld& world, const ViewGoal& goal, std::size_t driven)
    : world_(world),
      line_(std::make_shared<const PreviewLine>(world.track())),
      goal_(goal),
      driven_(driven) {}

ViewMaker ViewMaker::of_car(std::size_t driven) const {
    ViewMaker other = *this;
    other.driven_ = driven;
    return other;
}

std::optional<std::size_t> ViewMaker::shown(std::span<const RoadCarState> cars) const noexcept {
    if (!goal_.nearest_ahead) return goal_.leader;
    std::optional<std::size_t> nearest;
    double nearest_m = in_sight_m;
    for (std::size_t other = 0; other < cars.size(); ++other) {
        const double apart_m = cars[other].place.along_m - cars[driven_].place.along_m;
        const double ahead_m = world_.track().closed() && apart_m < 0.0
                                   ? apart_m + world_.track().length_m()
                                   : apart_m;
        if (other == driven_ || ahead_m <= 0.0 || ahead_m >= nearest_m) continue;
        nearest = other;
        nearest_m = ahead_m;
    }
    return nearest;
}

void ViewMaker::fill(std::span<const RoadCarState> cars, double time_s,
                     GhostcarView& view) const noexcept {
    const RoadCarState& state = cars[driven_];
    const RoadCar& car = world_.cars()[driven_];
    const PlanarMotion& motion = state.car.motion;
    const SineCosine heading = sine_cosine(motion.yaw_rad);
    const GroundPoint centre = centre_of(car, motion, heading);
    const RoadPoint road = world_.track().at(state.place.along_m);
    const double turned_sine =
        heading.sine * road.cosine_heading - heading.cosine * road.sine_heading;
    const double turned_cosine =
        heading.cosine * road.cosine_heading + heading.sine * road.sine_heading;

    view.size = sizeof(GhostcarView);
    view.version = GHOSTCAR_CONTROLLER_VERSION;
    view.time = time_s;
    // The station is the centre of gravity's; the preview begins beside the car's centre.
    line_->look(
        world_.track().wrapped(state.place.along_m + car.box.centre_ahead_m * turned_cosine),
        centre.x_m, centre.y_m, heading, view.midline);
    view.yaw = arc_tangent2(turned_sine, turned_cosine);
    view.yawrate = motion.yaw_rate_radps;
    view.speed = motion.forward_mps * kph_per_mps;
    view.acc = state.car.drive.acceleration_mps2;
    view.width = road.left_width_m + road.right_width_m;
    view.rpm = state.car.drive.engine_speed_radps * rpm_per_radps;
    view.gearbox = static_cast<std::int32_t>(state.car.drive.gear);
    view.reserved = 0;
    view.leaderXY[0] = 0.0;
    view.leaderXY[1] = 0.0;
    if (const std::optional<std::size_t> leader = shown(cars)) {
        const PlanarMotion& other = cars[*leader].car.motion;
        const GroundPoint ahead =
            centre_of(world_.cars()[*leader], other, sine_cosine(other.yaw_rad));
        const double dx_m = ahead.x_m - centre.x_m;
        const double dy_m = ahead.y_m - centre.y_m;
        view.leaderXY[0] = dx_m * heading.cosine + dy_m * heading.sine;
        view.leaderXY[1] = dy_m * heading.cosine - dx_m * heading.sine;
    }
    const LotGoal lot = goal_.lot.value_or(LotGoal{});
    view.lotX = lot.x_m;
    view.lotY = lot.y_m;
    view.lotAngle = lot.heading_rad;
    view.carX = centre.x_m;
    view.carY = centre.y_m;
    view.carYaw = arc_tangent2(heading.sine, heading.cosine);
}

}  // namespace ghostcar::model
