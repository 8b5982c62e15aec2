// SPDX-License-Identifier: Apache-2.0
// The facts of the running process and its machine.
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/machine_check.h"

namespace ghostcar::rt_core {

namespace {

// Bits of capabilities(7) as /proc/self/status shows them.
constexpr unsigned cap_ipc_lock = 14;
constexpr unsigned cap_sys_nice = 23;

/// The effective capabilities, rather than "is it root?": root in a container lacks them.
std::uint64_t effective_capabilities(const std::filesystem::path& proc) {
    std::istringstream status(machine_check::read_text(proc / "self/status").text);
    std::string line;
    const std::string key = "CapEff:\t";
    while (std::getline(status, line)) {
        if (line.compare(0, key.size(), key) == 0) {
            std::uint64_t bits = 0;
            std::from_chars(line.data() + key.size(), line.data() + line.size(), bits, 16);
            return bits;
        }
    }
    return 0;
}

/// The only proof that a priority is granted is to be granted it; on a thread of its own, so that
/// the caller stays as it is. pthread functions return the error, they do not set errno.
int try_fifo(std::int64_t priority) {
    int refusal = 0;
    std::thread trial([&refusal, priority] {
        sched_param parameters{};
        parameters.sched_priority = static_cast<int>(priority);
        refusal = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    });
    trial.join();
    return refusal;
}

std::string user_name() {
    const passwd* const entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_name : std::to_string(::getuid());
}

}  // namespace

MachineView MachineView::real(std::int64_t fifo_priority, std::optional<int> chosen_cpu) {
    MachineView view;
    utsname names{};
    if (::uname(&names) == 0) {
        view.kernel_version = std::string(names.release) + " " + names.version;
        view.machine = names.machine;
    }
    view.user = user_name();

    const std::uint64_t capabilities = effective_capabilities(view.proc);
    rlimit limit{};
    view.fifo_priority = fifo_priority;
    if (::getrlimit(RLIMIT_RTPRIO, &limit) == 0) {
        view.rtprio_limit = limit.rlim_cur;
    }
    view.may_set_priority = ((capabilities >> cap_sys_nice) & 1U) != 0;
    view.fifo_refusal = try_fifo(fifo_priority);
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0) {
        view.memlock_limit_bytes = limit.rlim_cur;
        if (limit.rlim_cur == RLIM_INFINITY) {
            view.memlock_limit_bytes.reset();
        }
    }
    view.may_lock_memory = ((capabilities >> cap_ipc_lock) & 1U) != 0;

    const int slack_ns = ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    if (slack_ns >= 0) {
        view.timer_slack_ns = slack_ns;
    }
    view.cpu_count = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    view.chosen_cpu = chosen_cpu;
    view.smi_pause = [pause_ms = view.smi_pause_ms] {
        std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    };
    return view;
}

}  // namespace ghostcar::rt_core
