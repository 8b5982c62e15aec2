// SPDX-License-Identifier: Apache-2.0
#include "rt_core/fault_table.h"

#include <bit>
#include <cstdint>
#include <set>
#include <string>

#include "tests/unit/rt_core/expected_reactions.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using ghostcar::tests::expected_reaction;
using ghostcar::tests::expected_reactions;

void setUp() {}
void tearDown() {}

namespace {

void every_cell_is_as_expected() {
    TEST_ASSERT_EQUAL_UINT64(fault_table.size() * phase_count, expected_reactions.size());
    std::set<std::pair<FaultBits, Phase>> seen;
    for (const auto& cell : expected_reactions) {
        TEST_ASSERT_TRUE(seen.insert({cell.fault, cell.phase}).second);
        const std::string where = "fault " + std::to_string(cell.fault) + " in phase " +
                                  std::to_string(static_cast<std::int64_t>(cell.phase));
        TEST_ASSERT_EQUAL_INT64_MESSAGE(
            static_cast<std::int64_t>(cell.reaction),
            static_cast<std::int64_t>(reaction_to(cell.fault, cell.phase)), where.c_str());
    }
}

constexpr FaultBits known_bits() {
    FaultBits bits = 0;
    for (const auto& cell : expected_reactions) bits |= cell.fault;
    return bits;
}

void the_strongest_reaction_wins() {
    const FaultBits end = std::bit_ceil(known_bits() + 1);
    TEST_ASSERT_TRUE(end > fault_controller_value);  // every row of the table is combined
    for (FaultBits faults = 0; faults < end; ++faults) {
        for (std::size_t index = 0; index < phase_count; ++index) {
            const auto phase = static_cast<Phase>(index);
            Reaction strongest = Reaction::ignore;
            for (FaultBits bit = 1; bit < end; bit <<= 1)
                if ((faults & known_bits() & bit) != 0 && expected_reaction(bit, phase) > strongest)
                    strongest = expected_reaction(bit, phase);
            TEST_ASSERT_TRUE(reaction_to(faults, phase) == strongest);
        }
    }
}

void unknown_bits_are_ignored() {
    for (std::size_t index = 0; index < phase_count; ++index) {
        const auto phase = static_cast<Phase>(index);
        TEST_ASSERT_TRUE(reaction_to(~known_bits(), phase) == Reaction::ignore);
        TEST_ASSERT_TRUE(reaction_to(~FaultBits{0}, phase) == reaction_to(known_bits(), phase));
    }
    TEST_ASSERT_FALSE(has_permanent(~known_bits()));
}

void only_a_broken_model_is_permanent() {
    TEST_ASSERT_FALSE(has_permanent(0));
    TEST_ASSERT_FALSE(has_permanent(fault_pedal_signal));
    TEST_ASSERT_FALSE(has_permanent(fault_lever_signal));
    TEST_ASSERT_FALSE(has_permanent(fault_overrun));
    TEST_ASSERT_FALSE(has_permanent(fault_pedal_signal | fault_lever_signal | fault_overrun));
    TEST_ASSERT_TRUE(has_permanent(fault_not_finite));
    TEST_ASSERT_TRUE(has_permanent(fault_not_finite | fault_overrun));
}

/// A controller's end is not the session's fault: `invalid` is for machine, wires and model.
void the_outcome_says_whose_fault_it_was() {
    for (const FaultBits fault :
         {fault_pedal_signal, fault_lever_signal, fault_overrun, fault_not_finite})
        TEST_ASSERT_TRUE(outcome_of(fault) == Outcome::invalid);
    TEST_ASSERT_TRUE(outcome_of(fault_controller_ended) == Outcome::aborted);
    TEST_ASSERT_TRUE(outcome_of(fault_controller_silent) == Outcome::aborted);
    TEST_ASSERT_TRUE(outcome_of(fault_controller_value) == Outcome::violation);
    TEST_ASSERT_TRUE(outcome_of(fault_controller_value | fault_overrun) == Outcome::invalid);
    TEST_ASSERT_TRUE(outcome_of(fault_controller_value | fault_controller_ended) ==
                     Outcome::aborted);
    TEST_ASSERT_TRUE(outcome_of(0) == Outcome::none);
}

/// One bit, one name, and a message that says what to do ("what happened: remedy").
void every_row_can_be_told_to_a_user() {
    std::set<FaultBits> bits;
    std::set<std::string_view> names;
    for (const FaultRow& row : fault_table) {
        TEST_ASSERT_TRUE(row.bit != 0 && (row.bit & (row.bit - 1)) == 0);
        TEST_ASSERT_TRUE(bits.insert(row.bit).second);
        TEST_ASSERT_TRUE(names.insert(row.name).second);
        TEST_ASSERT_TRUE(row.message.find(": ") != std::string_view::npos);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_cell_is_as_expected);
    RUN_TEST(the_strongest_reaction_wins);
    RUN_TEST(unknown_bits_are_ignored);
    RUN_TEST(only_a_broken_model_is_permanent);
    RUN_TEST(the_outcome_says_whose_fault_it_was);
    RUN_TEST(every_row_can_be_told_to_a_user);
    return UNITY_END();
}
