// SPDX-License-Identifier: Apache-2.0
// Faults that take frames away, hold them back, multiply them or change their bits.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "tests/unit/can_bridge/fault_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

void without_a_trigger_nothing_happens() {
    Bench bench({fault_of(FaultKind::drop), fault_of(FaultKind::bus_off)});
    for (int tick = 0; tick < 10; ++tick) {
        TEST_ASSERT_TRUE((std::vector{pedals, other}) == bench.tick({pedals, other}));
        TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
    }
}

void drop_takes_only_its_target() {
    Bench bench({fault_of(FaultKind::drop)});
    bench.start();
    Frame extended = pedals;
    extended.is_extended = true;
    TEST_ASSERT_TRUE((std::vector{other, extended}) == bench.tick({pedals, other, extended}));
    TEST_ASSERT_EQUAL_UINT64(std::uint64_t{1} << 32, bench.bits);
    // Not on another bus, not in the other direction.
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}, Direction::received, 1));
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}, Direction::sent));
    TEST_ASSERT_EQUAL_UINT64(1, bench.engine.counts(0).hits);
    bench.stop();
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}));
    TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
}

void the_same_seed_hits_the_same_frames() {
    Fault fault = fault_of(FaultKind::drop);
    fault.share = 0.5;
    const auto survivors = [&fault](std::uint64_t seed) {
        Bench bench({fault}, seed);
        bench.start();
        std::string text;
        for (int tick = 0; tick < 400; ++tick) text += bench.tick({pedals}).empty() ? '0' : '1';
        return text;
    };
    const std::string once = survivors(1);
    TEST_ASSERT_EQUAL_STRING(once.c_str(), survivors(1).c_str());
    TEST_ASSERT_TRUE(once != survivors(2));
    const auto kept = std::count(once.begin(), once.end(), '1');
    TEST_ASSERT_TRUE(kept > 150 && kept < 250);  // 5 standard deviations of 10
}

void a_share_of_nothing_and_of_all() {
    for (const double share : {0.0, 1.0}) {
        Fault fault = fault_of(FaultKind::drop);
        fault.share = share;
        Bench bench({fault});
        bench.start();
        for (int tick = 0; tick < 100; ++tick)
            TEST_ASSERT_EQUAL_UINT64(share == 0.0 ? 1 : 0, bench.tick({pedals}).size());
    }
}

void delay_keeps_the_order_and_loses_nothing() {
    Bench bench({fault_of(FaultKind::delay, 3.0)});
    bench.start();
    for (std::uint8_t tick = 0; tick < 10; ++tick) {
        const auto left = bench.tick({frame_of(0x100, {tick})});
        if (tick < 3)
            TEST_ASSERT_TRUE(left.empty());
        else
            TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {std::uint8_t(tick - 3)})} == left);
    }
    bench.stop();  // frame 7 comes out in this tick
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {8})} == bench.tick({}));
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {9})} == bench.tick({}));
    TEST_ASSERT_TRUE(bench.tick({}).empty());
}

void delay_has_a_bounded_room() {
    Bench bench({fault_of(FaultKind::delay, 1000.0)});
    bench.start();
    const std::vector<Frame> many(40, pedals);
    bench.tick(many);
    bench.tick(many);
    TEST_ASSERT_EQUAL_UINT64(16, bench.engine.counts(0).overflow);
    std::size_t late = 0;
    for (int tick = 0; tick < 1100; ++tick) late += bench.tick({}).size();
    TEST_ASSERT_EQUAL_UINT64(64, late);
}

void duplicates_stand_beside_the_original() {
    Bench bench({fault_of(FaultKind::duplicate, 2.0)});
    bench.start();
    TEST_ASSERT_TRUE((std::vector{pedals, pedals, pedals, other}) == bench.tick({pedals, other}));
}

void many_duplicates_of_many_fill_the_tick_and_no_more() {
    std::vector<Fault> faults(32, fault_of(FaultKind::duplicate, 16.0));
    Bench bench(faults);
    for (std::size_t index = 0; index < faults.size(); ++index) bench.start(index);
    TEST_ASSERT_EQUAL_UINT64(FrameBatch::capacity, bench.tick({pedals}).size());
    TEST_ASSERT_TRUE(bench.engine.lost() > 0);
}

void reorder_turns_pairs_round() {
    Bench bench({fault_of(FaultKind::reorder, 50.0)});
    bench.start();
    const Frame one = frame_of(0x100, {1});
    const Frame two = frame_of(0x100, {2});
    TEST_ASSERT_TRUE(std::vector{other} == bench.tick({one, other}));
    TEST_ASSERT_TRUE((std::vector{two, one}) == bench.tick({two}));
    // The last one of a row leaves alone, when its time is over.
    TEST_ASSERT_TRUE(bench.tick({one}).empty());
    for (int tick = 1; tick < 50; ++tick) TEST_ASSERT_TRUE(bench.tick({}).empty());
    TEST_ASSERT_TRUE(std::vector{one} == bench.tick({}));
}

void corrupt_turns_as_many_bits_as_it_says() {
    for (const int bits : {1, 2, 7, 40, 63}) {
        Bench bench({fault_of(FaultKind::corrupt, bits)});
        bench.start();
        for (int tick = 0; tick < 50; ++tick) {
            const auto left = bench.tick({pedals});
            int turned = 0;
            for (std::size_t place = 0; place < 8; ++place)
                turned += std::popcount(
                    static_cast<unsigned>(left.at(0).data[place] ^ pedals.data[place]));
            TEST_ASSERT_EQUAL_INT(bits, turned);
            TEST_ASSERT_EQUAL_INT(8, left[0].length);
        }
    }
    // A frame without bits stays as it is.
    Bench bench({fault_of(FaultKind::corrupt, 5)});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {})} == bench.tick({frame_of(0x100, {})}));
}

void wrong_length_stays_a_frame_that_can_be_sent() {
    struct Row {
        bool is_fd;
        double amount;
        int length;
    };
    const Row rows[] = {{false, 0, 0},  {false, 7, 7},  {false, 64, 8}, {true, 9, 12},
                        {true, 64, 64}, {true, 99, 64}, {false, -3, 0}};
    for (const Row& row : rows) {
        Bench bench({fault_of(FaultKind::length, row.amount)});
        bench.start();
        Frame frame = pedals;
        frame.is_fd = row.is_fd;
        const Frame left = bench.tick({frame}).at(0);
        TEST_ASSERT_EQUAL_INT(row.length, left.length);
        TEST_ASSERT_TRUE(is_sendable(left));
        for (std::size_t place = left.length; place < largest_length; ++place)
            TEST_ASSERT_EQUAL_UINT8(0, left.data[place]);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(without_a_trigger_nothing_happens);
    RUN_TEST(drop_takes_only_its_target);
    RUN_TEST(the_same_seed_hits_the_same_frames);
    RUN_TEST(a_share_of_nothing_and_of_all);
    RUN_TEST(delay_keeps_the_order_and_loses_nothing);
    RUN_TEST(delay_has_a_bounded_room);
    RUN_TEST(duplicates_stand_beside_the_original);
    RUN_TEST(many_duplicates_of_many_fill_the_tick_and_no_more);
    RUN_TEST(reorder_turns_pairs_round);
    RUN_TEST(corrupt_turns_as_many_bits_as_it_says);
    RUN_TEST(wrong_length_stays_a_frame_that_can_be_sent);
    return UNITY_END();
}
