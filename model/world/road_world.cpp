// SPDX-License-Identifier: Apache-2.0
#include "model/world/road_world.h"

#include <algorithm>
#include <utility>

#include "model/world/collision/damage.h"
#include "model/world/collision/resolve.h"

namespace ghostcar::model {
namespace {

// A car that is out brakes like the safe state: gently, to a standstill, and stays.
constexpr double out_brake = 0.3;

// Closer beside each other than this, two cars count as one behind the other.
constexpr double side_room_m = 0.3;

// On a rough surface a wheel hops: it loses up to this share of its grip, in waves of a metre.
constexpr double grip_lost_per_roughness_m = 8.0;
constexpr double most_grip_lost = 0.4;

// Nearer to a bend's centre than a tenth of its radius no road leads; a car may get there.
constexpr double least_metres_per_station = 0.1;

double rough_grip(const Surface& surface, double along_m) noexcept {
    if (surface.roughness_m == 0.0) return surface.friction;
    const double phase = along_m - static_cast<double>(to_integer(along_m, 0, 1'000'000'000));
    const double wave = magnitude(2.0 * phase - 1.0);
    const double lost = minimum(most_grip_lost, grip_lost_per_roughness_m * surface.roughness_m);
    return surface.friction * (1.0 - lost * wave);
}

BodyMotion body_of(const PlanarMotion& motion, const SineCosine& heading) noexcept {
    return {motion.x_m,
            motion.y_m,
            heading.sine,
            heading.cosine,
            motion.forward_mps * heading.cosine - motion.left_mps * heading.sine,
            motion.forward_mps * heading.sine + motion.left_mps * heading.cosine,
            motion.yaw_rate_radps};
}

void put_back(const BodyMotion& body, RoadCarState& state) noexcept {
    PlanarMotion& motion = state.car.motion;
    motion.x_m = body.x_m;
    motion.y_m = body.y_m;
    motion.forward_mps =
        body.velocity_x_mps * body.cosine_yaw + body.velocity_y_mps * body.sine_yaw;
    motion.left_mps = body.velocity_y_mps * body.cosine_yaw - body.velocity_x_mps * body.sine_yaw;
    motion.yaw_rate_radps = body.yaw_rate_radps;
    state.car.drive.speed_mps = motion.forward_mps;
}

/// Sine and cosine of a car's yaw minus the road's heading.
SineCosine relative(const SineCosine& heading, const RoadPoint& road) noexcept {
    return {heading.sine * road.cosine_heading - heading.cosine * road.sine_heading,
            heading.cosine * road.cosine_heading + heading.sine * road.sine_heading};
}

/// A road's barriers, straight on from where a car is.
WallLine left_wall(const RoadPoint& road) noexcept {
    return {road.x_m - road.sine_heading * road.left_barrier_m,
            road.y_m + road.cosine_heading * road.left_barrier_m, road.sine_heading,
            -road.cosine_heading};
}
WallLine right_wall(const RoadPoint& road) noexcept {
    return {road.x_m + road.sine_heading * road.right_barrier_m,
            road.y_m - road.cosine_heading * road.right_barrier_m, -road.sine_heading,
            road.cosine_heading};
}

/// Lever, key and steering wheel stay where they are.
void only_brake(Controls& controls, double pedal) noexcept {
    controls.accelerator = 0.0;
    controls.brake = pedal;
    controls.clutch = 1.0;
}

}  // namespace

RoadWorld::RoadWorld(Track track, std::vector<RoadCar> cars, RoadConditions conditions)
    : track_(std::move(track)), cars_(std::move(cars)), conditions_(std::move(conditions)) {}

RoadCarState RoadWorld::standing(const RoadCar& car) const noexcept {
    const RoadStart& start = car.start;
    RoadCarState state;
    if (start.pose) {
        const SineCosine heading = sine_cosine(start.pose->yaw_rad);
        const double x_m = start.pose->x_m - car.box.centre_ahead_m * heading.cosine;
        const double y_m = start.pose->y_m - car.box.centre_ahead_m * heading.sine;
        state.place = track_.nearest_place(x_m, y_m);
        state.car = car.car.initial(x_m, y_m, start.pose->yaw_rad, start.speed_mps);
        return state;
    }
    const RoadPoint road = track_.at(start.place.along_m);
    state.place = start.place;
    state.car =
        car.car.initial(road.x_m - road.sine_heading * start.place.offset_m,
                        road.y_m + road.cosine_heading * start.place.offset_m,
                        arc_tangent2(road.sine_heading, road.cosine_heading), start.speed_mps);
    return state;
}

Obstacle RoadWorld::obstacle_at(const RoadCar& car, const RoadCarState& state) const noexcept {
    const BodyMotion body = body_of(state.car.motion, sine_cosine(state.car.motion.yaw_rad));
    RoadPlace place = state.place;
    const RoadPoint road = track_.locate(body.x_m, body.y_m, place);
    if (contact_with_line(car.box, body, left_wall(road)).touching ||
        contact_with_line(car.box, body, right_wall(road)).touching)
        return Obstacle::barrier;
    for (const Post& post : conditions_.posts)
        if (contact_with_post(car.box, body, post).touching) return Obstacle::post;
    return Obstacle::none;
}

std::vector<RoadCarState> RoadWorld::initial() const {
    std::vector<RoadCarState> states;
    for (const RoadCar& car : cars_) {
        RoadCarState state = standing(car);
        if (car.driver == RoadDriver::parked) {
            car.car.set_braked(state.car);
        } else {
            car.car.set_running(state.car);
            state.next.key = Key::on;
            state.next.gear = car.automatic ? 1 : 0;
            state.next.clutch = car.automatic ? 0.0 : 1.0;
        }
        state.controls = state.next;
        states.push_back(state);
    }
    return states;
}

/// Nearest by distance along the road, of those whose paths overlap.
CarAhead RoadWorld::ahead_of(std::span<const RoadCarState> states,
                             std::size_t index) const noexcept {
    const RoadCar& car = cars_[index];
    const RoadPlace& place = states[index].place;
    CarAhead ahead;
    for (std::size_t other = 0; other < states.size(); ++other) {
        const RoadCar& other_car = cars_[other];
        const double beside_m = states[other].place.offset_m - place.offset_m;
        const double apart_m = states[other].place.along_m - place.along_m;
        const double along_m =
            track_.closed() && apart_m < 0.0 ? apart_m + track_.length_m() : apart_m;
        const double gap_m = along_m - (car.box.half_length_m + other_car.box.half_length_m) +
                             (other_car.box.centre_ahead_m - car.box.centre_ahead_m);
        if (other == index || along_m <= 0.0 || gap_m >= ahead.gap_m ||
            magnitude(beside_m) > car.box.half_width_m + other_car.box.half_width_m + side_room_m)
            continue;
        ahead = {gap_m, states[other].car.motion.forward_mps};
    }
    return ahead;
}

Controls RoadWorld::look(std::span<const RoadCarState> states, std::size_t index) const noexcept {
    const RoadCar& car = cars_[index];
    const RoadCarState& state = states[index];
    const PlanarMotion& motion = state.car.motion;
    const RoadPoint road = track_.at(state.place.along_m);
    const SineCosine turned = relative(sine_cosine(motion.yaw_rad), road);
    LineFollowerView view{.place = state.place,
                          .heading_error_rad = arc_tangent2(turned.sine, turned.cosine),
                          .speed_mps = motion.forward_mps,
                          .yaw_rate_radps = motion.yaw_rate_radps,
                          .engine_speed_radps = state.car.drive.engine_speed_radps,
                          .gear = state.car.drive.gear,
                          .target_offset_m = car.target_offset_m,
                          .grip_factor = conditions_.grip};
    LineFollowerParameters follower = car.follower;
    double hardest_brake = 1.0;
    if (car.driver == RoadDriver::leader) {
        const LeaderWish wish = leader_wish(conditions_.leader, state.driver_ticks);
        follower.top_speed_mps = wish.speed_mps;
        view.target_offset_m = wish.offset_m;
        hardest_brake = conditions_.leader.hard_brake_mps2 / follower.full_brake_mps2;
    }
    const DriveCommand command =
        keep_distance(follow_line(track_, follower, view), motion.forward_mps,
                      ahead_of(states, index), follower.full_brake_mps2);
    Controls controls;
    controls.accelerator = command.accelerator;
    controls.brake = minimum(command.brake, hardest_brake);
    controls.steer = command.steer;
    controls.gear = 1;
    controls.key = Key::on;
    if (car.automatic) return controls;
    const ManualCommand by_hand = shift_by_hand(
        car.follower.gears, car.foot,
        {state.car.drive.gear, state.controls.gear, state.controls.clutch, motion.forward_mps,
         state.car.drive.engine_speed_radps},
        controls.accelerator, static_cast<double>(conditions_.driver_period_ticks) * 0.001);
    controls.accelerator = by_hand.accelerator;
    controls.clutch = by_hand.clutch;
    controls.gear = by_hand.gear;
    return controls;
}

/// A command from the State of tick k·period takes effect at tick k·period + latency.
void RoadWorld::follow(std::span<RoadCarState> states, std::size_t index) const noexcept {
    RoadCarState& state = states[index];
    const std::int64_t since = state.driver_ticks % conditions_.driver_period_ticks;
    if (since == 0) state.next = look(states, index);
    ++state.driver_ticks;
    if (since + 1 == conditions_.driver_latency_ticks) state.controls = state.next;
}

std::size_t RoadWorld::controlled_cars() const noexcept {
    return static_cast<std::size_t>(std::count_if(
        cars_.begin(), cars_.end(),
        [](const RoadCar& car) noexcept { return car.driver == RoadDriver::controller; }));
}

void RoadWorld::decide(std::span<RoadCarState> states, const Controls& wires,
                       std::span<const CarInputs> own) const noexcept {
    for (std::size_t i = 0; i < states.size(); ++i) {
        const RoadDriver driver = cars_[i].driver;
        RoadCarState& state = states[i];
        const CarInputs* inputs = nullptr;
        if (driver == RoadDriver::controller && !own.empty()) {
            inputs = &own.front();
            own = own.subspan(1);
            if (state.out == CarOut::no) state.out = inputs->failure;
        }
        if (state.out != CarOut::no) {
            only_brake(state.controls, out_brake);
        } else if (driver == RoadDriver::wires) {
            state.controls = wires;
        } else if (inputs != nullptr) {
            state.controls = inputs->controls;
        } else if (driver == RoadDriver::parked || driver == RoadDriver::controller) {
            only_brake(state.controls, driver == RoadDriver::parked ? 1.0 : out_brake);
        } else {
            follow(states, i);
        }
    }
}

void RoadWorld::suffer(RoadCarState& state, double damage) const noexcept {
    state.damage += damage;
    if (state.out == CarOut::no && state.damage > conditions_.largest_damage)
        state.out = CarOut::damage;
}

void RoadWorld::step(std::span<RoadCarState> states) const noexcept {
    for (std::size_t i = 0; i < states.size(); ++i) move(cars_[i], states[i]);
    if (states.size() > 1) meet_others(states);
}

/// What each wheel stands on.
[[gnu::always_inline]] inline void RoadWorld::touch_surfaces(const RoadCar& car,
                                                             const RoadPoint& road,
                                                             const RoadPlace& place,
                                                             const SineCosine& turned,
                                                             Ground& ground) const noexcept {
    // Mostly all wheels stand on the road.
    if (place.offset_m + car.wheel_reach_m <= road.left_width_m &&
        place.offset_m - car.wheel_reach_m >= -road.right_width_m) {
        const Surface& surface = track_.surface(road, place.offset_m);
        ground.grip.fill(conditions_.grip * rough_grip(surface, place.along_m));
        ground.rolling_resistance.fill(surface.rolling_resistance);
        return;
    }
    const CarParameters& parameters = car.car.parameters();
    const double front_m = place.offset_m + parameters.to_front_axle_m * turned.sine;
    const double rear_m = front_m - parameters.wheelbase_m * turned.sine;
    const double front_half_m = 0.5 * parameters.suspension.front.track_m * turned.cosine;
    const double rear_half_m = 0.5 * parameters.suspension.rear.track_m * turned.cosine;
    const PerWheel<double> offsets_m{front_m + front_half_m, front_m - front_half_m,
                                     rear_m + rear_half_m, rear_m - rear_half_m};
    for (std::size_t i = 0; i < wheel_count; ++i) {
        const Surface& surface = track_.surface(road, offsets_m[i]);
        ground.grip[i] = conditions_.grip * rough_grip(surface, place.along_m);
        ground.rolling_resistance[i] = surface.rolling_resistance;
    }
}

void RoadWorld::move(const RoadCar& car, RoadCarState& state) const noexcept {
    const PlanarMotion& motion = state.car.motion;
    const double along_before_m = state.place.along_m;
    const RoadPoint road = track_.locate(motion.x_m, motion.y_m, state.place);
    const double moved_m = state.place.along_m - along_before_m;
    if (moved_m < -0.5 * track_.length_m()) ++state.laps;
    if (moved_m > 0.5 * track_.length_m()) --state.laps;

    const SineCosine heading = sine_cosine(motion.yaw_rad);
    const SineCosine turned = relative(heading, road);
    // Beside the centre line of a bend a station is shorter or longer than a metre. In a bend with
    // cross-fall the way along the road is bent upward, too: a level circle leans into the slope
    // and is pressed onto it by v²/R·cross-fall. (Not every turn of a car does that: one that
    // weaves along a straight slope stays in a plane.)
    const double stations_per_m =
        1.0 / maximum(1.0 - road.curvature_pm * state.place.offset_m, least_metres_per_station);
    const double grade = road.grade * stations_per_m;
    const double along_curvature_pm =
        (road.vertical_curvature_pm * stations_per_m - road.curvature_pm * road.cross_fall) *
        stations_per_m;
    Ground ground;
    ground.slope_forward = grade * turned.cosine + road.cross_fall * turned.sine;
    ground.slope_left = road.cross_fall * turned.cosine - grade * turned.sine;
    ground.vertical_curvature_pm = along_curvature_pm * turned.cosine * turned.cosine;
    ground.wind_forward_mps =
        conditions_.wind_x_mps * heading.cosine + conditions_.wind_y_mps * heading.sine;
    ground.wind_left_mps =
        conditions_.wind_y_mps * heading.cosine - conditions_.wind_x_mps * heading.sine;
    touch_surfaces(car, road, state.place, turned, ground);
    car.car.step(state.car, state.controls, car.automatic, ground);
    meet_barriers(car, state, road, heading);
}

void RoadWorld::meet_barriers(const RoadCar& car, RoadCarState& state, const RoadPoint& road,
                              const SineCosine& heading) const noexcept {
    const double reach_m = car.box.reach_m;
    const bool left = state.place.offset_m + reach_m > road.left_barrier_m;
    const bool right = reach_m - state.place.offset_m > road.right_barrier_m;
    if (!left && !right && conditions_.posts.empty()) return;
    BodyMotion body = body_of(state.car.motion, heading);
    double damage = 0.0;
    bool touched = false;
    const auto meet = [&](const Contact& contact) noexcept {
        if (!contact.touching) return;
        touched = true;
        damage += damage_of(resolve_with_fixed(car.box, body, contact), share_against_fixed);
    };
    if (left) meet(contact_with_line(car.box, body, left_wall(road)));
    if (right) meet(contact_with_line(car.box, body, right_wall(road)));
    for (const Post& post : conditions_.posts) meet(contact_with_post(car.box, body, post));
    if (!touched) return;
    put_back(body, state);
    suffer(state, damage);
}

/// Where a road crosses over itself, cars meet in the plan and yet pass each other.
bool RoadWorld::on_other_level(const RoadPlace& place, const RoadPlace& other) const noexcept {
    constexpr double headroom_m = 2.5;
    return magnitude(track_.at(place.along_m).elevation_m - track_.at(other.along_m).elevation_m) >
           headroom_m;
}

void RoadWorld::meet_others(std::span<RoadCarState> states) const noexcept {
    for (std::size_t i = 0; i + 1 < states.size(); ++i) {
        const PlanarMotion& motion = states[i].car.motion;
        for (std::size_t j = i + 1; j < states.size(); ++j) {
            const PlanarMotion& other_motion = states[j].car.motion;
            const double dx_m = motion.x_m - other_motion.x_m;
            const double dy_m = motion.y_m - other_motion.y_m;
            const double reach_m = cars_[i].box.reach_m + cars_[j].box.reach_m;
            if (dx_m * dx_m + dy_m * dy_m >= reach_m * reach_m) continue;
            if (on_other_level(states[i].place, states[j].place)) continue;
            BodyMotion body = body_of(motion, sine_cosine(motion.yaw_rad));
            BodyMotion other = body_of(other_motion, sine_cosine(other_motion.yaw_rad));
            const Contact contact = contact_of_near_boxes(cars_[i].box, body, cars_[j].box, other);
            if (!contact.touching) continue;
            const double damage = damage_of(
                resolve(cars_[i].box, body, cars_[j].box, other, contact), share_of_one_of_two);
            put_back(body, states[i]);
            put_back(other, states[j]);
            suffer(states[i], damage);
            suffer(states[j], damage);
        }
    }
}

}  // namespace ghostcar::model
