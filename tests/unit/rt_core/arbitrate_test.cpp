// SPDX-License-Identifier: Apache-2.0
#include "rt_core/arbitrate.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "rt_core/fault_table.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
namespace model = ghostcar::model;

void setUp() {}
void tearDown() {}

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double smallest_normal = std::numeric_limits<double>::min();

/// The same number and the same sign of zero.
bool same_bits(double a, double b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

model::Controls pressed(double pedal) {
    return {pedal, pedal, pedal, 3, model::Key::on};
}

void pedals_are_kept_within_their_travel() {
    struct Row {
        double measured;
        double obeyed;
    };
    const Row rows[] = {
        {0.0, 0.0},
        {-0.0, 0.0},
        {1.0, 1.0},
        {0.5, 0.5},
        {1.0 + 1e-15, 1.0},
        {-1e-15, 0.0},
        {7.0, 1.0},
        {-7.0, 0.0},
        {infinite, 1.0},
        {-infinite, 0.0},
        {not_a_number, 0.0},
        {-not_a_number, 0.0},
        {smallest_normal / 2.0, 0.0},   // a subnormal number may not enter State
        {-smallest_normal / 2.0, 0.0},  //
    };
    for (const Row& row : rows) {
        const model::Controls obeyed = arbitrate(Phase::running, {}, pressed(row.measured));
        TEST_ASSERT_TRUE(same_bits(row.obeyed, obeyed.accelerator));
        TEST_ASSERT_TRUE(same_bits(row.obeyed, obeyed.brake));
        TEST_ASSERT_TRUE(same_bits(row.obeyed, obeyed.clutch));
        TEST_ASSERT_EQUAL_INT64(3, obeyed.gear);
        TEST_ASSERT_TRUE(obeyed.key == model::Key::on);
    }
}

/// Throttle 0, brake 0.3, clutch open, lever and key where they were: whatever the wires say.
void the_safe_state_does_not_listen() {
    model::WorldState world;
    world.controls = {0.9, 0.1, 0.2, 4, model::Key::on};
    for (const double pedal : {0.0, 0.5, 1.0, not_a_number}) {
        model::Controls measured = pressed(pedal);
        measured.gear = -1;
        measured.key = model::Key::off;
        for (const Phase phase : {Phase::fault, Phase::aborted}) {
            const model::Controls obeyed = arbitrate(phase, world, measured);
            TEST_ASSERT_TRUE(obeyed.accelerator == 0.0);
            TEST_ASSERT_TRUE(obeyed.brake == 0.3);
            TEST_ASSERT_TRUE(obeyed.clutch == 1.0);
            TEST_ASSERT_EQUAL_INT64(4, obeyed.gear);
            TEST_ASSERT_TRUE(obeyed.key == model::Key::on);
        }
    }
}

void every_other_phase_listens() {
    for (std::size_t index = 0; index < phase_count; ++index) {
        const auto phase = static_cast<Phase>(index);
        if (phase == Phase::fault || phase == Phase::aborted) continue;
        TEST_ASSERT_TRUE(arbitrate(phase, {}, pressed(0.75)).accelerator == 0.75);
    }
}

void parameters_have_limits() {
    struct Row {
        double value;
        bool grade_accepted;
        bool headwind_accepted;
    };
    const Row rows[] = {
        {0.0, true, true},
        {0.25, true, true},
        {0.5, true, true},
        {-0.5, true, true},
        {0.5 + 1e-15, false, true},
        {-0.5 - 1e-15, false, true},
        {60.0, false, true},
        {-60.0, false, true},
        {60.0 + 1e-13, false, false},
        {-60.0 - 1e-13, false, false},
        {1e308, false, false},
        {infinite, false, false},
        {-infinite, false, false},
        {not_a_number, false, false},
    };
    for (const Row& row : rows) {
        model::Environment environment{0.125, 3.0};
        apply_parameter({CommandKind::set_parameter, Parameter::grade, row.value}, environment);
        TEST_ASSERT_TRUE(environment.grade == (row.grade_accepted ? row.value : 0.125));
        TEST_ASSERT_TRUE(environment.headwind_mps == 3.0);

        environment = {0.125, 3.0};
        apply_parameter({CommandKind::set_parameter, Parameter::headwind_mps, row.value},
                        environment);
        TEST_ASSERT_TRUE(environment.headwind_mps == (row.headwind_accepted ? row.value : 3.0));
        TEST_ASSERT_TRUE(environment.grade == 0.125);
    }
}

void a_subnormal_parameter_is_zero() {
    model::Environment environment{0.125, 3.0};
    apply_parameter({CommandKind::set_parameter, Parameter::grade, smallest_normal / 4.0},
                    environment);
    apply_parameter({CommandKind::set_parameter, Parameter::headwind_mps, -smallest_normal / 4.0},
                    environment);
    TEST_ASSERT_TRUE(environment.grade == 0.0);
    TEST_ASSERT_TRUE(environment.headwind_mps == 0.0);
}

void other_commands_and_parameters_change_nothing() {
    for (std::int64_t kind = -1; kind <= 6; ++kind) {
        for (std::int64_t parameter = -1; parameter <= 3; ++parameter) {
            if (kind == 5 && (parameter == 1 || parameter == 2)) continue;
            model::Environment environment{0.125, 3.0};
            apply_parameter(
                {static_cast<CommandKind>(kind), static_cast<Parameter>(parameter), 0.25},
                environment);
            TEST_ASSERT_TRUE(environment.grade == 0.125);
            TEST_ASSERT_TRUE(environment.headwind_mps == 3.0);
        }
    }
}

void one_number_out_of_the_real_ones_is_found() {
    using Car = model::LongitudinalState;
    constexpr double Car::*numbers[] = {
        &Car::distance_m,         &Car::speed_mps,        &Car::acceleration_mps2,
        &Car::engine_speed_radps, &Car::engine_torque_nm, &Car::charge_torque_nm,
        &Car::governor_torque_nm, &Car::clutch_torque_nm, &Car::brake_force_n};
    model::WorldState world;
    TEST_ASSERT_TRUE(is_finite(world));
    for (const auto number : numbers) {
        for (const double value : {not_a_number, infinite, -infinite}) {
            world.car.*number = value;
            TEST_ASSERT_FALSE(is_finite(world));
        }
        world.car.*number = -1e300;  // their sum stays finite, too
        TEST_ASSERT_TRUE(is_finite(world));
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(pedals_are_kept_within_their_travel);
    RUN_TEST(the_safe_state_does_not_listen);
    RUN_TEST(every_other_phase_listens);
    RUN_TEST(parameters_have_limits);
    RUN_TEST(a_subnormal_parameter_is_zero);
    RUN_TEST(other_commands_and_parameters_change_nothing);
    RUN_TEST(one_number_out_of_the_real_ones_is_found);
    return UNITY_END();
}
