// SPDX-License-Identifier: Apache-2.0
#include "rt_core/thread.h"

#include <pthread.h>
#include <sys/resource.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/unit/rt_core/child.h"
#include "tests/unit/rt_core/sanitized.h"
#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::Thread;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

std::size_t own_stack_bytes() {
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    std::size_t bytes = 0;
    pthread_attr_getstacksize(&attributes, &bytes);
    pthread_attr_destroy(&attributes);
    return bytes;
}

void the_stack_is_as_big_as_stated() {
    std::size_t bytes = 0;
    {
        Thread thread("ghostcar-test", [&bytes] { bytes = own_stack_bytes(); });
        thread.join();
    }
    if (sanitized) {  // they add room of their own
        TEST_ASSERT_TRUE(bytes >= Thread::stack_bytes);
        TEST_ASSERT_TRUE(bytes < 8 * 1024 * 1024);
    } else {
        TEST_ASSERT_EQUAL_UINT64(Thread::stack_bytes, bytes);
    }
}

void the_thread_has_its_name() {
    std::atomic<bool> named{false};
    char name[16] = {};
    {
        Thread thread("ghostcar-test", [&] {
            while (!named.load()) sched_yield();
            pthread_getname_np(pthread_self(), name, sizeof name);
        });
        named.store(true);  // the constructor names it
    }
    TEST_ASSERT_EQUAL_STRING("ghostcar-test", name);
}

void the_destructor_waits_for_the_body() {
    int done = 0;
    {
        Thread thread("ghostcar-test", [&done] { done = 1; });
    }
    TEST_ASSERT_EQUAL_INT(1, done);
}

void joining_twice_is_harmless() {
    Thread thread("ghostcar-test", [] {});
    thread.join();
    thread.join();
}

/// Address space for the program, but not for one more stack.
void a_thread_that_cannot_be_created_says_why() {
    if (sanitized) TEST_IGNORE_MESSAGE("sanitizers need the address space");
    const std::string answer = in_child([] {
        const rlimit none{16 * 1024 * 1024, 16 * 1024 * 1024};
        setrlimit(RLIMIT_AS, &none);
        std::string refusal = "created";
        // Whatever the program itself maps: some threads fit, a hundred do not.
        std::vector<std::unique_ptr<Thread>> threads;
        std::atomic<bool> end{false};
        try {
            for (int n = 0; n < 100; ++n)
                threads.push_back(std::make_unique<Thread>("ghostcar-many", [&end] {
                    while (!end.load()) usleep(1000);
                }));
        } catch (const std::runtime_error& error) {
            refusal = error.what();
        }
        end.store(true);
        return refusal;
    });
    TEST_ASSERT_TRUE_MESSAGE(contains(answer, "thread ghostcar-many cannot be created"),
                             answer.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(answer, "raise the limit on locked memory: ulimit -l"),
                             answer.c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_stack_is_as_big_as_stated);
    RUN_TEST(the_thread_has_its_name);
    RUN_TEST(the_destructor_waits_for_the_body);
    RUN_TEST(joining_twice_is_harmless);
    RUN_TEST(a_thread_that_cannot_be_created_says_why);
    return UNITY_END();
}
