// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/proto_convert.h"

#include <array>
#include <cstring>
#include <limits>
#include <string>

#include "hmi_link/tick_record.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;

void setUp() {}
void tearDown() {}

namespace {

/// The messages are reused, as the recorder does: nothing of an earlier one may stay behind.
void inputs_survive_bit_for_bit() {
    tests::Random random(1);
    v1::TickRecord out;
    v1::TickRecord in;
    for (std::int64_t i = 0; i < 20000; ++i) {
        const RecordedTick tick{static_cast<std::int64_t>(random.bits()),
                                tests::random_inputs(random), random.bits()};
        to_proto(tick, out);
        const std::string bytes = out.SerializeAsString();
        TEST_ASSERT_TRUE(in.ParseFromString(bytes));
        RecordedTick back;
        TEST_ASSERT_TRUE(from_proto(in, back));
        TEST_ASSERT_EQUAL_MEMORY(&tick, &back, sizeof tick);
    }
}

/// The recorder writes ticks by hand: the same bytes as the library's, and never more than fit.
void hand_written_ticks_are_the_librarys() {
    tests::Random random(3);
    v1::TickRecord message;
    std::array<std::uint8_t, largest_tick_record> room{};
    const auto compare = [&](const RecordedTick& tick) {
        to_proto(tick, message);
        const std::string expected = message.SerializeAsString();
        const std::size_t size = write_tick_record(tick, room);
        TEST_ASSERT_EQUAL_UINT(expected.size(), size);
        TEST_ASSERT_EQUAL_MEMORY(expected.data(), room.data(), size);
    };
    compare({});
    RecordedTick largest;
    largest.tick = -1;
    largest.state_hash = ~0ULL;
    largest.inputs.controls = {
        1.0, 1.0, 1.0, std::numeric_limits<std::int64_t>::min(), model::Key::start, -0.0};
    largest.inputs.command = {rt_core::CommandKind::clear_fault, rt_core::Parameter::headwind_mps,
                              1.0};
    largest.inputs.faults = ~0ULL;
    largest.inputs.finish = 1;
    largest.inputs.bus_status = ~0ULL;
    compare(largest);
    for (std::int64_t i = 0; i < 20000; ++i)
        compare({static_cast<std::int64_t>(random.bits()), tests::random_inputs(random),
                 random.bits()});
}

void states_survive_bit_for_bit() {
    tests::Random random(2);
    v1::State out;
    v1::State in;
    for (std::int64_t i = 1; i < 5000; ++i) {
        const rt_core::State state = tests::random_state(random, i);
        to_proto(state, out);
        TEST_ASSERT_TRUE(in.ParseFromString(out.SerializeAsString()));
        rt_core::State back;
        TEST_ASSERT_TRUE(from_proto(in, back));
        TEST_ASSERT_EQUAL_MEMORY(&state, &back, sizeof state);
        TEST_ASSERT_EQUAL_DOUBLE(static_cast<double>(i) / 1000.0, in.sim_time_s());
    }
}

void a_state_fits_into_one_datagram() {
    tests::Random random(3);
    v1::State message;
    for (std::int64_t i = 1; i < 2000; ++i) {
        to_proto(tests::random_state(random, i), message);
        // Ethernet's 1500 bytes less IPv6 and UDP, less the packet's own fields and timing.
        TEST_ASSERT_LESS_THAN(1500 - 48 - 150, message.ByteSizeLong());
    }
}

void not_finite_is_refused() {
    const double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity()};
    for (const double value : bad) {
        RecordedTick back;
        v1::TickRecord message;
        message.mutable_inputs()->mutable_controls()->set_brake(value);
        TEST_ASSERT_FALSE(from_proto(message, back));
        message.Clear();
        message.mutable_inputs()->mutable_command()->set_value(value);
        TEST_ASSERT_FALSE(from_proto(message, back));
        rt_core::State state;
        v1::State state_message;
        state_message.mutable_car()->set_speed_mps(value);
        TEST_ASSERT_FALSE(from_proto(state_message, state));
    }
}

void unknown_names_are_refused() {
    RecordedTick back;
    v1::TickRecord message;
    message.mutable_inputs()->mutable_controls()->set_key(static_cast<v1::Key>(3));
    TEST_ASSERT_FALSE(from_proto(message, back));
    message.mutable_inputs()->mutable_controls()->set_key(v1::KEY_START);
    TEST_ASSERT_TRUE(from_proto(message, back));
    message.mutable_inputs()->mutable_command()->set_kind(static_cast<v1::CommandKind>(8));
    TEST_ASSERT_FALSE(from_proto(message, back));

    rt_core::State state;
    v1::State state_message;
    state_message.mutable_session()->set_phase(static_cast<v1::Phase>(9));
    TEST_ASSERT_FALSE(from_proto(state_message, state));
    state_message.Clear();
    for (int i = 0; i < 9; ++i) state_message.mutable_judge()->add_shift();
    TEST_ASSERT_FALSE(from_proto(state_message, state));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(inputs_survive_bit_for_bit);
    RUN_TEST(hand_written_ticks_are_the_librarys);
    RUN_TEST(states_survive_bit_for_bit);
    RUN_TEST(a_state_fits_into_one_datagram);
    RUN_TEST(not_finite_is_refused);
    RUN_TEST(unknown_names_are_refused);
    return UNITY_END();
}
