// SPDX-License-Identifier: Apache-2.0
#include "rt_core/ring.h"

#include <cstdint>
#include <thread>

#include "rt_core/operator_desk.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;

void setUp() {}
void tearDown() {}

namespace {

struct Record {
    std::uint64_t number;
    std::uint64_t inverse;
    std::uint64_t filler[6];
};

Record record(std::uint64_t number) {
    return {number, ~number, {}};
}

/// The library rounds its capacity up to 2^n - 1; ours has to be what was stated.
void capacity_is_exact() {
    for (const std::size_t capacity : {1U, 2U, 3U, 7U, 8U, 16U, 100U, 1000U}) {
        Ring<std::uint64_t> ring(capacity);
        TEST_ASSERT_EQUAL_UINT64(capacity, ring.capacity());
        for (std::size_t n = 0; n < capacity; ++n) {
            TEST_ASSERT_TRUE(ring.has_room());
            TEST_ASSERT_TRUE(ring.push(n));
        }
        TEST_ASSERT_EQUAL_UINT64(capacity, ring.size_approx());
        TEST_ASSERT_FALSE(ring.has_room());
        TEST_ASSERT_FALSE(ring.push(99));
        std::uint64_t value = 0;
        TEST_ASSERT_TRUE(ring.pop(value));
        TEST_ASSERT_TRUE(ring.has_room());
        TEST_ASSERT_TRUE(ring.push(100));
        TEST_ASSERT_FALSE(ring.push(101));
    }
}

void drops_the_newest_and_counts() {
    Ring<std::uint64_t> ring(4);
    for (std::uint64_t n = 0; n < 10; ++n) TEST_ASSERT_TRUE(ring.push(n) == (n < 4));
    TEST_ASSERT_EQUAL_UINT64(6, ring.dropped());
    std::uint64_t value = 0;
    for (std::uint64_t n = 0; n < 4; ++n) {
        TEST_ASSERT_TRUE(ring.pop(value));
        TEST_ASSERT_EQUAL_UINT64(n, value);
    }
    TEST_ASSERT_FALSE(ring.pop(value));
    TEST_ASSERT_EQUAL_UINT64(6, ring.dropped());
}

void keeps_order_over_many_rounds() {
    Ring<std::uint64_t> ring(5);
    std::uint64_t pushed = 0;
    std::uint64_t popped = 0;
    for (int round = 0; round < 1000; ++round) {
        for (int n = 0; n <= round % 5; ++n) TEST_ASSERT_TRUE(ring.push(pushed++));
        std::uint64_t value = 0;
        while (ring.pop(value)) TEST_ASSERT_EQUAL_UINT64(popped++, value);
    }
    TEST_ASSERT_EQUAL_UINT64(pushed, popped);
    TEST_ASSERT_EQUAL_UINT64(0, ring.dropped());
}

void two_threads_lose_nothing() {
    constexpr std::uint64_t records = 200'000;
    Ring<Record> ring(64);
    std::thread producer([&] {
        for (std::uint64_t n = 0; n < records; ++n) {
            while (!ring.has_room()) std::this_thread::yield();
            ring.push(record(n));
        }
    });
    std::uint64_t expected = 0;
    bool whole = true;
    while (expected < records) {
        Record popped{};
        if (!ring.pop(popped)) {
            std::this_thread::yield();
            continue;
        }
        whole = whole && popped.number == expected && popped.inverse == ~expected;
        ++expected;
    }
    producer.join();
    TEST_ASSERT_TRUE(whole);
    TEST_ASSERT_EQUAL_UINT64(0, ring.dropped());
}

void two_threads_count_every_drop() {
    constexpr std::uint64_t records = 100'000;
    Ring<Record> ring(8);
    std::atomic<bool> done{false};
    std::thread producer([&] {
        for (std::uint64_t n = 0; n < records; ++n) ring.push(record(n));
        done.store(true);
    });
    std::uint64_t received = 0;
    std::uint64_t next = 0;
    bool ordered = true;
    for (bool last = false; !last;) {
        last = done.load();
        for (Record popped{}; ring.pop(popped); ++received) {
            ordered = ordered && popped.number >= next && popped.inverse == ~popped.number;
            next = popped.number + 1;
        }
    }
    producer.join();
    TEST_ASSERT_TRUE(ordered);
    TEST_ASSERT_EQUAL_UINT64(records, received + ring.dropped());
}

void the_operator_desk_hands_over_the_newest_wish_once() {
    OperatorDesk desk;
    desk.wish(CommandKind::pause);
    desk.wish(CommandKind::stop);
    Inputs first;
    desk.latch(1, first);
    TEST_ASSERT_TRUE(first.command.kind == CommandKind::stop);
    Inputs second;
    desk.latch(2, second);
    TEST_ASSERT_TRUE(second.command.kind == CommandKind::none);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(capacity_is_exact);
    RUN_TEST(drops_the_newest_and_counts);
    RUN_TEST(keeps_order_over_many_rounds);
    RUN_TEST(two_threads_lose_nothing);
    RUN_TEST(two_threads_count_every_drop);
    RUN_TEST(the_operator_desk_hands_over_the_newest_wish_once);
    return UNITY_END();
}
