// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

namespace ghostcar::drivers {
namespace {

/// The parent of a process (proc(5): the fourth field of stat, after a name in parentheses, which
/// may itself contain spaces and parentheses). 0: it has ended.
pid_t parent_of(pid_t process) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char line[512] = {};
    [[maybe_unused]] const ssize_t size = read(file, line, sizeof line - 1);
    close(file);
    const char* const name_end = std::strrchr(line, ')');
    if (name_end == nullptr || std::strlen(name_end) < 4) return 0;
    return static_cast<pid_t>(std::strtol(name_end + 3, nullptr, 10));
}

using Processes = std::set<pid_t>;

bool is_in(std::span<const pid_t> processes, pid_t process) noexcept {
    return std::find(processes.begin(), processes.end(), process) != processes.end();
}

/// Stops the direct children, of which one read tells (proc(5), where the kernel has it): nobody
/// lives too short for that, and orphans come to us.
void stop_children(std::span<const pid_t> spared) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    char list[4096] = {};
    [[maybe_unused]] const ssize_t size = read(file, list, sizeof list - 1);
    close(file);
    char* end = list;
    for (const char* at = list;; at = end) {
        const auto process = static_cast<pid_t>(std::strtol(at, &end, 10));
        // The last one is only whole with the space behind it.
        if (process <= 0 || *end != ' ') return;
        if (!is_in(spared, process)) kill(process, SIGSTOP);
    }
}

/// Stops whoever is below this process, at once: the next one may have gone when it is looked at
/// twice. Children of `known` are found with this look, those of others with the next one.
Processes stopped_descendants(const Processes& known, std::span<const pid_t> spared) {
    Processes found;
    DIR* const folder = opendir("/proc");
    if (folder == nullptr) return found;
    while (const dirent* const entry = readdir(folder)) {
        const auto process = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (process <= 0 || is_in(spared, process)) continue;
        const pid_t parent = parent_of(process);
        if (parent != getpid() && !known.contains(parent) && !found.contains(parent)) continue;
        kill(process, SIGSTOP);
        found.insert(process);
    }
    closedir(folder);
    return found;
}

}  // namespace

bool end_descendants(std::span<const pid_t> spared, std::int64_t patience_ms) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
    Processes known;
    while (true) {
        constexpr int looks = 100;  // quick ones, before the thorough one
        for (int look = 0; look < looks; ++look) stop_children(spared);
        const Processes found = stopped_descendants(known, spared);
        if (found.empty()) return true;
        const bool over = std::chrono::steady_clock::now() >= end;
        const bool all_stopped =
            std::includes(known.begin(), known.end(), found.begin(), found.end());
        known = found;
        if (!all_stopped && !over) continue;  // what they have forked meanwhile
        for (const pid_t process : found) {
            kill(process, SIGKILL);
            waitpid(process, nullptr, WNOHANG);  // a child of ours, in this round or a later one
        }
        if (over) return false;
        constexpr timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
        nanosleep(&moment, nullptr);
    }
}

}  // namespace ghostcar::drivers
