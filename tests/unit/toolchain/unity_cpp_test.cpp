// SPDX-License-Identifier: Apache-2.0
// The tests' own foundation: a failed assertion unwinds the stack, is counted, and tearDown runs.
#include "tests/unit/unity_cpp.h"

#include <stdexcept>

namespace {

int destructor_count = 0;
int tear_down_count = 0;

struct CountsDestruction {
    ~CountsDestruction() { ++destructor_count; }
};

void failing_test() {
    const CountsDestruction witness;
    TEST_ASSERT_EQUAL_INT(1, 2);
    destructor_count = -100;  // unreachable: the assertion left
}

void throwing_test() {
    const CountsDestruction witness;
    throw std::runtime_error("thrown on purpose");
}

// Runs a test that is meant to fail and takes its failure off the account again.
UNITY_COUNTER_TYPE failures_of(UnityTestFunction test) {
    const UNITY_STORAGE_T before = Unity;
    RUN_TEST(test);
    const UNITY_COUNTER_TYPE failures = Unity.TestFailures - before.TestFailures;
    Unity = before;
    return failures;
}

void failed_assertion_runs_destructors_and_counts() {
    destructor_count = 0;
    tear_down_count = 0;
    TEST_ASSERT_EQUAL_INT(1, failures_of(failing_test));
    TEST_ASSERT_EQUAL_INT(1, destructor_count);
    TEST_ASSERT_EQUAL_INT(1, tear_down_count);
}

void foreign_exception_counts_as_failure() {
    destructor_count = 0;
    tear_down_count = 0;
    TEST_ASSERT_EQUAL_INT(1, failures_of(throwing_test));
    TEST_ASSERT_EQUAL_INT(1, destructor_count);
    TEST_ASSERT_EQUAL_INT(1, tear_down_count);
}

void doubles_are_compiled_in() {
    TEST_ASSERT_EQUAL_DOUBLE(0.1 + 0.2, 0.3);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1.0, 1.0005);
}

}  // namespace

void setUp() {}
void tearDown() {
    ++tear_down_count;
}

int main() {
    UNITY_BEGIN();
    RUN_TEST(failed_assertion_runs_destructors_and_counts);
    RUN_TEST(foreign_exception_counts_as_failure);
    RUN_TEST(doubles_are_compiled_in);
    return UNITY_END();
}
