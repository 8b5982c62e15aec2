// SPDX-License-Identifier: Apache-2.0
// Faults in what frames say: protection and signals.
#include <vector>

#include "can_bridge/dbc/database.h"
#include "tests/unit/can_bridge/fault_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

void a_wrong_counter_has_a_right_checksum() {
    // Counters 0 to 14; with 2 more each time the receiver sees steps of 3; 0: it stands still.
    for (const int amount : {0, 2}) {
        Fault fault = fault_of(FaultKind::counter, amount);
        fault.protection = profile1;
        Bench bench({fault});
        bench.start();
        for (int frame = 0; frame < 40; ++frame) {
            const e2e::Reading found = reading(bench.tick({protected_frame((frame + 4) % 15)})[0]);
            TEST_ASSERT_TRUE(found.is_intact);
            const int expected = amount == 0 ? 4 : (frame + 4 + 2 * (frame + 1)) % 15;
            TEST_ASSERT_EQUAL_INT(expected, found.counter);
        }
        bench.stop();
        TEST_ASSERT_EQUAL_INT(7, reading(bench.tick({protected_frame(7)})[0]).counter);
    }
}

void a_wrong_checksum_is_always_wrong() {
    Fault fault = fault_of(FaultKind::checksum);
    fault.protection = profile1;
    Bench bench({fault});
    bench.start();
    for (int frame = 0; frame < 600; ++frame) {
        const Frame sent = protected_frame(frame % 15);
        const Frame left = bench.tick({sent})[0];
        TEST_ASSERT_FALSE(reading(left).is_intact);
        Frame repaired = left;
        repaired.data[0] = sent.data[0];
        TEST_ASSERT_TRUE(repaired == sent);
    }
    // Too short to have one.
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {1})} == bench.tick({frame_of(0x100, {1})}));
}

constexpr const char* signals =
    "BO_ 256 Pedals: 8 X\n"
    " SG_ Group M : 60|2@1+ (1,0) [0|0] \"\" X\n"
    " SG_ Position : 16|10@1+ (0.1,0) [0|100] \"%\" X\n"
    " SG_ Second m1 : 32|8@1+ (1,0) [0|0] \"\" X\n";

Fault signal_fault(FaultKind kind, std::size_t signal, double amount) {
    static const dbc::Database database = dbc::load(signals, "f");
    Fault fault = fault_of(kind, amount);
    fault.message.emplace(database.messages[0]);
    fault.signal = signal;
    fault.protection = profile1;
    return fault;
}

Frame with_position(double value, int counter) {
    static const dbc::Database database = dbc::load(signals, "f");
    Frame frame = frame_of(0x100, {0, 0, 0, 0, 0, 0, 0, 0});
    SignalCodec(database.messages[0].signals[1]).set_value(frame, value);
    e2e::protect(profile1, {frame.data.data(), 8}, counter);
    return frame;
}

void signals_are_changed_and_the_frame_stays_right() {
    struct Row {
        FaultKind kind;
        double amount;
        double first;   // of 20.0
        double second;  // of 30.0
    };
    const Row rows[] = {{FaultKind::freeze, 0.0, 20.0, 20.0},
                        {FaultKind::scale, 0.5, 10.0, 15.0},
                        {FaultKind::scale, 100.0, 102.3, 102.3},  // what the bits can hold
                        {FaultKind::offset, -25.0, 0.0, 5.0},
                        {FaultKind::stuck, 77.7, 77.7, 77.7}};
    for (const Row& row : rows) {
        Bench bench({signal_fault(row.kind, 1, row.amount)});
        bench.start();
        const std::vector<Frame> first = bench.tick({with_position(20.0, 3)});
        const std::vector<Frame> second = bench.tick({with_position(30.0, 4)});
        TEST_ASSERT_TRUE(std::vector{with_position(row.first, 3)} == first);
        TEST_ASSERT_TRUE(std::vector{with_position(row.second, 4)} == second);
        bench.stop();
        TEST_ASSERT_TRUE(std::vector{with_position(30.0, 5)} ==
                         bench.tick({with_position(30.0, 5)}));
    }
}

void freeze_holds_the_value_of_each_beginning() {
    Bench bench({signal_fault(FaultKind::freeze, 1, 0.0)});
    bench.start();
    bench.tick({with_position(20.0, 0)});
    bench.stop();
    bench.start();
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 1)} == bench.tick({with_position(40.0, 1)}));
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 2)} == bench.tick({with_position(50.0, 2)}));
}

void a_signal_that_is_not_in_the_frame_is_left_alone() {
    Bench bench({signal_fault(FaultKind::stuck, 2, 99.0)});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 1)} == bench.tick({with_position(40.0, 1)}));
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {1, 2})} == bench.tick({frame_of(0x100, {1, 2})}));
}

void a_checksum_that_was_wrong_or_shall_be_stays_wrong() {
    Fault fault = signal_fault(FaultKind::stuck, 1, 50.0);
    Frame broken = with_position(10.0, 1);
    broken.data[0] ^= 1U;
    Bench careful({fault});
    careful.start();
    TEST_ASSERT_FALSE(reading(careful.tick({broken})[0]).is_intact);
    fault.keeps_checksum_right = false;
    Bench careless({fault});
    careless.start();
    TEST_ASSERT_FALSE(reading(careless.tick({with_position(10.0, 1)})[0]).is_intact);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_wrong_counter_has_a_right_checksum);
    RUN_TEST(a_wrong_checksum_is_always_wrong);
    RUN_TEST(signals_are_changed_and_the_frame_stays_right);
    RUN_TEST(freeze_holds_the_value_of_each_beginning);
    RUN_TEST(a_signal_that_is_not_in_the_frame_is_left_alone);
    RUN_TEST(a_checksum_that_was_wrong_or_shall_be_stays_wrong);
    return UNITY_END();
}
