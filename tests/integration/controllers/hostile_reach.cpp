// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/controllers/hostile_reach.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace hostile {
namespace {

void reached(const char* what, pid_t process) {
    std::fprintf(stderr, "reached: %s of %d\n", what, process);
}

pid_t number_at(const char* text) {
    return static_cast<pid_t>(std::strtol(text, nullptr, 10));
}

/// This process, as /proc counts.
pid_t number_in_proc() {
    char text[32] = {};
    return readlink("/proc/self", text, sizeof text - 1) < 0 ? 0 : number_at(text);
}

/// The host and the program, as /proc counts: two or three above this one.
std::vector<pid_t> above() {
    std::vector<pid_t> found;
    pid_t process = number_in_proc();
    for (int level = 0; level < 3; ++level) {
        const std::string path = "/proc/" + std::to_string(process) + "/stat";
        std::FILE* const file = std::fopen(path.c_str(), "r");
        if (file == nullptr) break;
        char line[512] = {};
        const char* const read = std::fgets(line, sizeof line, file);
        std::fclose(file);
        const char* const name = std::strchr(line, '(');
        const char* const name_end = std::strrchr(line, ')');
        if (read == nullptr || name == nullptr || name_end == nullptr) break;
        // Not beyond the program: what is above it is the test.
        if (std::strncmp(name, "(ghostcar)", 10) == 0) break;
        process = number_at(name_end + 3);
        if (process > 1) found.push_back(process);
    }
    return found;
}

std::vector<pid_t> above_and_parent() {
    std::vector<pid_t> all = above();
    all.push_back(getppid());
    return all;
}

std::uintptr_t shared_memory() {
    std::FILE* const maps = std::fopen("/proc/self/maps", "r");
    char line[512];
    std::uintptr_t found = 0;
    while (std::fgets(line, sizeof line, maps) != nullptr)
        if (std::strstr(line, "ghostcar-controller") != nullptr)
            found = std::strtoul(line, nullptr, 16);
    std::fclose(maps);
    return found;
}

}  // namespace

void signal_others() {
    for (const pid_t process : above_and_parent())
        for (const int signal : {0, SIGSTOP, SIGKILL}) {
            // The first process of a namespace can be named from inside, but not be harmed.
            const bool shielded = process == 1;
            if (kill(process, signal) == 0 && !shielded) reached("signal", process);
            if (syscall(SYS_tgkill, process, process, signal) == 0 && !shielded)
                reached("thread signal", process);
            union sigval value {};
            if (sigqueue(process, signal, value) == 0 && !shielded) reached("queue", process);
        }
    int ends[2];
    if (pipe(ends) != 0) return;
    for (const pid_t process : above())
        if (fcntl(ends[0], F_SETOWN, process) == 0 && fcntl(ends[0], F_GETOWN) == process)
            reached("signals of a file", process);
}

void look_into_others() {
    for (const pid_t process : above_and_parent()) {
        if (ptrace(PTRACE_SEIZE, process, nullptr, nullptr) == 0) reached("ptrace", process);
        char byte = 0;
        iovec own{&byte, 1};
        iovec theirs{&byte, 1};
        if (process_vm_readv(process, &own, 1, &theirs, 1, 0) >= 0 || errno == EFAULT)
            reached("process_vm_readv", process);
        rlimit limit{};
        // The first process of the namespace is the controller's own: it harms itself.
        if (prlimit(process, RLIMIT_CPU, nullptr, &limit) == 0 && process != 1)
            reached("limits", process);
        const long descriptor = syscall(SYS_pidfd_open, process, 0);
        if (descriptor >= 0 && process != 1) reached("pidfd", process);
        if (descriptor >= 0 && (syscall(SYS_pidfd_getfd, descriptor, 1, 0) >= 0 || errno == EBADF))
            reached("descriptors", process);
    }
    for (const pid_t process : above())
        for (const char* name : {"mem", "environ", "fd/1"}) {
            const std::string path = "/proc/" + std::to_string(process) + "/" + name;
            if (open(path.c_str(), O_RDONLY) >= 0) reached(name, process);
        }
}

void kill_everybody() {
    const bool named_apart = number_in_proc() != getpid();
    if (!named_apart && kill(getppid(), 0) == 0) {
        reached("everybody", -1);  // a real one would end this machine's session
        return;
    }
    kill(-1, SIGKILL);
}

void take_the_processor() {
    const sched_param highest{.sched_priority = 99};
    if (sched_setscheduler(0, SCHED_FIFO, &highest) == 0) reached("real time", getpid());
    if (setpriority(PRIO_PROCESS, 0, -20) == 0) reached("priority", getpid());
    const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &all) == 0) reached("limits", getpid());
}

namespace {

constexpr std::time_t bomb_life_s = 20;

/// Each of them forks as fast as it can: who is killed makes room for the child of another one.
void explode(std::time_t end) {
    while (std::time(nullptr) < end)
        if (fork() == 0) setsid();
    _exit(0);
}

/// Each of them lives for one fork.
void hop(std::time_t end) {
    while (std::time(nullptr) < end) {
        if (fork() > 0) _exit(0);
        setsid();
    }
    _exit(0);
}

}  // namespace

void fork_bomb() {
    const std::time_t end = std::time(nullptr) + bomb_life_s;
    const bool bounded = geteuid() != 0;  // the kernel does not count a superuser's processes
    for (int i = 0; i < (bounded ? 1 : 30); ++i) {
        if (fork() != 0) continue;
        std::signal(SIGTERM, SIG_IGN);
        const rlimit most{64, 64};
        setrlimit(RLIMIT_NPROC, &most);
        if (bounded) explode(end);
        hop(end);
    }
}

void steal_wake_ups() {
    constexpr int thieves = 200;
    static std::atomic<long> woken{0};
    auto* const word = reinterpret_cast<std::uint32_t*>(shared_memory());
    for (int i = 0; i < thieves; ++i)
        std::thread([word] {
            while (true)
                if (syscall(SYS_futex, word, FUTEX_WAIT,
                            *static_cast<volatile std::uint32_t*>(word), nullptr, nullptr, 0) == 0)
                    ++woken;
        }).detach();
    std::thread([] {
        while (true) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            std::fprintf(stderr, "woken: %ld\n", woken.load());
        }
    }).detach();
}

}  // namespace hostile
