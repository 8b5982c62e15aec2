// SPDX-License-Identifier: Apache-2.0
// Nothing comes from nothing: without an engine, a car's energy only falls, whatever the step.
#include <cstdio>

#include "model/math/noise.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::Ride;
using ghostcar::tests::shipped_cars;

namespace {

constexpr std::array<double, 3> steps_s{0.0005, 0.001, 0.002};
constexpr std::uint64_t seed = 20240611;

double half_square(double inertia, double speed) {
    return 0.5 * inertia * speed * speed;
}

/// All that a car has: its motion, what turns in it, what is wound up, and its height. The leaning
/// body is left out: it changes the wheel loads and takes nothing from the motion.
class EnergyBook {
public:
    explicit EnergyBook(const Ride& ride)
        : ride_(ride), tyre_(ride.parameters().tyre, 1.0, ride.step_s) {}

    [[nodiscard]] double energy_j() const {
        const CarParameters& p = ride_.parameters();
        const PlanarMotion& motion = ride_.state.motion;
        double sum_j = half_square(p.mass_kg, motion.forward_mps) +
                       half_square(p.mass_kg, motion.left_mps) +
                       half_square(p.yaw_inertia_kgm2, motion.yaw_rate_radps);
        for (std::size_t i = 0; i < wheel_count; ++i) {
            const WheelState& wheel = ride_.state.wheels[i];
            sum_j += half_square(p.wheel_inertia_kgm2, wheel.spin_radps) +
                     tyre_j(wheel, ride_.ground.grip[i]);
        }
        return sum_j + powertrain_j() + height_j();
    }

private:
    [[nodiscard]] double powertrain_j() const {
        const Powertrain::Parameters& p = ride_.parameters().powertrain;
        const DrivelineState& driveline = ride_.state.driveline;
        // The driveline gives a very light shaft the least inertia its step can follow.
        const double shaft_kgm2 =
            maximum(p.driveline.shaft_inertia_kgm2,
                    0.5 * p.driveline.stiffness_nmprad * ride_.step_s * ride_.step_s);
        const double half_lash_rad = 0.5 * p.driveline.lash_rad;
        const double beyond_rad =
            driveline.twist_rad - clamp(driveline.twist_rad, -half_lash_rad, half_lash_rad);
        return half_square(shaft_kgm2, driveline.shaft_radps) +
               half_square(p.disc_inertia_kgm2, driveline.disc_radps) +
               half_square(p.driveline.stiffness_nmprad, beyond_rad) +
               half_square(p.engine.inertia_kgm2, ride_.state.drive.engine_speed_radps);
    }

    [[nodiscard]] double height_j() const {
        // Positions are those in the plan.
        return ride_.parameters().mass_kg * gravity_mps2 * ride_.state.motion.x_m *
               ride_.ground.slope_forward;
    }

    /// The contact patch as a spring: ∫ F du, one direction at a time.
    [[nodiscard]] double tyre_j(const WheelState& wheel, double grip) const {
        constexpr int parts = 24;
        double sum_j = 0.0;
        for (int i = 0; i < parts; ++i) {
            const double share = (i + 0.5) / parts;
            const TyreDeflection part{wheel.deflection.longitudinal_m * share,
                                      wheel.deflection.lateral_m * share};
            const Tyre::Slips slips = tyre_.slips(part, grip);
            sum_j += (tyre_.force(wheel.load_n, grip, slips.drive, 0.0).longitudinal_n *
                          wheel.deflection.longitudinal_m +
                      tyre_.force(wheel.load_n, grip, 0.0, slips.side).lateral_n *
                          wheel.deflection.lateral_m) /
                     parts;
        }
        return sum_j;
    }

    const Ride& ride_;
    Tyre tyre_;
};

/// Drives on and gives the most by which the energy ever rose above its lowest value, as a share
/// of what there was at the start (at least that of a walking pace).
template <typename Change>
double largest_growth(Ride& ride, double seconds, Change change) {
    const EnergyBook book(ride);
    double lowest_j = book.energy_j();
    const double scale_j = maximum(lowest_j, half_square(ride.parameters().mass_kg, 1.0));
    double growth_j = 0.0;
    const int ticks = static_cast<int>(seconds / ride.step_s);
    for (int i = 0; i < ticks; ++i) {
        change(static_cast<std::uint64_t>(i));
        ride.tick();
        if (i % 5 != 0) continue;
        const double now_j = book.energy_j();
        growth_j = maximum(growth_j, now_j - lowest_j);
        lowest_j = minimum(lowest_j, now_j);
    }
    return growth_j / scale_j;
}

void check_growth(const char* what, const char* car, const Ride& ride, double growth,
                  double largest) {
    if (growth < largest) return;
    std::printf("%s, %s, step %g s, slope %g, grip %g: energy grew by %.3g of what there was\n",
                what, car, ride.step_s, ride.ground.slope_forward, ride.ground.grip[0], growth);
    TEST_FAIL_MESSAGE("energy from nowhere");
}

// About twice what was measured; where nothing is wound up and let go of, energy grows by nothing.
constexpr double none = 1e-12;
constexpr double braking_growth = 1e-8;
constexpr double slope_growth = 1e-7;
constexpr double push_growth =
    1e-5;  // loads move from wheel to wheel, and wound-up tyres with them

void coasting_in_neutral() {
    for (const char* car : shipped_cars) {
        for (const double step_s : steps_s) {
            for (const double speed_mps : {1.0, 30.0, -5.0}) {
                Ride ride(car, speed_mps, step_s);
                check_growth("coasting", car, ride, largest_growth(ride, 6.0, [](std::uint64_t) {}),
                             none);
            }
        }
    }
}

void braking_to_rest() {
    for (const char* car : shipped_cars) {
        for (const double step_s : steps_s) {
            for (const double grip : {0.2, 1.0}) {
                for (const double pedal : {0.1, 0.4, 1.0}) {
                    Ride ride(car, 10.0, step_s);
                    ride.controls.brake = pedal;
                    ride.ground.grip = {grip, grip, grip, grip};
                    check_growth("braking", car, ride,
                                 largest_growth(ride, 4.0, [](std::uint64_t) {}), braking_growth);
                }
            }
        }
    }
}

void rolling_braking_and_resting_on_a_slope() {
    for (const char* car : shipped_cars) {
        for (const double step_s : steps_s) {
            for (const double slope : {0.05, -0.2}) {
                for (const double pedal : {0.0, 0.1, 1.0}) {
                    Ride ride(car, 1.0, step_s);
                    ride.ground.slope_forward = slope;
                    ride.controls.brake = pedal;
                    check_growth("on a slope", car, ride,
                                 largest_growth(ride, 3.0, [](std::uint64_t) {}), slope_growth);
                }
            }
        }
    }
}

/// Ignition off, the clutch moved and the gears changed at random: the car turns the engine, shafts
/// twist, synchronisers rub.
void shifting_without_ignition() {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (const char* car : shipped_cars) {
        for (const double step_s : steps_s) {
            Ride ride(car, 15.0, step_s);
            ride.controls.key = Key::off;
            ride.controls.clutch = 1.0;
            const auto change = [&ride](std::uint64_t tick) {
                const auto random = [tick](std::uint64_t channel) {
                    return uniform_noise(seed, channel, tick);
                };
                if (random(0) < 0.01) ride.controls.clutch = random(1);
                if (random(2) < 0.003) {
                    // In neutral the book cannot follow who turns the disc: clutch down first.
                    ride.controls.gear = to_integer(random(3) * 4.0, 0, 3) + 1;
                    ride.controls.clutch = 1.0;
                }
                if (ride.state.drive.gear != ride.controls.gear) ride.controls.clutch = 1.0;
            };
            check_growth("shifting", car, ride, largest_growth(ride, 10.0, change), none);
        }
    }
}

/// A car pushed aside by another: it slides and stops, and does not swing back like a spring.
void a_push_aside() {
    for (const char* car : shipped_cars) {
        for (const double step_s : steps_s) {
            for (const double grip : {0.1, 1.0}) {
                Ride ride(car, 0.0, step_s);
                ride.ground.grip = {grip, grip, grip, grip};
                ride.state.motion.left_mps = 3.0;
                ride.controls.brake = 0.3;
                const double growth = largest_growth(ride, 8.0, [](std::uint64_t) {});
                check_growth("pushed aside", car, ride, growth, push_growth);
                TEST_ASSERT_TRUE(ride.state.resting != 0);
                const double slid_m = 0.5 * 3.0 * 3.0 / (gravity_mps2 * grip);
                TEST_ASSERT_TRUE(ride.state.motion.y_m > 0.8 * slid_m);
                TEST_ASSERT_TRUE(ride.state.motion.y_m < 1.8 * slid_m);
            }
        }
    }
}

/// Wheels that span and were stopped by the brake no longer push the car.
void no_push_is_left_after_wheelspin() {
    for (const double grip : {0.1, 0.3, 1.0}) {
        Ride ride("focus-2.0-mt");
        ride.ground.grip = {grip, grip, grip, grip};
        ride.set_gear(1);
        ride.controls.clutch = 1.0;
        ride.controls.accelerator = 0.6;
        ride.run(1.0);
        ride.controls.clutch = 0.0;
        ride.run(0.3);
        TEST_ASSERT_TRUE(ride.state.wheels[front_left].spin_radps * 0.308 > 10.0);
        ride.controls.accelerator = 0.0;
        ride.controls.clutch = 1.0;
        ride.controls.brake = 1.0;
        while (ride.state.wheels[front_left].spin_radps > 0.0) ride.tick();
        const double speed_mps = ride.state.motion.forward_mps;
        for (int i = 0; i < 1000; ++i) {
            ride.tick();
            TEST_ASSERT_TRUE(ride.state.motion.forward_mps < speed_mps + 0.02);
        }
        TEST_ASSERT_TRUE(ride.state.resting != 0);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(coasting_in_neutral);
    RUN_TEST(braking_to_rest);
    RUN_TEST(rolling_braking_and_resting_on_a_slope);
    RUN_TEST(shifting_without_ignition);
    RUN_TEST(a_push_aside);
    RUN_TEST(no_push_is_left_after_wheelspin);
    return UNITY_END();
}
