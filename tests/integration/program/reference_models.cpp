// SPDX-License-Identifier: Apache-2.0
// The two reference models that the car is compared with, worked out by themselves, so that any
// manoeuvre of any of the three cars can be compared and not only those whose trajectories are
// published. Equations and parameters: M. Althoff and G. Würsching, CommonRoad: Vehicle Models,
// version 2020a (multi-body model after R. W. Allen et al., NHTSA DOT HS 807 956, 1992;
// single-track drift model; tyres after H. B. Pacejka, sections 4.3.2 and 4.3.3). Their axes: z
// down, so roll and camber count the other way round than ours; yaw, steering and side are ours.
//
// Left out is what only acts near standstill (below 0.3 m/s they change over to a kinematic model,
// and wheels do not turn backward): a manoeuvre that gets there is refused.
//
// usage: reference_models multi-body|drift VEHICLE SPEED ANGLE STEPS < inputs > states
//   inputs  rows of `t steering-rate acceleration`, each held until the next, 10 ms later
//   states  t_s,x,y,delta,yaw,speed,yaw_rate,slip_angle at each of these times
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr double gravity = 9.81;
constexpr double foot_m = 0.3048;
constexpr double pound_n = 4.4482216152605;
constexpr double slug_kg = pound_n / foot_m;
constexpr double slug_ft2_kgm2 = pound_n * foot_m;
constexpr double pound_per_ft_npm = 0.45359237 * gravity / foot_m;
constexpr double pound_s_per_ft_nspm = pound_n / foot_m;
constexpr double slowest_mps = 0.3;

/// One axle of the multi-body model; the drift model knows no more of it than where it is.
struct Axle {
    double ahead_m;  // of the centre of gravity; < 0: behind
    double track_m;
    double spring_npm;  // of each wheel
    double damper_nspm;
    double extra_roll_nmprad;  // of the axle, beside the springs
    double camber_per_m;       // how a wheel tilts as its spring is pressed
    double unsprung_kgm2;
    double brake_share;
    double drive_share;
};

struct Vehicle {
    double mass_kg;
    double sprung_kg;
    double unsprung_kg;  // each axle
    double roll_kgm2;
    double pitch_kgm2;
    double yaw_kgm2;
    double sprung_height_m;
    double tyre_npm;      // upward
    double tyre_m_per_n;  // sideways
    double switch_mps;    // above it the power is constant
    double slowest_mps;   // no braking below …
    double fastest_mps;   // … and no driving above
    std::array<Axle, 2> axles;

    [[nodiscard]] double base_m() const { return axles[0].ahead_m - axles[1].ahead_m; }
    /// What of the weight an axle carries.
    [[nodiscard]] double weight_share(std::size_t axle) const {
        return std::abs(axles[1 - axle].ahead_m) / base_m();
    }
};

constexpr double wheel_radius_m = 0.344;
constexpr double wheel_kgm2 = 1.7;
constexpr double arm_npm = 12'000.0 * pound_per_ft_npm;  // sideways, between axle and body
constexpr double arm_nspm = 700.0 * pound_s_per_ft_nspm;
constexpr double largest_mps2 = 11.5;

/// As published, in the units of the NHTSA report.
const std::array<Vehicle, 3> vehicles{{
    {84.0 * slug_kg,
     75.0 * slug_kg,
     4.5 * slug_kg,
     180.0 * slug_ft2_kgm2,
     990.0 * slug_ft2_kgm2,
     1135.0 * slug_ft2_kgm2,
     1.95 * foot_m,
     13'000.0 * pound_per_ft_npm,
     1.5e-4 * foot_m / pound_n,
     4.755,
     -13.9,
     45.8,
     {{{2.9 * foot_m, 4.56 * foot_m, 1500.0 * pound_per_ft_npm, 100.0 * pound_s_per_ft_nspm,
        -9500.0 * slug_ft2_kgm2, -0.19 / foot_m, 24.0 * slug_ft2_kgm2, 0.76, 1.0},
       {-4.95 * foot_m, 4.67 * foot_m, 1500.0 * pound_per_ft_npm, 100.0 * pound_s_per_ft_nspm, 0.0,
        -0.064 / foot_m, 24.0 * slug_ft2_kgm2, 0.24, 0.0}}}},
    {74.91452 * slug_kg,
     66.17221 * slug_kg,
     4.371153 * slug_kg,
     152.871 * slug_ft2_kgm2,
     1154.888 * slug_ft2_kgm2,
     1321.416 * slug_ft2_kgm2,
     2.01355 * foot_m,
     10'842.89 * pound_per_ft_npm,
     2.397884e-4 * foot_m / pound_n,
     7.319,
     -13.6,
     50.8,
     {{{3.793293 * foot_m, 4.55 * foot_m, 1675.0 * pound_per_ft_npm, 122.3966 * pound_s_per_ft_nspm,
        -5100.155 * slug_ft2_kgm2, -0.12 / foot_m, 22.62345 * slug_ft2_kgm2, 0.66, 0.0},
       {-4.667707 * foot_m, 4.475 * foot_m, 1345.0 * pound_per_ft_npm,
        112.9981 * pound_s_per_ft_nspm, -1949.82 * slug_ft2_kgm2, -0.276 / foot_m,
        21.88377 * slug_ft2_kgm2, 0.34, 1.0}}}},
    {101.3367 * slug_kg,
     90.21635 * slug_kg,
     5.56015 * slug_kg,
     353.9445 * slug_ft2_kgm2,
     1625.825 * slug_ft2_kgm2,
     1824.078 * slug_ft2_kgm2,
     2.639405 * foot_m,
     14'565.6 * pound_per_ft_npm,
     1.7850283e-4 * foot_m / pound_n,
     7.824,
     -11.2,
     41.7,
     {{{3.775563 * foot_m, 5.165 * foot_m, 2300.0 * pound_per_ft_npm,
        164.8335 * pound_s_per_ft_nspm, -25'038.92 * slug_ft2_kgm2, -0.1 / foot_m,
        37.08234 * slug_ft2_kgm2, 0.64, 0.0},
       {-4.334437 * foot_m, 5.065 * foot_m, 2680.0 * pound_per_ft_npm,
        189.7866 * pound_s_per_ft_nspm, -5702.369 * slug_ft2_kgm2, -0.1 / foot_m,
        35.66033 * slug_ft2_kgm2, 0.36, 1.0}}}},
}};

/// All that follows is in one wheel's frame.
namespace tyre {

struct Force {
    double along_n;
    double across_n;
};

double bent(double x, double shape, double curvature) {
    return shape * std::atan(x - curvature * (x - std::atan(x)));
}

double along_alone_n(double slip, double load_n) {
    constexpr double shape = 1.6411;
    const double peak_n = 1.1739 * load_n;
    const double shifted = 0.0012297 - slip;
    const double angle = bent(22.303 * load_n / (shape * peak_n) * shifted, shape, 0.46403);
    return peak_n * std::sin(angle - 8.8098e-6 * load_n);
}

double across_friction(double camber) {
    return 1.0489 * (1.0 + 2.8821 * camber * camber);
}

double across_alone_n(double angle_rad, double camber, double load_n) {
    constexpr double shape = 1.3507;
    const double side = camber > 0.0 ? 1.0 : (camber < 0.0 ? -1.0 : 0.0);
    const double tilt = std::abs(camber);
    const double peak_n = across_friction(camber) * load_n;
    const double shifted = angle_rad + side * (0.0026747 + 0.031415 * tilt);
    return peak_n *
               std::sin(bent(-21.92 * load_n / (shape * peak_n) * shifted, shape, -0.0074722)) +
           side * load_n * (0.037318 - 0.32931 * tilt);
}

/// What the other slip leaves of a force, 1 at none: its curve is a little off the middle.
double left_over(double slope, double slip, double shift, double shape, double curvature) {
    return std::cos(bent(slope * (slip + shift), shape, curvature)) /
           std::cos(bent(slope * shift, shape, curvature));
}

Force force(double slip, double angle_rad, double camber, double load_n) {
    const double along_slope = 13.276 * std::cos(std::atan(-13.778 * slip));
    const double across_slope = 7.1433 * std::cos(std::atan(9.1916 * (angle_rad + 0.027856)));
    // Braking and driving push a wheel that runs aslant to the side by themselves.
    const double pushed_n = across_friction(camber) * load_n * (-0.027825 - 0.27568 * camber) *
                            std::cos(std::atan(12.12 * angle_rad)) *
                            std::sin(1.9 * std::atan(-10.704 * slip));
    return {
        along_alone_n(slip, load_n) * left_over(along_slope, angle_rad, 0.0050722, 1.2568, 0.65225),
        across_alone_n(angle_rad, camber, load_n) *
                left_over(across_slope, slip, 5.7448e-6, 1.0719, -0.27572) +
            pushed_n};
}

}  // namespace tyre

/// What of a wanted acceleration the car's limits leave.
double limited_mps2(const Vehicle& car, double speed_mps, double wanted_mps2) {
    if ((speed_mps <= car.slowest_mps && wanted_mps2 <= 0.0) ||
        (speed_mps >= car.fastest_mps && wanted_mps2 >= 0.0))
        return 0.0;
    const double most_mps2 =
        speed_mps > car.switch_mps ? largest_mps2 * car.switch_mps / speed_mps : largest_mps2;
    return std::clamp(wanted_mps2, -largest_mps2, most_mps2);
}

double axle_torque_nm(const Vehicle& car, const Axle& axle, double mps2) {
    return car.mass_kg * wheel_radius_m * mps2 * (mps2 > 0.0 ? axle.drive_share : axle.brake_share);
}

struct Inputs {
    double steering_radps;
    double acceleration_mps2;
};

struct Motion {
    double x_m, y_m, steering_rad, yaw_rad, speed_mps, yaw_rate_radps, slip_angle_rad;
};

/// One track, two axles with fixed loads, two wheels that spin.
struct Drift {
    enum : std::size_t { x, y, steering, speed, yaw, yaw_rate, slip_angle, spin, count = spin + 2 };
    using State = std::array<double, count>;

    const Vehicle& car;

    [[nodiscard]] State initial(double speed_mps, double angle_rad) const {
        return {0.0,
                0.0,
                angle_rad,
                speed_mps,
                0.0,
                0.0,
                0.0,
                speed_mps * std::cos(angle_rad) / wheel_radius_m,
                speed_mps / wheel_radius_m};
    }

    [[nodiscard]] State rate(const State& s, const Inputs& inputs) const {
        const double mps2 = limited_mps2(car, s[speed], inputs.acceleration_mps2);
        const double along_mps = s[speed] * std::cos(s[slip_angle]);
        const double across_mps = s[speed] * std::sin(s[slip_angle]);
        State result{};
        double along_n = 0.0;  // in the direction of travel, and across it
        double across_n = 0.0;
        double turning_nm = 0.0;
        for (std::size_t i = 0; i < 2; ++i) {
            const Axle& axle = car.axles[i];
            const double wheel_rad = i == 0 ? s[steering] : 0.0;
            const double axle_across_mps = across_mps + axle.ahead_m * s[yaw_rate];
            const double rolling_mps =
                along_mps * std::cos(wheel_rad) + axle_across_mps * std::sin(wheel_rad);
            const tyre::Force force =
                tyre::force(1.0 - wheel_radius_m * s[spin + i] / rolling_mps,
                            std::atan(axle_across_mps / along_mps) - wheel_rad, 0.0,
                            car.mass_kg * gravity * car.weight_share(i));
            const double turned_rad = wheel_rad - s[slip_angle];
            along_n += force.along_n * std::cos(turned_rad) - force.across_n * std::sin(turned_rad);
            across_n +=
                force.along_n * std::sin(turned_rad) + force.across_n * std::cos(turned_rad);
            turning_nm += axle.ahead_m * (force.across_n * std::cos(wheel_rad) +
                                          force.along_n * std::sin(wheel_rad));
            result[spin + i] =
                (axle_torque_nm(car, axle, mps2) - wheel_radius_m * force.along_n) / wheel_kgm2;
        }
        result[x] = s[speed] * std::cos(s[yaw] + s[slip_angle]);
        result[y] = s[speed] * std::sin(s[yaw] + s[slip_angle]);
        result[steering] = inputs.steering_radps;
        result[speed] = along_n / car.mass_kg;
        result[yaw] = s[yaw_rate];
        result[yaw_rate] = turning_nm / car.yaw_kgm2;
        result[slip_angle] = across_n / (car.mass_kg * s[speed]) - s[yaw_rate];
        return result;
    }

    [[nodiscard]] static Motion motion(const State& s) {
        return {s[x], s[y], s[steering], s[yaw], s[speed], s[yaw_rate], s[slip_angle]};
    }
};

/// A sprung body and two axles that roll, heave and move sideways by themselves, four wheels.
struct MultiBody {
    enum : std::size_t {
        x,
        y,
        steering,
        forward,
        yaw,
        yaw_rate,
        roll,
        roll_rate,
        pitch,
        pitch_rate,
        side,
        heave,
        heave_rate,
        axle,
        spin = axle + 10,
        joint = spin + 4,
        count = joint + 2
    };
    // Of each of the two axles, behind `axle`.
    enum : std::size_t {
        axle_roll,
        axle_roll_rate,
        axle_side,
        axle_heave,
        axle_heave_rate,
        per_axle
    };
    using State = std::array<double, count>;

    const Vehicle& car;

    [[nodiscard]] State initial(double speed_mps, double angle_rad) const {
        State s{};
        s[steering] = angle_rad;
        s[forward] = speed_mps;
        for (std::size_t i = 0; i < 2; ++i)
            s[axle + per_axle * i + axle_heave] =
                (car.sprung_kg * car.weight_share(i) + car.unsprung_kg) * gravity /
                (2.0 * car.tyre_npm);
        for (std::size_t i = 0; i < 4; ++i) s[spin + i] = speed_mps / wheel_radius_m;
        return s;
    }

    /// What one axle does to the body.
    struct OnBody {
        double along_n = 0.0;
        double across_n = 0.0;
        double turning_nm = 0.0;
        double arm_n = 0.0;     // sideways, from the axle
        double spring_n = 0.0;  // upward, both wheels
        double rolling_nm = 0.0;
    };

    [[nodiscard]] State rate(const State& s, const Inputs& inputs) const {
        const double mps2 = limited_mps2(car, s[forward], inputs.acceleration_mps2);
        State result{};
        const OnBody front = move_axle(s, 0, mps2, result);
        const OnBody rear = move_axle(s, 1, mps2, result);
        const double arms_n = front.arm_n + rear.arm_n;
        const double springs_n = front.spring_n + rear.spring_n;
        const double along_n = front.along_n + rear.along_n;
        const double speed_mps = std::hypot(s[forward], s[side]);
        const double course_rad = s[yaw] + std::atan(s[side] / s[forward]);
        result[x] = speed_mps * std::cos(course_rad);
        result[y] = speed_mps * std::sin(course_rad);
        result[steering] = inputs.steering_radps;
        result[forward] = along_n / car.mass_kg + s[yaw_rate] * s[side];
        result[yaw] = s[yaw_rate];
        result[yaw_rate] = (front.turning_nm + rear.turning_nm) / car.yaw_kgm2;
        result[roll] = s[roll_rate];
        result[roll_rate] = (front.rolling_nm + rear.rolling_nm) / car.roll_kgm2;
        result[pitch] = s[pitch_rate];
        result[pitch_rate] =
            (car.axles[0].ahead_m * front.spring_n + car.axles[1].ahead_m * rear.spring_n +
             along_n * (car.sprung_height_m - s[heave])) /
            car.pitch_kgm2;
        result[side] =
            (arms_n * std::cos(s[roll]) + springs_n * std::sin(s[roll])) / car.sprung_kg -
            s[yaw_rate] * s[forward];
        result[heave] = s[heave_rate];
        result[heave_rate] =
            gravity - (springs_n * std::cos(s[roll]) - arms_n * std::sin(s[roll])) / car.sprung_kg;
        return result;
    }

    OnBody move_axle(const State& s, std::size_t i, double mps2, State& result) const {
        const Axle& p = car.axles[i];
        const std::size_t at = axle + per_axle * i;
        const double half_m = 0.5 * p.track_m;
        const double lean = s[at + axle_roll];
        const double lean_rate = s[at + axle_roll_rate];
        const double sunk_m = s[at + axle_heave];
        const double lean_apart = s[roll] - lean;
        const double lean_rate_apart = s[roll_rate] - lean_rate;
        const double body_over_axle_m = car.sprung_height_m - wheel_radius_m + sunk_m - s[heave];
        const double side_mps = s[side] + p.ahead_m * s[yaw_rate];
        const double tread_mps = side_mps - lean_rate * (wheel_radius_m - sunk_m);
        const double wheel_rad = i == 0 ? s[steering] : 0.0;
        const double cosine = std::cos(wheel_rad);
        const double sine = std::sin(wheel_rad);
        OnBody body;
        double across_n = 0.0;
        double tyres_n = 0.0;
        double tilting_nm = 0.0;
        for (std::size_t wheel = 0; wheel < 2; ++wheel) {
            const double left = wheel == 0 ? 1.0 : -1.0;
            const double load_n = (sunk_m + wheel_radius_m * (std::cos(lean) - 1.0) -
                                   left * half_m * std::sin(lean)) *
                                  car.tyre_npm;
            const double over_mps = s[forward] + left * half_m * s[yaw_rate];
            const double rolling_mps = over_mps * cosine + side_mps * sine;
            const double pressed_m = body_over_axle_m / std::cos(s[roll]) - car.sprung_height_m +
                                     wheel_radius_m + p.ahead_m * s[pitch] +
                                     left * half_m * lean_apart;
            const double pressed_mps = s[at + axle_heave_rate] - s[heave_rate] +
                                       p.ahead_m * s[pitch_rate] + left * half_m * lean_rate_apart;
            const double spring_n = 0.5 * car.sprung_kg * gravity * car.weight_share(i) -
                                    p.spring_npm * pressed_m - p.damper_nspm * pressed_mps +
                                    left * lean_apart * p.extra_roll_nmprad / p.track_m;
            const std::size_t number = spin + 2 * i + wheel;
            const tyre::Force force =
                tyre::force(1.0 - wheel_radius_m * s[number] / rolling_mps,
                            std::atan(tread_mps / over_mps) - wheel_rad,
                            s[roll] + left * p.camber_per_m * pressed_m, load_n);
            const double along_body_n = force.along_n * cosine - force.across_n * sine;
            const double across_body_n = force.across_n * cosine + force.along_n * sine;
            body.along_n += along_body_n;
            across_n += across_body_n;
            body.turning_nm += p.ahead_m * across_body_n + left * half_m * along_body_n;
            body.spring_n += spring_n;
            body.rolling_nm += left * half_m * spring_n;
            tyres_n += load_n;
            // A wheel's load acts where its tread is, which its side force moves.
            tilting_nm +=
                load_n * (wheel_radius_m * std::sin(lean) + left * half_m * std::cos(lean) -
                          car.tyre_m_per_n * force.across_n) -
                left * half_m * spring_n;
            result[number] =
                (0.5 * axle_torque_nm(car, p, mps2) - wheel_radius_m * force.along_n) / wheel_kgm2;
        }
        // The body stands on the axle by an arm that is stiff sideways; its foot is on the ground.
        const double stretched_m = body_over_axle_m * std::sin(s[roll]) -
                                   s[joint + i] * std::cos(s[roll]) +
                                   wheel_radius_m * std::sin(lean_apart);
        const double apart_mps = side_mps - s[at + axle_side];
        const double stretched_mps =
            (body_over_axle_m * std::cos(s[roll]) + s[joint + i] * std::sin(s[roll])) *
                s[roll_rate] +
            (s[at + axle_heave_rate] - s[heave_rate]) * std::sin(s[roll]) -
            apart_mps * std::cos(s[roll]) + wheel_radius_m * std::cos(lean_apart) * lean_rate_apart;
        body.arm_n = stretched_m * arm_npm + stretched_mps * arm_nspm;
        body.rolling_nm -=
            body.arm_n / std::cos(s[roll]) * (body_over_axle_m + wheel_radius_m * std::cos(lean));
        result[joint + i] = apart_mps;
        result[at + axle_roll] = lean_rate;
        result[at + axle_roll_rate] =
            (tilting_nm + body.arm_n * wheel_radius_m - across_n * (wheel_radius_m - sunk_m)) /
            p.unsprung_kgm2;
        result[at + axle_side] =
            (across_n - body.arm_n * std::cos(s[roll]) - body.spring_n * std::sin(s[roll])) /
                car.unsprung_kg -
            s[yaw_rate] * s[forward];
        result[at + axle_heave] = s[at + axle_heave_rate];
        result[at + axle_heave_rate] = gravity - (tyres_n + body.arm_n * std::sin(s[roll]) -
                                                  body.spring_n * std::cos(s[roll])) /
                                                     car.unsprung_kg;
        return body;
    }

    [[nodiscard]] static Motion motion(const State& s) {
        return {s[x],
                s[y],
                s[steering],
                s[yaw],
                std::hypot(s[forward], s[side]),
                s[yaw_rate],
                std::atan2(s[side], s[forward])};
    }
};

struct Row {
    double t_s;
    Inputs inputs;
};

template <typename State>
State moved(const State& from, const State& rate, double seconds) {
    State to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += rate[i] * seconds;
    return to;
}

/// Runge and Kutta's classic method, four evaluations a step.
template <typename Model>
bool drive(const Model& model, const std::vector<Row>& rows, double speed_mps, double angle_rad,
           int steps) {
    typename Model::State state = model.initial(speed_mps, angle_rad);
    std::puts("t_s,x,y,delta,yaw,speed,yaw_rate,slip_angle");
    const double step_s = 0.01 / steps;
    for (const Row& row : rows) {
        const Motion m = Model::motion(state);
        if (!(m.speed_mps > slowest_mps)) return false;
        std::printf("%.2f,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", row.t_s, m.x_m, m.y_m,
                    m.steering_rad, m.yaw_rad, m.speed_mps, m.yaw_rate_radps, m.slip_angle_rad);
        for (int i = 0; i < steps; ++i) {
            const auto a = model.rate(state, row.inputs);
            const auto b = model.rate(moved(state, a, 0.5 * step_s), row.inputs);
            const auto c = model.rate(moved(state, b, 0.5 * step_s), row.inputs);
            const auto d = model.rate(moved(state, c, step_s), row.inputs);
            for (std::size_t k = 0; k < state.size(); ++k)
                state[k] += step_s / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]);
        }
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fputs("usage: reference_models multi-body|drift VEHICLE SPEED ANGLE STEPS\n", stderr);
        return 2;
    }
    const Vehicle& car = vehicles.at(std::stoul(argv[2]) - 1);
    std::vector<Row> rows;
    Row row{};
    while (std::cin >> row.t_s >> row.inputs.steering_radps >> row.inputs.acceleration_mps2)
        rows.push_back(row);
    const double speed_mps = std::stod(argv[3]);
    const double angle_rad = std::stod(argv[4]);
    const int steps = std::stoi(argv[5]);
    const bool good = argv[1] == std::string("drift")
                          ? drive(Drift{car}, rows, speed_mps, angle_rad, steps)
                          : drive(MultiBody{car}, rows, speed_mps, angle_rad, steps);
    if (!good) std::fputs("reference_models: too slow, or no numbers any more\n", stderr);
    return good ? 0 : 1;
}
