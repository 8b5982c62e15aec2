// SPDX-License-Identifier: Apache-2.0
#include "rt_core/scheduling.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <utility>

#include "rt_core/machine_check/files.h"

namespace ghostcar::rt_core {
namespace {

std::string first_line(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// As sched_getattr(2) lays it out. glibc has neither the structure nor the call, and the kernel's
/// own header collides with glibc's sched_param.
struct SchedulingAttributes {
    std::uint32_t size;
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t deadline_parameters[3];
};

/// Tells what the kernel really uses.
bool reads_back(int policy, int priority) {
    SchedulingAttributes attributes{};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return false;
    return attributes.policy == static_cast<std::uint32_t>(policy) &&
           attributes.priority == static_cast<std::uint32_t>(priority);
}

std::string set_policy(const RealtimeConfig& config) {
    if (config.policy == SchedulingPolicy::other) {
        // The default slack of 50 µs would be added to every wake-up of a thread without
        // real-time policy (prctl(2), PR_SET_TIMERSLACK).
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
        return "SCHED_FIFO was not asked for (realtime.policy = \"other\")";
    }
    sched_param parameters{};
    parameters.sched_priority = config.priority;
    // pthread functions return the error; they do not set errno.
    const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    if (error != 0)
        return "SCHED_FIFO priority " + std::to_string(config.priority) + " is refused (" +
               std::strerror(error) + "): run as root or raise the limit as `ghostcar check` shows";
    if (!reads_back(SCHED_FIFO, config.priority))
        return "SCHED_FIFO was granted but does not read back: check the container's limits";
    return "";
}

std::string set_cpu(const RealtimeConfig& config) {
    int cpu = config.cpu;
    if (config.cpu_choice == CpuChoice::any) return "";
    if (config.cpu_choice == CpuChoice::isolated) {
        const std::vector<int> isolated =
            machine_check::parse_cpu_list(first_line("/sys/devices/system/cpu/isolated"))
                .value_or(std::vector<int>{});
        if (isolated.empty()) return "";  // a machine without one is what `ghostcar check` is for
        cpu = isolated.front();
    }
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    if (cpu >= CPU_SETSIZE)
        return "processor " + std::to_string(cpu) +
               " does not exist: choose another one with realtime.cpu";
    CPU_SET(static_cast<unsigned>(cpu), &wanted);
    const int error = pthread_setaffinity_np(pthread_self(), sizeof wanted, &wanted);
    cpu_set_t granted;
    CPU_ZERO(&granted);
    pthread_getaffinity_np(pthread_self(), sizeof granted, &granted);
    if (error != 0 || !CPU_EQUAL(&wanted, &granted))
        return "the loop is not bound to processor " + std::to_string(cpu) + " (" +
               std::strerror(error) + "): choose another one with realtime.cpu";
    return "";
}

}  // namespace

std::vector<std::string> schedule_this_thread(const RealtimeConfig& config) {
    std::vector<std::string> refused;
    for (std::string& line : std::vector<std::string>{set_policy(config), set_cpu(config)})
        if (!line.empty()) refused.push_back(std::move(line));
    return refused;
}

bool kernel_is_preempt_rt() {
    if (first_line("/sys/kernel/realtime") == "1") return true;
    utsname name{};
    uname(&name);
    return std::strstr(name.version, "PREEMPT_RT") != nullptr;
}

}  // namespace ghostcar::rt_core
