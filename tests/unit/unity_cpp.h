// SPDX-License-Identifier: Apache-2.0
#pragma once

// Unity for C++. Unity leaves a failed test by longjmp, which skips destructors and is undefined
// behaviour in C++; here a failed assertion throws, and the runner below it catches.
// A test includes this header, never unity.h.

#define UNITY_SKIP_DEFAULT_RUNNER
#include <unity.h>

namespace ghostcar::tests {

// Leaves a test whose result Unity has already noted. Not a std::exception, so that code under
// test that catches those does not swallow it.
struct TestAbort {};

[[noreturn]] inline void abort_test() {
    throw TestAbort{};
}

}  // namespace ghostcar::tests

#undef TEST_ABORT
#define TEST_ABORT() ::ghostcar::tests::abort_test()

// RUN_TEST calls this. Unity declares it only when it brings its own.
extern "C" void UnityDefaultTestRun(UnityTestFunction test, const char* name, int line);
