// SPDX-License-Identifier: Apache-2.0
// The host of a controller: a process that runs none of its code, but watches over the process
// that does, tells how it ended, and leaves nobody behind.
#include <dirent.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "drivers/controller/controller_worker.h"
#include "drivers/controller/host_block.h"

namespace ghostcar::drivers {
namespace {

void report(HostNews news, int status) noexcept {
    HostReport message;
    message.news = news;
    message.status = status;
    [[maybe_unused]] const ssize_t written =
        write(host_report_descriptor, &message, sizeof message);
}

/// The parent of a process (proc(5): the fourth field of stat, after a name in parentheses).
pid_t parent_of(pid_t process) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) return 0;
    char line[512] = {};
    const char* const found = std::fgets(line, sizeof line, file);
    std::fclose(file);
    const char* const name_end = found == nullptr ? nullptr : std::strrchr(line, ')');
    if (name_end == nullptr || std::strlen(name_end) < 4) return 0;
    return static_cast<pid_t>(std::strtol(name_end + 3, nullptr, 10));
}

/// As subreaper this process inherits every descendant whose parent has ended, also those that
/// have left the process group. Kills until there is none.
void kill_descendants(pid_t worker) noexcept {
    constexpr int most_rounds = 1000;
    for (int round = 0; round < most_rounds; ++round) {
        kill(-worker, SIGKILL);
        kill(worker, SIGKILL);
        if (DIR* const processes = opendir("/proc")) {
            while (const dirent* const entry = readdir(processes)) {
                const auto process = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
                if (process > 0 && parent_of(process) == getpid()) kill(process, SIGKILL);
            }
            closedir(processes);
        }
        pid_t ended = 0;
        do {
            ended = waitpid(-1, nullptr, WNOHANG);
        } while (ended > 0);
        if (ended < 0 && errno == ECHILD) return;
        constexpr timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
        nanosleep(&moment, nullptr);
    }
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
void ask_for_last_words(pid_t worker, const sigset_t& signals) noexcept {
    constexpr timespec moment{.tv_sec = 0, .tv_nsec = 500'000'000};
    constexpr int most_moments = 20;
    long pages = 0;
    for (int waited = 0; waited < most_moments && pages_of(worker) > pages; ++waited) {
        pages = pages_of(worker);
        if (sigtimedwait(&signals, nullptr, &moment) == SIGCHLD) return;  // it has ended
    }
    kill(worker, silence_signal);
    sigtimedwait(&signals, nullptr, &moment);
}

/// Until the worker has ended (true) or the program wants us to.
bool watch(pid_t worker, const sigset_t& signals, int& status) noexcept {
    while (true) {
        const int signal = sigwaitinfo(&signals, nullptr);
        if (signal == SIGTERM) return false;
        pid_t ended = 0;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == worker) return true;
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
    prctl(PR_SET_CHILD_SUBREAPER, 1);
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

    const pid_t host = getpid();
    const pid_t worker = fork();
    if (worker < 0) return 1;
    if (worker == 0) {
        setpgid(0, 0);
        sigprocmask(SIG_UNBLOCK, &signals, nullptr);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != host) _exit(1);
        run_worker(*static_cast<HostBlock*>(memory), arguments[0],
                   std::strtol(arguments[1], nullptr, 10));
    }
    setpgid(worker, worker);  // here, too: whoever comes first
    int status = 0;
    if (watch(worker, signals, status))
        report(HostNews::ended, status);
    else if (getppid() == program)  // somebody wants to know
        ask_for_last_words(worker, signals);
    kill_descendants(worker);
    return 0;
}

}  // namespace ghostcar::drivers
