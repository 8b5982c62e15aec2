// SPDX-License-Identifier: Apache-2.0
// One tyre: the Magic Formula's curves, and how slip builds up.
#include "model/vehicle/tyre.h"

#include <cmath>
#include <cstdio>
#include <limits>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::load_car;
using ghostcar::tests::shipped_cars;

namespace {

Tyre tyre_of(const char* name) {
    const CarParameters p = load_car(name);
    return Tyre(p.tyre, p.wheel_inertia_kgm2 / (p.wheel_radius_m * p.wheel_radius_m),
                Car::default_step_s);
}

/// The largest error of both shapes over all slips that matter.
double worst_of(double shape, double curvature) {
    const ShapeCurve sine(ShapeCurve::Kind::sine, shape, curvature);
    const ShapeCurve cosine(ShapeCurve::Kind::cosine, shape, curvature);
    double worst = 0.0;
    for (double x = 0.0; x < 30.0; x += 0.0037) {
        const double angle = shape * std::atan(x - curvature * (x - std::atan(x)));
        worst = maximum(worst, magnitude(sine.at(both(x))[0] - std::sin(angle)));
        worst = maximum(worst, magnitude(cosine.at(both(x))[1] - std::cos(angle)));
    }
    return worst;
}

void shape_curves_are_those_of_the_formula() {
    for (const double shape : {1.0, 1.0719, 1.3507, 1.65}) {
        for (const double curvature : {-0.6, -0.2, 0.0, 0.46403, 0.65225})
            TEST_ASSERT_TRUE(worst_of(shape, curvature) < 3e-6);
        TEST_ASSERT_TRUE(worst_of(shape, 0.9) < 2e-5);
    }
}

void small_slips_are_stiffness_and_peaks_are_friction() {
    for (const char* name : shipped_cars) {
        const Tyre tyre = tyre_of(name);
        const TyreParameters& p = tyre.parameters();
        const double load_n = p.nominal_load_n;
        double drive_peak_n = 0.0;
        double side_peak_n = 0.0;
        for (double slip = 0.0; slip < 1.0; slip += 0.0005) {
            drive_peak_n = maximum(drive_peak_n, tyre.force(load_n, 1.0, slip, 0.0).longitudinal_n);
            side_peak_n = maximum(side_peak_n, tyre.force(load_n, 1.0, 0.0, slip).lateral_n);
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-3 * load_n, p.longitudinal.friction * load_n, drive_peak_n);
        TEST_ASSERT_DOUBLE_WITHIN(1e-3 * load_n, p.lateral.friction * load_n, side_peak_n);
        const double little = 1e-4;
        TEST_ASSERT_DOUBLE_WITHIN(
            0.003 * p.longitudinal.stiffness, p.longitudinal.stiffness,
            tyre.force(load_n, 1.0, little, 0.0).longitudinal_n / (little * load_n));
        TEST_ASSERT_DOUBLE_WITHIN(
            0.003 * p.lateral.stiffness, p.lateral.stiffness,
            tyre.force(load_n, 1.0, 0.0, little).lateral_n / (little * load_n));
    }
}

void slip_in_one_direction_takes_grip_from_the_other() {
    for (const char* name : shipped_cars) {
        const Tyre tyre = tyre_of(name);
        const double load_n = tyre.parameters().nominal_load_n;
        const double most_n =
            1.06 * load_n *
            maximum(tyre.parameters().longitudinal.friction, tyre.parameters().lateral.friction);
        for (double drive = 0.0; drive < 1.0; drive += 0.01) {
            double before_n = 1e9;
            for (double side = 0.0; side < 1.0; side += 0.01) {
                const TyreForce force = tyre.force(load_n, 1.0, drive, side);
                TEST_ASSERT_TRUE(force.longitudinal_n <= before_n + 1e-9);
                before_n = force.longitudinal_n;
                TEST_ASSERT_TRUE(std::hypot(force.longitudinal_n, force.lateral_n) < most_n);
                // Either sign, the same force.
                const TyreForce other = tyre.force(load_n, 1.0, -drive, -side);
                TEST_ASSERT_TRUE(other.longitudinal_n == -force.longitudinal_n);
                TEST_ASSERT_TRUE(other.lateral_n == -force.lateral_n);
            }
        }
    }
}

void grip_changes_the_peak_and_not_the_stiffness() {
    const Tyre tyre = tyre_of("focus-2.0-mt");
    const double load_n = tyre.parameters().nominal_load_n;
    for (const double grip : {0.12, 0.3, 0.7}) {
        double peak_n = 0.0;
        for (double slip = 0.0; slip < 1.0; slip += 0.0005)
            peak_n = maximum(peak_n, tyre.force(load_n, grip, slip, 0.0).longitudinal_n);
        TEST_ASSERT_DOUBLE_WITHIN(0.002 * load_n, grip * load_n, peak_n);
        const double dry_n = tyre.force(load_n, 1.0, 0.0, 1e-5).lateral_n;
        TEST_ASSERT_DOUBLE_WITHIN(0.002 * dry_n, dry_n,
                                  tyre.force(load_n, grip, 0.0, 1e-5).lateral_n);
    }
}

void a_loaded_tyre_has_less_grip_for_its_load_but_never_none() {
    const Tyre tyre = tyre_of("focus-2.0-mt");
    const double nominal_n = tyre.parameters().nominal_load_n;
    double before = 10.0;
    for (const double times : {0.2, 0.5, 1.0, 2.0, 4.0, 50.0}) {
        const double share =
            tyre.force(times * nominal_n, 1.0, 0.0, 0.13).lateral_n / (times * nominal_n);
        TEST_ASSERT_TRUE(share <= before);
        TEST_ASSERT_TRUE(share > 0.1);
        before = share;
    }
    TEST_ASSERT_TRUE(tyre.force(0.0, 1.0, 0.1, 0.1).lateral_n == 0.0);
}

/// A sudden side slip while rolling: 63 % of the force after the relaxation length.
void slip_builds_up_over_the_relaxation_length() {
    const Tyre tyre = tyre_of("focus-2.0-mt");
    const TyreParameters& p = tyre.parameters();
    for (const double speed_mps : {1.0, 10.0, 40.0, -10.0}) {
        TyreDeflection deflection;
        const double side_mps = 0.005 * magnitude(speed_mps);
        const double steady_n = tyre.force(p.nominal_load_n, 1.0, 0.0, 0.005).lateral_n;
        double rolled_m = 0.0;
        double force_n = 0.0;
        while (rolled_m < p.lateral.relaxation_m) {
            force_n =
                tyre.step(deflection, {p.nominal_load_n, 1.0, speed_mps, 0.0, side_mps}).lateral_n;
            rolled_m += magnitude(speed_mps) * Car::default_step_s;
        }
        TEST_ASSERT_DOUBLE_WITHIN(0.06, 1.0 - std::exp(-1.0), force_n / steady_n);
        for (int tick = 0; tick < 20'000; ++tick)
            force_n =
                tyre.step(deflection, {p.nominal_load_n, 1.0, speed_mps, 0.0, side_mps}).lateral_n;
        TEST_ASSERT_DOUBLE_WITHIN(0.002, 1.0, force_n / steady_n);
    }
}

/// What is no slip at all is no reason to read beside the table.
void a_curve_answers_to_what_is_no_number() {
    const ShapeCurve curve(ShapeCurve::Kind::sine, 1.4, 0.5);
    const double infinite = std::numeric_limits<double>::infinity();
    const double none = std::numeric_limits<double>::quiet_NaN();
    const double furthest = curve.at(both(1e300))[0];
    for (const double x : {none, -none, infinite, -infinite, -1.0, -2.0, 1e308}) {
        const Pair value = curve.at(Pair{x, 1e300});
        TEST_ASSERT_TRUE(!(value[0] < -1.0 || value[0] > 1.0));
        TEST_ASSERT_EQUAL_DOUBLE(furthest, value[1]);
    }
}

/// At rest the contact patch is a spring that breaks loose; letting go leaves no force growing.
void at_rest_it_is_a_spring_that_breaks_loose() {
    const Tyre tyre = tyre_of("focus-2.0-mt");
    const double load_n = tyre.parameters().nominal_load_n;
    TyreDeflection deflection;
    double largest_n = 0.0;
    for (int tick = 0; tick < 5000; ++tick)  // 5 cm in 5 s
        largest_n =
            maximum(largest_n, tyre.step(deflection, {load_n, 1.0, 0.0, 0.0, 0.01}).lateral_n);
    TEST_ASSERT_TRUE(largest_n > 0.9 * load_n && largest_n < 1.01 * load_n);
    const double held_n = tyre.step(deflection, {load_n, 1.0, 0.0, 0.0, 0.0}).lateral_n;
    TEST_ASSERT_TRUE(held_n > 0.0 && held_n <= 1.01 * load_n);
}

/// Two wheels at once are what one and then the other would be, in every bit.
void two_wheels_at_once_are_those_of_one_each() {
    for (const char* name : shipped_cars) {
        const Tyre tyre = tyre_of(name);
        const double load_n = tyre.parameters().nominal_load_n;
        TyreDeflection left;
        TyreDeflection right;
        Tyre::AxleDeflection two{both(0.0), both(0.0)};
        for (int tick = 0; tick < 3000; ++tick) {
            const double sway = std::sin(0.004 * tick);
            const Tyre::Contact one{load_n * (1.0 + sway), 1.0, 20.0 * sway, 2.0 * sway, -sway};
            const Tyre::Contact other{load_n * (1.0 - sway), 0.3, 5.0, -0.3, 3.0 * sway};
            const Tyre::AxleForce force =
                tyre.step(two, {Pair{one.load_n, other.load_n}, Pair{one.grip, other.grip},
                                Pair{one.rolling_mps, other.rolling_mps},
                                Pair{one.drive_sliding_mps, other.drive_sliding_mps},
                                Pair{one.side_sliding_mps, other.side_sliding_mps}});
            const TyreForce left_force = tyre.step(left, one);
            const TyreForce right_force = tyre.step(right, other);
            TEST_ASSERT_TRUE(force.longitudinal_n[0] == left_force.longitudinal_n);
            TEST_ASSERT_TRUE(force.longitudinal_n[1] == right_force.longitudinal_n);
            TEST_ASSERT_TRUE(force.lateral_n[0] == left_force.lateral_n);
            TEST_ASSERT_TRUE(force.lateral_n[1] == right_force.lateral_n);
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(shape_curves_are_those_of_the_formula);
    RUN_TEST(small_slips_are_stiffness_and_peaks_are_friction);
    RUN_TEST(slip_in_one_direction_takes_grip_from_the_other);
    RUN_TEST(grip_changes_the_peak_and_not_the_stiffness);
    RUN_TEST(a_loaded_tyre_has_less_grip_for_its_load_but_never_none);
    RUN_TEST(slip_builds_up_over_the_relaxation_length);
    RUN_TEST(a_curve_answers_to_what_is_no_number);
    RUN_TEST(at_rest_it_is_a_spring_that_breaks_loose);
    RUN_TEST(two_wheels_at_once_are_those_of_one_each);
    return UNITY_END();
}
