// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/thinned.h"

#include "tests/unit/unity_cpp.h"

using ghostcar::board::Thinned;

void setUp() {}
void tearDown() {}

namespace {

std::int64_t itself(const std::int64_t& tick) {
    return tick;
}

std::vector<std::int64_t> thinned(std::size_t largest, std::int64_t ticks, std::int64_t period) {
    Thinned<std::int64_t> records(largest, &itself);
    for (std::int64_t tick = period; tick <= ticks; tick += period) records.add(tick);
    return records.take();
}

void what_fits_is_kept_whole() {
    TEST_ASSERT_EQUAL_size_t(0, thinned(4, 0, 1).size());
    TEST_ASSERT_TRUE(thinned(4, 40, 10) == (std::vector<std::int64_t>{10, 20, 30, 40}));
}

/// One more than fits: only every second one stays, and the last, whatever its tick.
void one_too_many_halves_them() {
    TEST_ASSERT_TRUE(thinned(4, 5, 1) == (std::vector<std::int64_t>{2, 4, 5}));
    TEST_ASSERT_TRUE(thinned(4, 6, 1) == (std::vector<std::int64_t>{2, 4, 6}));
    TEST_ASSERT_TRUE(thinned(4, 9, 1) == (std::vector<std::int64_t>{2, 4, 6, 8, 9}));
}

void memory_stays_bounded_and_records_stay_even() {
    const std::vector<std::int64_t> kept = thinned(1000, 3'600'000, 10);
    TEST_ASSERT_TRUE(kept.size() >= 450 && kept.size() <= 1001);
    TEST_ASSERT_EQUAL_INT64(3'600'000, kept.back());
    const std::int64_t stride = kept[1] - kept[0];
    for (std::size_t n = 1; n + 1 < kept.size(); ++n)
        TEST_ASSERT_EQUAL_INT64(stride, kept[n] - kept[n - 1]);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_fits_is_kept_whole);
    RUN_TEST(one_too_many_halves_them);
    RUN_TEST(memory_stays_bounded_and_records_stay_even);
    return UNITY_END();
}
