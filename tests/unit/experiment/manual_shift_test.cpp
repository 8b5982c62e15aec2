// SPDX-License-Identifier: Apache-2.0
// Clutch and lever by hand: one look, one answer.
#include "model/driver/manual_shift.h"

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

constexpr GearChange gears{.highest_gear = 3,
                           .shift_up_radps = 500.0,
                           .shift_down_radps = 200.0,
                           .engine_radps_per_mps = {40.0, 20.0, 12.0}};
constexpr ClutchFoot foot{.stalling_radps = 80.0, .start_off_radps = 180.0};
constexpr double period_s = 0.02;

ManualCommand answer(const ManualView& car, double accelerator) {
    return shift_by_hand(gears, foot, car, accelerator, period_s);
}

void the_lever_moves_only_with_the_pedal_down() {
    // Standing in neutral: pedal down, then first gear.
    ManualView car{
        .gear = 0, .lever = 0, .clutch = 0.5, .speed_mps = 0.0, .engine_speed_radps = 90.0};
    TEST_ASSERT_EQUAL_INT64(0, answer(car, 1.0).gear);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, answer(car, 1.0).clutch);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, answer(car, 1.0).accelerator);
    car.clutch = 1.0;
    TEST_ASSERT_EQUAL_INT64(1, answer(car, 1.0).gear);
}

/// Between two gears the speed alone would choose the old one again.
void a_change_under_way_is_brought_to_its_end() {
    const ManualView car{
        .gear = 0, .lever = 3, .clutch = 1.0, .speed_mps = 24.0, .engine_speed_radps = 480.0};
    TEST_ASSERT_EQUAL_INT64(3, answer(car, 1.0).gear);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, answer(car, 1.0).clutch);
}

void in_gear_the_pedal_comes_up_and_the_accelerator_back() {
    const ManualView car{
        .gear = 2, .lever = 2, .clutch = 0.5, .speed_mps = 15.0, .engine_speed_radps = 310.0};
    const ManualCommand command = answer(car, 0.8);
    TEST_ASSERT_EQUAL_INT64(2, command.gear);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.45, command.clutch);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.8 * 0.55, command.accelerator);
    ManualView closed = car;
    closed.clutch = 0.0;
    TEST_ASSERT_EQUAL_DOUBLE(0.0, answer(closed, 0.8).clutch);
    TEST_ASSERT_EQUAL_DOUBLE(0.8, answer(closed, 0.8).accelerator);
}

void starting_off_the_clutch_holds_the_engines_speed() {
    ManualView car{
        .gear = 1, .lever = 1, .clutch = 0.6, .speed_mps = 1.0, .engine_speed_radps = 230.0};
    TEST_ASSERT_TRUE(answer(car, 0.4).clutch < 0.6);  // too fast: bite more
    car.engine_speed_radps = 130.0;
    TEST_ASSERT_TRUE(answer(car, 0.4).clutch > 0.6);
    TEST_ASSERT_TRUE(answer(car, 0.01).accelerator > 0.1);  // never without gas
}

void slowing_down_the_engine_is_kept_alive() {
    ManualView car{
        .gear = 1, .lever = 1, .clutch = 0.0, .speed_mps = 1.9, .engine_speed_radps = 76.0};
    TEST_ASSERT_EQUAL_DOUBLE(1.0, answer(car, 0.0).clutch);
    car.speed_mps = 2.1;  // 84 rad/s: fast enough to stay in gear
    TEST_ASSERT_EQUAL_DOUBLE(0.0, answer(car, 0.0).clutch);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_lever_moves_only_with_the_pedal_down);
    RUN_TEST(a_change_under_way_is_brought_to_its_end);
    RUN_TEST(in_gear_the_pedal_comes_up_and_the_accelerator_back);
    RUN_TEST(starting_off_the_clutch_holds_the_engines_speed);
    RUN_TEST(slowing_down_the_engine_is_kept_alive);
    return UNITY_END();
}
