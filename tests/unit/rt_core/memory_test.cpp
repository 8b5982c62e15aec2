// SPDX-License-Identifier: Apache-2.0
#include "rt_core/memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "tests/unit/rt_core/child.h"
#include "tests/unit/rt_core/sanitized.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

/// A figure of /proc/self/status in KiB, e.g. "VmLck:".
long status_kib(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        long value = -1;
        if (word == name && status >> value) return value;
    }
    return -1;
}

long page_faults() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

void without_permission_the_remedy_is_named() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers swallow mlockall");
    const std::string line = in_unprivileged_child([] { return lock_memory(); });
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "memory is not locked"), line.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "limit 0 KiB"), line.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "ulimit -l unlimited"), line.c_str());
    TEST_ASSERT_FALSE_MESSAGE(contains(line, "\n"), line.c_str());
}

/// The kernel's own answer to a first attempt decides what the function has to say.
void it_says_locked_exactly_when_it_is() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers swallow mlockall");
    const std::string answer = in_child([] {
        const bool possible = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
        munlockall();
        const bool granted = lock_memory().empty();
        if (granted != possible) return std::string("says one thing, is another");
        if (granted && status_kib("VmLck:") < static_cast<long>(reserved_heap_bytes / 1024))
            return std::string("granted, but little is locked");
        return std::string("agrees");
    });
    TEST_ASSERT_EQUAL_STRING("agrees", answer.c_str());
}

/// Memory that is freed stays with the process, and using it again does not fault. Without
/// lock_memory the same use does: the negative control.
std::string faults_of_heap_use(bool prepared) {
    return in_child([prepared] {
        if (prepared && !lock_memory().empty()) return std::string("refused");
        const long before = page_faults();
        for (int round = 0; round < 3; ++round) {
            void* block = std::malloc(reserved_heap_bytes / 2);
            if (block == nullptr) return std::string("no memory");
            std::memset(block, round + 1, reserved_heap_bytes / 2);
            __asm__ volatile("" : : "r"(block) : "memory");
            std::free(block);
        }
        return std::to_string(page_faults() - before);
    });
}

void the_reserved_heap_does_not_fault() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers have their own heap");
    const std::string prepared = faults_of_heap_use(true);
    if (prepared == "refused") TEST_IGNORE_MESSAGE("memory cannot be locked here");
    TEST_ASSERT_EQUAL_STRING("0", prepared.c_str());
    TEST_ASSERT_TRUE(std::stol(faults_of_heap_use(false)) > 0);
}

__attribute__((noinline)) void use_stack() {
    volatile unsigned char stack[prefaulted_stack_bytes * 3 / 4];
    for (std::size_t index = 0; index < sizeof stack; index += 512) stack[index] = 1;
}

std::string faults_of_stack_use(bool prepared) {
    return in_child([prepared] {
        if (prepared) prefault_stack();
        const long before = page_faults();
        use_stack();
        return std::to_string(page_faults() - before);
    });
}

void the_touched_stack_does_not_fault() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers touch shadow memory with the stack");
    TEST_ASSERT_EQUAL_STRING("0", faults_of_stack_use(true).c_str());
    TEST_ASSERT_TRUE(std::stol(faults_of_stack_use(false)) > 0);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(without_permission_the_remedy_is_named);
    RUN_TEST(it_says_locked_exactly_when_it_is);
    RUN_TEST(the_reserved_heap_does_not_fault);
    RUN_TEST(the_touched_stack_does_not_fault);
    return UNITY_END();
}
