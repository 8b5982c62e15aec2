// SPDX-License-Identifier: Apache-2.0
#include "rt_core/scheduling.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

#include <string>
#include <vector>

#include "tests/unit/rt_core/child.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

RealtimeConfig fifo(int priority) {
    RealtimeConfig config;
    config.priority = priority;
    config.cpu_choice = CpuChoice::any;
    return config;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

int first_permitted_cpu() {
    cpu_set_t permitted;
    CPU_ZERO(&permitted);
    sched_getaffinity(0, sizeof permitted, &permitted);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(static_cast<unsigned>(cpu), &permitted)) return cpu;
    return -1;
}

/// The kernel's own answer to a first attempt decides what the function has to say.
void fifo_is_granted_exactly_when_it_can_be() {
    for (const int priority : {1, 80, 98}) {
        const std::string answer = in_child([priority] {
            sched_param wanted{};
            wanted.sched_priority = priority;
            const bool possible = pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted) == 0;
            sched_param plain{};
            pthread_setschedparam(pthread_self(), SCHED_OTHER, &plain);
            const std::string refused = joined(schedule_this_thread(fifo(priority)));
            int policy = 0;
            sched_param now{};
            pthread_getschedparam(pthread_self(), &policy, &now);
            const bool granted = policy == SCHED_FIFO && now.sched_priority == priority;
            if (granted != possible) return "possible but not granted: " + refused;
            return refused.empty() == granted ? std::string("agrees") : "wrong words: " + refused;
        });
        TEST_ASSERT_EQUAL_STRING("agrees", answer.c_str());
    }
}

void without_permission_the_remedy_is_named() {
    const std::string line =
        in_unprivileged_child([] { return joined(schedule_this_thread(fifo(80))); });
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "SCHED_FIFO priority 80 is refused"), line.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "run as root"), line.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(line, "ghostcar check"), line.c_str());
    TEST_ASSERT_EQUAL_UINT64(line.size() - 1, line.find('\n'));
}

void other_is_never_called_real_time() {
    const std::string answer = in_child([] {
        RealtimeConfig config = fifo(80);
        config.policy = SchedulingPolicy::other;
        const std::string refused = joined(schedule_this_thread(config));
        if (sched_getscheduler(0) != SCHED_OTHER) return std::string("is not SCHED_OTHER");
        if (prctl(PR_GET_TIMERSLACK) != 1) return std::string("keeps the timer slack");
        return refused;
    });
    TEST_ASSERT_TRUE_MESSAGE(contains(answer, "was not asked for"), answer.c_str());
}

void a_processor_that_exists_is_taken() {
    const int cpu = first_permitted_cpu();
    const std::string answer = in_child([cpu] {
        RealtimeConfig config = fifo(80);
        config.policy = SchedulingPolicy::other;
        config.cpu_choice = CpuChoice::numbered;
        config.cpu = cpu;
        const std::vector<std::string> refused = schedule_this_thread(config);
        if (refused.size() != 1) return joined(refused);
        cpu_set_t bound;
        CPU_ZERO(&bound);
        sched_getaffinity(0, sizeof bound, &bound);
        const bool only = CPU_COUNT(&bound) == 1 && CPU_ISSET(static_cast<unsigned>(cpu), &bound);
        return std::string(only ? "bound" : "not bound");
    });
    TEST_ASSERT_EQUAL_STRING("bound", answer.c_str());
}

void a_processor_that_does_not_exist_is_refused() {
    for (const int cpu : {CPU_SETSIZE - 1, CPU_SETSIZE, 1'000'000}) {
        const std::string line = in_child([cpu] {
            RealtimeConfig config = fifo(80);
            config.cpu_choice = CpuChoice::numbered;
            config.cpu = cpu;
            return joined(schedule_this_thread(config));
        });
        TEST_ASSERT_TRUE_MESSAGE(contains(line, ("processor " + std::to_string(cpu)).c_str()),
                                 line.c_str());
        TEST_ASSERT_TRUE_MESSAGE(contains(line, "realtime.cpu"), line.c_str());  // the remedy
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(fifo_is_granted_exactly_when_it_can_be);
    RUN_TEST(without_permission_the_remedy_is_named);
    RUN_TEST(other_is_never_called_real_time);
    RUN_TEST(a_processor_that_exists_is_taken);
    RUN_TEST(a_processor_that_does_not_exist_is_refused);
    return UNITY_END();
}
