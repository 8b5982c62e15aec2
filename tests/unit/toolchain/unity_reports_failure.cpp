// SPDX-License-Identifier: Apache-2.0
// Negative control: one good test, one bad one. ctest expects this program to exit non-zero.
#include "tests/unit/unity_cpp.h"

namespace {

void good() {
    TEST_ASSERT_TRUE(true);
}

void bad() {
    TEST_ASSERT_TRUE(false);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(good);
    RUN_TEST(bad);
    return UNITY_END();
}
