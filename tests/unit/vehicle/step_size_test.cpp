// SPDX-License-Identifier: Apache-2.0
// Half the step, the same drive: the result belongs to the car and not to the step.
#include <cmath>
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::Ride;

namespace {

constexpr double drive_s = 60.0;
constexpr double largest_change = 0.001;  // of the way driven

using Plan = void (*)(Ride& ride, double t_s);

/// Full throttle through the gears, a long curve, braking to a stop, and on.
void town(Ride& ride, double t_s) {
    const bool brakes = t_s > 25.0 && t_s < 32.0;
    ride.controls.accelerator = brakes ? 0.0 : 0.5;
    ride.controls.brake = brakes ? 0.35 : 0.0;
    ride.controls.steer = t_s > 8.0 && t_s < 12.0 ? 0.05 : 0.0;
}

/// A driver with three pedals: first, second, third, and back.
void by_hand(Ride& ride, double t_s) {
    struct Shift {
        double from_s;
        std::int64_t gear;
    };
    constexpr std::array<Shift, 4> shifts{{{0.0, 1}, {6.0, 2}, {12.0, 3}, {40.0, 2}}};
    for (const Shift& shift : shifts) {
        if (t_s < shift.from_s) continue;
        const double into_s = t_s - shift.from_s;
        const double closing_s = shift.gear == 1 ? 2.5 : 0.6;
        ride.controls.gear = shift.gear;
        ride.controls.clutch =
            into_s < 0.5 ? 1.0 : clamp(0.62 * (1.0 - (into_s - 0.5) / closing_s), 0.0, 1.0);
        ride.controls.accelerator =
            into_s < 0.5 && shift.gear > 1 ? 0.0 : (t_s < 45.0 ? 0.35 : 0.05);
    }
    ride.controls.steer = 0.03 * std::sin(0.4 * t_s);
    ride.controls.brake = t_s > 50.0 ? 0.2 : 0.0;
    if (t_s > 50.0) ride.controls.clutch = 1.0;
}

/// Hard on a wet road: wheelspin, slides, an anti-lock brake.
void wet(Ride& ride, double t_s) {
    ride.ground.grip = {0.5, 0.5, 0.5, 0.5};
    ride.controls.accelerator = t_s < 12.0 ? 0.8 : 0.3;
    ride.controls.steer = t_s > 12.0 ? 0.04 : 0.0;
    ride.controls.brake = t_s > 50.0 ? 1.0 : 0.0;
    if (t_s > 50.0) ride.controls.accelerator = 0.0;
}

/// Up and down a hill, resting on it in between.
void hill(Ride& ride, double t_s) {
    ride.ground.slope_forward = t_s < 30.0 ? 0.08 : -0.06;
    const bool brakes = t_s > 15.0 && t_s < 25.0;
    ride.controls.brake = brakes ? 0.5 : (t_s > 45.0 ? 0.12 : 0.0);
    ride.controls.accelerator = brakes || t_s > 30.0 ? 0.0 : 0.4;
    ride.controls.steer = 0.02;
}

struct Place {
    double x_m;
    double y_m;
    double way_m;
};

Place end_of(const char* name, Plan plan, bool automatic, double step_s) {
    Ride ride(name, 0.0, step_s);
    ride.set_gear(0);
    ride.controls.gear = 1;
    ride.controls.clutch = 1.0;
    ride.automatic = automatic;
    const int ticks = static_cast<int>(drive_s / step_s + 0.5);
    const int held = static_cast<int>(0.002 / step_s + 0.5);  // all steps get the same inputs
    for (int i = 0; i < ticks; ++i) {
        if (i % held == 0) plan(ride, i * step_s);
        ride.tick();
    }
    TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.stalls);
    return {ride.state.motion.x_m, ride.state.motion.y_m, ride.state.drive.distance_m};
}

void half_the_step_is_the_same_drive() {
    struct Case {
        const char* what;
        Plan plan;
        bool automatic;
    };
    const std::array<Case, 4> cases{{{"town", town, true},
                                     {"by hand", by_hand, false},
                                     {"wet", wet, true},
                                     {"hill", hill, true}}};
    for (const char* name : {"focus-2.0-mt", "bmw-320i", "city-car", "truck-7.5t"}) {
        for (const Case& one : cases) {
            const Place whole = end_of(name, one.plan, one.automatic, 0.001);
            const Place half = end_of(name, one.plan, one.automatic, 0.0005);
            const double apart_m = std::hypot(whole.x_m - half.x_m, whole.y_m - half.y_m);
            const double share = apart_m / half.way_m;
            std::printf("%-14s %-8s %7.1f m, apart %.4f m = %.4f %%\n", name, one.what, half.way_m,
                        apart_m, 100.0 * share);
            TEST_ASSERT_TRUE(half.way_m > 100.0);
            TEST_ASSERT_TRUE(share < largest_change);
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(half_the_step_is_the_same_drive);
    return UNITY_END();
}
