// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/command.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

extern "C" std::uint32_t view_size_in_c(void);
extern "C" std::uint32_t command_size_in_c(void);

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void c_and_cplusplus_see_the_same_structs() {
    TEST_ASSERT_EQUAL_UINT32(sizeof(GhostcarView), view_size_in_c());
    TEST_ASSERT_EQUAL_UINT32(sizeof(GhostcarCommand), command_size_in_c());
}

void an_idle_command_is_hands_off_in_first() {
    const CheckedCommand checked = check_command(idle_command());
    TEST_ASSERT_EQUAL_DOUBLE(0.0, checked.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, checked.controls.brake);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, checked.controls.clutch);
    TEST_ASSERT_EQUAL_INT64(1, checked.controls.gear);
    TEST_ASSERT_TRUE(checked.controls.key == Key::on);
    TEST_ASSERT_EQUAL_INT64(0, checked.clamped);
    TEST_ASSERT_FALSE(checked.finish);
    TEST_ASSERT_TRUE(checked.not_a_number.empty());
}

void values_and_signs() {
    GhostcarCommand command = idle_command();
    command.cmdAcc = 0.25;
    command.cmdBrake = 0.5;
    command.cmdSteer = -0.75;  // left
    command.cmdClutch = 1.0;
    command.cmdGear = -1;
    command.bFinish = 7;
    const CheckedCommand checked = check_command(command);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, checked.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, checked.controls.brake);
    TEST_ASSERT_EQUAL_DOUBLE(0.75, checked.controls.steer);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, checked.controls.clutch);
    TEST_ASSERT_EQUAL_INT64(-1, checked.controls.gear);
    TEST_ASSERT_TRUE(checked.finish);
    TEST_ASSERT_EQUAL_INT64(0, checked.clamped);
}

void straight_ahead_is_plus_zero() {
    GhostcarCommand command = idle_command();
    for (const double straight : {0.0, -0.0, 1e-310, -1e-310}) {
        command.cmdSteer = straight;
        const CheckedCommand checked = check_command(command);
        TEST_ASSERT_EQUAL_UINT64(0, std::bit_cast<std::uint64_t>(checked.controls.steer));
    }
}

struct Boundary {
    double GhostcarCommand::*value;
    double low;
};
constexpr Boundary boundaries[] = {{&GhostcarCommand::cmdAcc, 0.0},
                                   {&GhostcarCommand::cmdBrake, 0.0},
                                   {&GhostcarCommand::cmdSteer, -1.0},
                                   {&GhostcarCommand::cmdClutch, 0.0}};

void out_of_range_is_clamped_and_counted() {
    constexpr double step = 1e-12;
    for (const Boundary& boundary : boundaries) {
        GhostcarCommand command = idle_command();
        for (const double inside : {boundary.low, boundary.low + step, 1.0 - step, 1.0}) {
            command.*boundary.value = inside;
            TEST_ASSERT_EQUAL_INT64(0, check_command(command).clamped);
        }
        for (const double outside : {boundary.low - step, 1.0 + step, -1e300, 1e300}) {
            command.*boundary.value = outside;
            const CheckedCommand checked = check_command(command);
            TEST_ASSERT_EQUAL_INT64(1, checked.clamped);
            for (const double control :
                 {checked.controls.accelerator, checked.controls.brake, checked.controls.clutch})
                TEST_ASSERT_TRUE(control >= 0.0 && control <= 1.0);
            TEST_ASSERT_TRUE(magnitude(checked.controls.steer) <= 1.0);
        }
    }
    GhostcarCommand command = idle_command();
    struct {
        std::int32_t asked;
        std::int64_t gear;
        std::int64_t clamped;
    } const gears[] = {{-2, -1, 1}, {-1, -1, 0}, {0, 0, 0},
                       {6, 6, 0},   {7, 6, 1},   {std::numeric_limits<std::int32_t>::min(), -1, 1}};
    for (const auto& row : gears) {
        command.cmdGear = row.asked;
        TEST_ASSERT_EQUAL_INT64(row.gear, check_command(command).controls.gear);
        TEST_ASSERT_EQUAL_INT64(row.clamped, check_command(command).clamped);
    }
    command = {idle_command()};
    command.cmdAcc = 2.0;
    command.cmdSteer = 3.0;
    command.cmdGear = 9;
    TEST_ASSERT_EQUAL_INT64(3, check_command(command).clamped);
}

void what_is_no_number_is_named() {
    const std::string names[] = {"accelerator", "brake", "steer", "clutch"};
    for (std::size_t i = 0; i < 4; ++i)
        for (const double value : {nan, infinity, -infinity}) {
            GhostcarCommand command = idle_command();
            command.cmdAcc = 1.0;
            command.*boundaries[i].value = value;
            const CheckedCommand checked = check_command(command);
            TEST_ASSERT_EQUAL_STRING(names[i].c_str(), std::string(checked.not_a_number).c_str());
            TEST_ASSERT_EQUAL(value == value, checked.infinite);
            TEST_ASSERT_EQUAL_DOUBLE(0.0, checked.controls.accelerator);
        }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(c_and_cplusplus_see_the_same_structs);
    RUN_TEST(an_idle_command_is_hands_off_in_first);
    RUN_TEST(values_and_signs);
    RUN_TEST(straight_ahead_is_plus_zero);
    RUN_TEST(out_of_range_is_clamped_and_counted);
    RUN_TEST(what_is_no_number_is_named);
    return UNITY_END();
}
