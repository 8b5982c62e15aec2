// SPDX-License-Identifier: Apache-2.0
// What the live view says of whoever drives.
#include "board/ghostcar/controller/controller_panel.h"

#include <array>

#include "tests/unit/unity_cpp.h"

namespace {

using ghostcar::board::controller_line;
using ghostcar::rt_core::ControllerFigures;

void without_controllers_there_is_no_line() {
    TEST_ASSERT_EQUAL_STRING("", controller_line({}).c_str());
}

void one_controller() {
    ControllerFigures figures;
    const std::array<const ControllerFigures*, 1> all{&figures};
    TEST_ASSERT_EQUAL_STRING(
        "  controller  user code p50 0 µs   max 0 µs   missed 0 of 0   clamped 0\n",
        controller_line(all).c_str());
    for (int i = 0; i < 9; ++i) figures.spend.add(12'000);
    figures.spend.add(210'000);
    figures.periods = 250;
    figures.missed = 2;
    figures.clamped = 3;
    TEST_ASSERT_EQUAL_STRING(
        "  controller  user code p50 12 µs   max 210 µs   missed 2 of 250   clamped 3\n",
        controller_line(all).c_str());
}

void several_controllers_share_a_line() {
    ControllerFigures fast;
    ControllerFigures slow;
    fast.spend.add(1'000);
    slow.spend.add(50'000);
    fast.periods = slow.periods = 100;
    fast.missed = 1;
    slow.missed = 4;
    slow.clamped = 7;
    const std::array<const ControllerFigures*, 2> all{&fast, &slow};
    TEST_ASSERT_EQUAL_STRING(
        "  controllers user code p50 50 µs   max 50 µs   missed 5 of 200   clamped 7\n",
        controller_line(all).c_str());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(without_controllers_there_is_no_line);
    RUN_TEST(one_controller);
    RUN_TEST(several_controllers_share_a_line);
    return UNITY_END();
}
