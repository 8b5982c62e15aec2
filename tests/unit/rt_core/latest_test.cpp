// SPDX-License-Identifier: Apache-2.0
#include "rt_core/latest.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::Latest;

void setUp() {}
void tearDown() {}

namespace {

/// Big enough to be torn if it could be.
using Value = std::array<std::uint64_t, 64>;

Value filled(std::uint64_t number) {
    Value value;
    value.fill(number);
    return value;
}

bool torn(const Value& value) {
    for (const std::uint64_t word : value)
        if (word != value[0]) return true;
    return false;
}

void nothing_to_read_before_the_first_value() {
    Latest<Value> latest;
    Value value = filled(7);
    TEST_ASSERT_FALSE(latest.read(value));
    TEST_ASSERT_EQUAL_UINT64(7, value[0]);
}

void each_value_is_read_once() {
    Latest<Value> latest;
    Value value{};
    for (std::uint64_t n = 1; n < 100; ++n) {
        latest.publish(filled(n));
        TEST_ASSERT_TRUE(latest.read(value));
        TEST_ASSERT_EQUAL_UINT64(n, value[0]);
        TEST_ASSERT_FALSE(latest.read(value));
    }
}

void the_newest_wins() {
    Latest<Value> latest;
    Value value{};
    for (std::uint64_t unread = 1; unread < 10; ++unread) {
        for (std::uint64_t n = 1; n <= unread; ++n) latest.publish(filled(n));
        TEST_ASSERT_TRUE(latest.read(value));
        TEST_ASSERT_EQUAL_UINT64(unread, value[0]);
    }
}

void two_threads_never_see_a_torn_or_an_older_value() {
    constexpr std::uint64_t values = 200'000;
    Latest<Value> latest;
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (std::uint64_t n = 1; n <= values; ++n) latest.publish(filled(n));
        done.store(true);
    });
    Value value{};
    std::uint64_t last = 0;
    bool whole = true;
    bool newer = true;
    for (bool final_look = false; !final_look;) {
        final_look = done.load();
        while (latest.read(value)) {
            whole = whole && !torn(value);
            newer = newer && value[0] > last;
            last = value[0];
        }
    }
    writer.join();
    TEST_ASSERT_TRUE(whole);
    TEST_ASSERT_TRUE(newer);
    TEST_ASSERT_EQUAL_UINT64(values, last);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(nothing_to_read_before_the_first_value);
    RUN_TEST(each_value_is_read_once);
    RUN_TEST(the_newest_wins);
    RUN_TEST(two_threads_never_see_a_torn_or_an_older_value);
    return UNITY_END();
}
