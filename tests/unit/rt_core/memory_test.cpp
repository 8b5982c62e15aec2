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

/// A limit that lets mlockall pass and then starves the heap: refused, and nothing stays locked.
void a_limit_that_is_too_small_is_refused_as_a_whole() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers swallow mlockall");
    const std::string line = in_child([] {
        const rlimit small{reserved_heap_bytes, reserved_heap_bytes};
        drop_privileges(small);
        const std::string refused = lock_memory();
        if (status_kib("VmLck:") != 0) return std::string("something is still locked");
        void* block = std::malloc(4 * reserved_heap_bytes);
        if (block == nullptr) return std::string("allocations fail");
        std::free(block);
        return refused;
    });
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "memory is not locked"), line.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "limit 8192 KiB"), line.c_str());
}

/// What the kernel says afterwards has to be what the function says.
void it_says_locked_exactly_when_it_is() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers swallow mlockall");
    const std::string answer = in_child([] {
        const bool granted = lock_memory().empty();
        const long locked_kib = status_kib("VmLck:");
        if (!granted) return std::string(locked_kib == 0 ? "agrees" : "refused, but locked");
        if (locked_kib < static_cast<long>(reserved_heap_bytes / 1024))
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
    RUN_TEST(a_limit_that_is_too_small_is_refused_as_a_whole);
    RUN_TEST(it_says_locked_exactly_when_it_is);
    RUN_TEST(the_reserved_heap_does_not_fault);
    RUN_TEST(the_touched_stack_does_not_fault);
    return UNITY_END();
}
