// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unity_cpp.h"

#include <exception>

// Unity itself, compiled as C++ so that its assertions throw.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include <unity.c>  // NOLINT(bugprone-suspicious-include)
#pragma GCC diagnostic pop

namespace {

void note_exception(const char* what) {
    Unity.CurrentTestFailed = 1;
    UnityPrint(Unity.CurrentTestName);
    UnityPrint(": unexpected exception: ");
    UnityPrint(what);
    UNITY_PRINT_EOL();
}

// A failed assertion ends the step, any other exception is a failure of its own.
template <typename Step>
void run_guarded(Step step) {
    try {
        step();
    } catch (const ghostcar::tests::TestAbort&) {
        return;
    } catch (const std::exception& error) {
        note_exception(error.what());
    } catch (...) {
        note_exception("not a std::exception");
    }
}

}  // namespace

extern "C" void UnityDefaultTestRun(UnityTestFunction test, const char* name, int line) {
    Unity.CurrentTestName = name;
    Unity.CurrentTestLineNumber = static_cast<UNITY_LINE_TYPE>(line);
    ++Unity.NumberOfTests;
    run_guarded([test] {
        setUp();
        test();
    });
    run_guarded(tearDown);
    UnityConcludeTest();
}
