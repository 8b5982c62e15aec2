// SPDX-License-Identifier: Apache-2.0
#include "rt_core/histogram.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>

#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::Histogram;

void setUp() {}
void tearDown() {}

namespace {

/// The only bin with a value in it; -1 when there is none or more than one.
int only_bin(const Histogram& histogram) {
    int found = -1;
    for (std::size_t index = 0; index < Histogram::bin_count; ++index) {
        if (histogram.bin(index) == 0) continue;
        if (found >= 0) return -1;
        found = static_cast<int>(index);
    }
    return found;
}

void each_duration_lands_in_its_bin() {
    struct Row {
        std::int64_t duration_ns;
        int bin;
    };
    constexpr std::int64_t last_bin_ns = 4095 * 1000;
    const Row rows[] = {
        {0, 0},
        {1, 0},
        {999, 0},
        {1000, 1},
        {1001, 1},
        {1999, 1},
        {2000, 2},
        {-1, 0},
        {-1'000'000, 0},
        {std::numeric_limits<std::int64_t>::min(), 0},
        {last_bin_ns - 1, 4094},
        {last_bin_ns, 4095},
        {last_bin_ns + 1000, 4095},
        {std::numeric_limits<std::int64_t>::max(), 4095},
    };
    for (const Row& row : rows) {
        const auto histogram = std::make_unique<Histogram>();
        histogram->add(row.duration_ns);
        TEST_ASSERT_EQUAL_INT(row.bin, only_bin(*histogram));
        TEST_ASSERT_EQUAL_UINT64(1, histogram->bin(static_cast<std::size_t>(row.bin)));
        TEST_ASSERT_EQUAL_UINT64(1, histogram->count());
    }
}

void maximum_is_the_value_and_not_its_bin() {
    const auto histogram = std::make_unique<Histogram>();
    TEST_ASSERT_TRUE(histogram->max_us() == 0.0);
    histogram->add(-500);
    TEST_ASSERT_TRUE(histogram->max_us() == 0.0);
    histogram->add(1234);
    histogram->add(17);
    TEST_ASSERT_TRUE(histogram->max_us() == 1.234);
    histogram->add(9'000'500);
    TEST_ASSERT_TRUE(histogram->max_us() == 9000.5);
}

void percentiles_of_nothing_are_zero() {
    const auto histogram = std::make_unique<Histogram>();
    for (const double share : {0.0, 0.5, 0.99, 1.0})
        TEST_ASSERT_TRUE(histogram->percentile_us(share) == 0.0);
}

void percentiles_of_one_value_are_that_value() {
    const auto histogram = std::make_unique<Histogram>();
    histogram->add(7300);
    for (const double share : {0.0, 0.0001, 0.5, 0.9999, 1.0})
        TEST_ASSERT_TRUE(histogram->percentile_us(share) == 7.0);
}

/// Values 1 … n µs, each once: the nearest-rank percentile p is exactly ⌈p n⌉ µs.
void percentiles_are_nearest_rank() {
    struct Row {
        int values;
        double share;
        double expected_us;
    };
    const Row rows[] = {
        {10, 0.0, 1.0},      {10, 0.05, 1.0},      {10, 0.1, 1.0},         {10, 0.11, 2.0},
        {10, 0.5, 5.0},      {10, 0.51, 6.0},      {10, 0.99, 10.0},       {10, 1.0, 10.0},
        {100, 0.5, 50.0},    {100, 0.99, 99.0},    {100, 0.999, 100.0},    {101, 0.5, 51.0},
        {1000, 0.99, 990.0}, {1000, 0.999, 999.0}, {1000, 0.9999, 1000.0}, {4000, 0.999, 3996.0},
    };
    for (const Row& row : rows) {
        const auto histogram = std::make_unique<Histogram>();
        for (int value = row.values; value > 0; --value) histogram->add(value * 1000);
        TEST_ASSERT_EQUAL_DOUBLE(row.expected_us, histogram->percentile_us(row.share));
        TEST_ASSERT_TRUE(histogram->percentile_us(row.share) == row.expected_us);
    }
}

void percentile_steps_exactly_where_the_share_does() {
    const auto histogram = std::make_unique<Histogram>();
    for (int n = 0; n < 9999; ++n) histogram->add(3'000);
    histogram->add(80'000);
    TEST_ASSERT_TRUE(histogram->percentile_us(0.9999) == 3.0);
    TEST_ASSERT_TRUE(histogram->percentile_us(1.0) == 80.0);
    histogram->add(80'000);
    TEST_ASSERT_TRUE(histogram->percentile_us(0.9999) == 80.0);
    TEST_ASSERT_TRUE(histogram->percentile_us(0.999) == 3.0);
}

void percentile_in_the_open_bin_is_the_maximum() {
    const auto histogram = std::make_unique<Histogram>();
    histogram->add(1000);
    histogram->add(5'000'250);
    TEST_ASSERT_TRUE(histogram->percentile_us(0.5) == 1.0);
    TEST_ASSERT_TRUE(histogram->percentile_us(0.99) == 5000.25);
}

void reading_while_another_thread_adds_is_safe() {
    constexpr int additions = 200'000;
    const auto histogram = std::make_unique<Histogram>();
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (int n = 0; n < additions; ++n) histogram->add((n % 100) * 1000);
        done.store(true);
    });
    std::uint64_t last = 0;
    bool grows = true;
    bool in_range = true;
    while (!done.load()) {
        const std::uint64_t count = histogram->count();
        grows = grows && count >= last;
        last = count;
        const double median_us = histogram->percentile_us(0.5);
        in_range = in_range && median_us >= 0.0 && median_us <= 99.0;
    }
    writer.join();
    TEST_ASSERT_TRUE(grows);
    TEST_ASSERT_TRUE(in_range);
    TEST_ASSERT_EQUAL_UINT64(additions, histogram->count());
    for (std::size_t index = 0; index < 100; ++index)
        TEST_ASSERT_EQUAL_UINT64(additions / 100, histogram->bin(index));
    TEST_ASSERT_TRUE(histogram->percentile_us(0.5) == 49.0);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(each_duration_lands_in_its_bin);
    RUN_TEST(maximum_is_the_value_and_not_its_bin);
    RUN_TEST(percentiles_of_nothing_are_zero);
    RUN_TEST(percentiles_of_one_value_are_that_value);
    RUN_TEST(percentiles_are_nearest_rank);
    RUN_TEST(percentile_steps_exactly_where_the_share_does);
    RUN_TEST(percentile_in_the_open_bin_is_the_maximum);
    RUN_TEST(reading_while_another_thread_adds_is_safe);
    return UNITY_END();
}
