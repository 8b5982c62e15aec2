// SPDX-License-Identifier: Apache-2.0
// A drive without a driver: what it says of a state that is no longer made of numbers.
#include "model/vehicle/manoeuvre.h"

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::load_car;

namespace {

constexpr const char* pedals =
    "t_s,steer,throttle,brake,clutch,gear\n0,0.5,1,0,0,2\n1,0.5,1,0,0,2\n";

/// Whether a second of full throttle in a bend ends in numbers.
bool ends_in_numbers(const CarParameters& parameters) {
    const Manoeuvre manoeuvre(pedals, "in.csv", parameters);
    const Car car(parameters);
    CarState state = manoeuvre.start(car, 8.0, 0.0);
    return manoeuvre.drive(car, state, 0);
}

void a_state_without_numbers_is_told() {
    CarParameters parameters = load_car("focus-2.0-mt");
    TEST_ASSERT_TRUE(ends_in_numbers(parameters));
    // No file may say so: a car that a breath turns round infinitely fast.
    parameters.yaw_inertia_kgm2 = 1e-300;
    TEST_ASSERT_FALSE(ends_in_numbers(parameters));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_state_without_numbers_is_told);
    return UNITY_END();
}
