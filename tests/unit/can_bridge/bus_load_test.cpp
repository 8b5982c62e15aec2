// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/bus_load.h"

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

double bits(std::size_t length, bool is_extended, bool is_fd = false) {
    return longest_frame_time_s({length, is_extended, is_fd, false}, {1.0, 1.0});
}

void classic_frames_as_published() {
    TEST_ASSERT_TRUE(bits(8, false) == 135.0);  // the well-known longest frames
    TEST_ASSERT_TRUE(bits(8, true) == 160.0);
    TEST_ASSERT_TRUE(bits(0, false) == 55.0);
    TEST_ASSERT_TRUE(bits(1, false) == 65.0);
    TEST_ASSERT_TRUE(bits(0, true) == 80.0);
}

void flexible_frames_field_by_field() {
    // 17 + 4 stuffed, 12 at the end; 5 + 8n with stuff bits, 21 or 25 checksum bits with 6 or 7
    // fixed stuff bits, 1 delimiter.
    TEST_ASSERT_TRUE(bits(0, false, true) == 21.0 + 12.0 + 6.0 + 21.0 + 6.0 + 1.0);
    TEST_ASSERT_TRUE(bits(16, false, true) == 21.0 + 12.0 + 133.0 + 33.0 + 21.0 + 6.0 + 1.0);
    TEST_ASSERT_TRUE(bits(20, false, true) == 21.0 + 12.0 + 165.0 + 41.0 + 25.0 + 7.0 + 1.0);
    TEST_ASSERT_TRUE(bits(64, true, true) == 44.0 + 12.0 + 517.0 + 129.0 + 25.0 + 7.0 + 1.0);
    TEST_ASSERT_TRUE(bits(9, false, true) == bits(12, false, true));
    // Switching the rate shortens only the middle.
    const double switched = longest_frame_time_s({0, false, true, true}, {1.0, 2.0});
    TEST_ASSERT_TRUE(switched == 33.0 + 34.0 / 2.0);
}

void loads_add_up() {
    const FrameShape shape{8, false, false, false};
    const double one = bus_load({{shape, 10.0}}, {});
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.027, one);  // 135 bits every 10 ms at 500 kbit/s
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3.0 * one, bus_load({{shape, 10.0}, {shape, 5.0}}, {}));
    TEST_ASSERT_TRUE(bus_load({{shape, 0.0}, {shape, -1.0}}, {}) == 0.0);
    TEST_ASSERT_TRUE(bus_load(std::vector<CyclicFrame>{}, {}) == 0.0);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(classic_frames_as_published);
    RUN_TEST(flexible_frames_field_by_field);
    RUN_TEST(loads_add_up);
    return UNITY_END();
}
