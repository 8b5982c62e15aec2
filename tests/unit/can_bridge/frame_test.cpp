// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/frame.h"

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

void codes_are_the_steps_of_the_standard() {
    const int lengths[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64};
    for (int code = 0; code < 16; ++code) {
        TEST_ASSERT_EQUAL_INT(lengths[code], length_of_code[static_cast<std::size_t>(code)]);
        TEST_ASSERT_EQUAL_INT(code, code_of_length(static_cast<std::size_t>(lengths[code])));
    }
    TEST_ASSERT_EQUAL_INT(9, code_of_length(9));
    TEST_ASSERT_EQUAL_INT(13, code_of_length(25));
    TEST_ASSERT_EQUAL_INT(15, code_of_length(49));
}

void what_no_controller_sends_is_refused() {
    Frame frame;
    TEST_ASSERT_TRUE(is_sendable(frame));
    frame.id = 0x7FF;
    TEST_ASSERT_TRUE(is_sendable(frame));
    frame.id = 0x800;
    TEST_ASSERT_FALSE(is_sendable(frame));
    frame.is_extended = true;
    TEST_ASSERT_TRUE(is_sendable(frame));
    frame.id = 0x2000'0000;
    TEST_ASSERT_FALSE(is_sendable(frame));
    frame.id = 1;
    frame.length = 9;
    TEST_ASSERT_FALSE(is_sendable(frame));
    frame.is_fd = true;
    TEST_ASSERT_FALSE(is_sendable(frame));  // no code says 9
    frame.length = 12;
    TEST_ASSERT_TRUE(is_sendable(frame));
    frame.is_remote = true;
    TEST_ASSERT_FALSE(is_sendable(frame));  // FD has no remote frames
    frame = {};
    frame.bitrate_switch = true;
    TEST_ASSERT_FALSE(is_sendable(frame));
    frame = {};
    frame.is_error = true;
    TEST_ASSERT_FALSE(is_sendable(frame));
}

void a_remote_frame_has_no_payload() {
    Frame frame;
    frame.length = 4;
    TEST_ASSERT_EQUAL_size_t(4, frame.payload().size());
    frame.is_remote = true;
    TEST_ASSERT_EQUAL_size_t(0, frame.payload().size());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(codes_are_the_steps_of_the_standard);
    RUN_TEST(what_no_controller_sends_is_refused);
    RUN_TEST(a_remote_frame_has_no_payload);
    return UNITY_END();
}
