// SPDX-License-Identifier: Apache-2.0
// The host of a controller: a process that runs none of its code, but watches over the process
// that does, tells how it ended, and leaves nobody behind.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "drivers/controller/containment.h"
#include "drivers/controller/controller_worker.h"
#include "drivers/controller/host_block.h"
#include "drivers/controller/process_tree.h"
#include "drivers/controller/worker_limits.h"

namespace ghostcar::drivers {
namespace {

constexpr std::int64_t round_ms = 1000;

void report(HostNews news, int status) noexcept {
    HostReport message;
    message.news = news;
    message.status = status;
    [[maybe_unused]] const ssize_t written =
        write(host_report_descriptor, &message, sizeof message);
}

/// This process's number in /proc, which counts as those outside a namespace do.
pid_t number_in_proc() noexcept {
    char text[16] = {};
    if (readlink("/proc/self", text, sizeof text - 1) < 0) return 0;
    return static_cast<pid_t>(std::strtol(text, nullptr, 10));
}

/// The address space of a process in pages (proc(5): the first number of statm).
long pages_of(pid_t process) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/statm", process);
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) return 0;
    char line[64] = {};
    const char* const found = std::fgets(line, sizeof line, file);
    std::fclose(file);
    return found == nullptr ? 0 : std::strtol(line, nullptr, 10);
}

/// A worker that has stopped answering may know why. One that is still taking memory is let go on
/// to its limit, for a while: a busy machine needs seconds to hand out a gigabyte.
void ask_for_last_words(pid_t worker, pid_t in_proc, const sigset_t& signals) noexcept {
    constexpr timespec moment{.tv_sec = 0, .tv_nsec = 500'000'000};
    constexpr int most_moments = 20;
    long pages = 0;
    for (int waited = 0; waited < most_moments && pages_of(in_proc) > pages; ++waited) {
        pages = pages_of(in_proc);
        if (sigtimedwait(&signals, nullptr, &moment) == SIGCHLD) return;  // it has ended
    }
    kill(worker, silence_signal);
    sigtimedwait(&signals, nullptr, &moment);
}

/// Until the worker has ended (true) or we are asked to.
bool watch(pid_t worker, const sigset_t& signals, int& status) noexcept {
    while (true) {
        const int signal = sigwaitinfo(&signals, nullptr);
        if (signal == SIGTERM) return false;
        pid_t ended = 0;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == worker) return true;
    }
}

/// Who starts a worker and stays until it has ended, or until somebody wants to know why it does
/// not answer.
struct Keeper {
    WorkerTask task;
    sigset_t signals;
    pid_t program;  // 0: it is outside, and whoever passes its wishes on knows whether it is there

    void keep() const noexcept {
        int number[2];
        if (pipe2(number, O_CLOEXEC) != 0) return;
        const pid_t keeper = getpid();
        const pid_t worker = fork();
        if (worker < 0) return;
        if (worker == 0) {
            setpgid(0, 0);
            sigprocmask(SIG_UNBLOCK, &signals, nullptr);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != keeper) _exit(1);
            const pid_t own = number_in_proc();
            [[maybe_unused]] const ssize_t written = write(number[1], &own, sizeof own);
            close(number[0]);
            close(number[1]);
            run_worker(task);
        }
        setpgid(worker, worker);  // here, too: whoever comes first
        close(number[1]);
        pid_t in_proc = 0;
        if (read(number[0], &in_proc, sizeof in_proc) != sizeof in_proc) in_proc = 0;
        close(number[0]);
        int status = 0;
        if (watch(worker, signals, status))
            report(HostNews::ended, status);
        else if (program == 0 || getppid() == program)
            ask_for_last_words(worker, in_proc, signals);
    }
};

/// Outside the namespace: passes on what the program wants, and stays until nobody is inside.
void guard(pid_t keeper, pid_t program, const sigset_t& signals) noexcept {
    while (true) {
        const int signal = sigwaitinfo(&signals, nullptr);
        // The end of the keeper is the end of all (pid_namespaces(7)).
        if (signal == SIGTERM) kill(keeper, getppid() == program ? SIGTERM : SIGKILL);
        int status = 0;
        pid_t news = 0;
        while ((news = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
            if (!WIFSTOPPED(status)) return;
            kill(keeper, SIGCONT);  // whoever has stopped it: nobody would watch meanwhile
        }
        if (news < 0 && errno == ECHILD) return;
    }
}

}  // namespace

int controller_host(int count, char** arguments) noexcept {
    if (count != 3) {
        std::fputs("ghostcar: controller-host is for ghostcar's own use; see `ghostcar run`\n",
                   stderr);
        return 2;
    }
    // In this order: a program that has ended before the first line is noticed by the second.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const auto program = static_cast<pid_t>(std::strtol(arguments[2], nullptr, 10));
    if (getppid() != program) return 1;
    prctl(PR_SET_NAME, "ghostcar-host");
    close_range(host_report_descriptor + 1, ~0U, 0);

    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, nullptr);

    void* const memory = mmap(nullptr, sizeof(HostBlock), PROT_READ | PROT_WRITE, MAP_SHARED,
                              host_memory_descriptor, 0);
    if (memory == MAP_FAILED) return 1;
    close(host_memory_descriptor);

    const long tasks_before = tasks_of_user();
    const int refused = enter_process_namespace();
    prctl(PR_SET_DUMPABLE, 0);  // ptrace(2), /proc/PID/mem: not for others of the same user
    Keeper keeper{.task = {*static_cast<HostBlock*>(memory), arguments[0],
                           std::strtol(arguments[1], nullptr, 10), tasks_before, refused},
                  .signals = signals,
                  .program = program};
    if (refused != 0) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        keeper.keep();
        while (!end_descendants({}, round_ms)) {
        }
        return 0;
    }
    const pid_t inside = fork();
    if (inside < 0) return 1;
    if (inside == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        keeper.program = 0;
        keeper.keep();
        _exit(0);
    }
    close(host_report_descriptor);  // its end is the keeper's end
    guard(inside, program, signals);
    return 0;
}

}  // namespace ghostcar::drivers
