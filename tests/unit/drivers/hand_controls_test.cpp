// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/hand_controls.h"

#include <string_view>

#include "tests/unit/unity_cpp.h"

using ghostcar::drivers::HandControls;

void setUp() {}
void tearDown() {}

namespace {

GhostcarCommand after(std::string_view keys) {
    HandControls hands;
    for (const char key : keys) hands.press(key);
    return hands.command();
}

void a_reset_takes_hands_and_feet_off() {
    HandControls hands;
    for (const char key : std::string_view("wwddrf")) hands.press(key);
    TEST_ASSERT_EQUAL_INT32(1, hands.command().bFinish);
    hands.restart();
    const GhostcarCommand command = hands.command();
    const GhostcarCommand first = after("");
    TEST_ASSERT_EQUAL_DOUBLE(first.cmdAcc, command.cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(first.cmdBrake, command.cmdBrake);
    TEST_ASSERT_EQUAL_DOUBLE(first.cmdSteer, command.cmdSteer);
    TEST_ASSERT_EQUAL_INT32(first.cmdGear, command.cmdGear);
    TEST_ASSERT_EQUAL_INT32(0, command.bFinish);
}

void nobody_presses_anything() {
    const GhostcarCommand command = after("");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdBrake);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdSteer);
    TEST_ASSERT_EQUAL_INT32(1, command.cmdGear);
    TEST_ASSERT_EQUAL_INT32(0, command.bFinish);
}

void a_key_is_a_step_and_ends_at_the_stop() {
    TEST_ASSERT_EQUAL_DOUBLE(0.3, after("www").cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after("wwwwwwwwwwwwww").cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.2, after("ss").cmdBrake);
    TEST_ASSERT_EQUAL_DOUBLE(-0.1, after("aa").cmdSteer);  // left
    TEST_ASSERT_EQUAL_DOUBLE(0.05, after("d").cmdSteer);
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, after("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").cmdSteer);
}

void the_clutch_goes_down_at_once_and_up_in_steps() {
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after("").cmdClutch);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after("q").cmdClutch);
    TEST_ASSERT_EQUAL_DOUBLE(0.85, after("qeee").cmdClutch);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after("qeeeeeeeeeeeeeeeeeeeee").cmdClutch);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after("qeeq").cmdClutch);
    // The other foot's business: "off both pedals" would stall a car in gear.
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after("qw s").cmdClutch);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after("q ").cmdClutch);
}

void steps_forth_and_back_end_where_they_began() {
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after("aaaaaaaddddddd").cmdSteer);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after("ssswww").cmdBrake);
}

void one_foot_is_on_one_pedal() {
    GhostcarCommand command = after("wwws");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdBrake);
    command = after("ssw");
    TEST_ASSERT_EQUAL_DOUBLE(0.1, command.cmdBrake);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdAcc);
}

void arrows_are_three_bytes() {
    TEST_ASSERT_EQUAL_DOUBLE(0.2, after("\x1b[A\x1bOA").cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.1, after("\x1b[B").cmdBrake);
    TEST_ASSERT_EQUAL_DOUBLE(0.05, after("\x1b[C").cmdSteer);
    TEST_ASSERT_EQUAL_DOUBLE(-0.05, after("\x1b[D").cmdSteer);
    // What is no arrow does nothing, and the next key counts again.
    TEST_ASSERT_EQUAL_DOUBLE(0.1, after("\x1b[Z\x1bxw").cmdAcc);
}

void gears_and_the_rest() {
    TEST_ASSERT_EQUAL_INT32(-1, after("r").cmdGear);
    TEST_ASSERT_EQUAL_INT32(0, after("n").cmdGear);
    TEST_ASSERT_EQUAL_INT32(6, after("r6").cmdGear);
    TEST_ASSERT_EQUAL_INT32(1, after("07").cmdGear);  // no such gears
    TEST_ASSERT_EQUAL_INT32(1, after("f").bFinish);
    const GhostcarCommand command = after("wwaa ");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, command.cmdSteer);
    TEST_ASSERT_EQUAL_DOUBLE(0.2, after("wwaac").cmdAcc);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after("wwaac").cmdSteer);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(nobody_presses_anything);
    RUN_TEST(a_reset_takes_hands_and_feet_off);
    RUN_TEST(a_key_is_a_step_and_ends_at_the_stop);
    RUN_TEST(the_clutch_goes_down_at_once_and_up_in_steps);
    RUN_TEST(steps_forth_and_back_end_where_they_began);
    RUN_TEST(one_foot_is_on_one_pedal);
    RUN_TEST(arrows_are_three_bytes);
    RUN_TEST(gears_and_the_rest);
    return UNITY_END();
}
