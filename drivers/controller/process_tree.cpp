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
#include <vector>

namespace ghostcar::drivers {
namespace {

struct Process {
    pid_t id;
    pid_t parent;
};

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

std::vector<Process> all_processes() {
    std::vector<Process> all;
    DIR* const folder = opendir("/proc");
    if (folder == nullptr) return all;
    while (const dirent* const entry = readdir(folder)) {
        const auto id = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (id > 0) all.push_back({id, parent_of(id)});
    }
    closedir(folder);
    return all;
}

std::vector<pid_t> descendants(std::span<const pid_t> spared) {
    const std::vector<Process> all = all_processes();
    std::vector<pid_t> found{getpid()};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const Process& process : all)
            if (process.parent == found[i] &&
                std::find(spared.begin(), spared.end(), process.id) == spared.end())
                found.push_back(process.id);
    found.erase(found.begin());
    return found;
}

}  // namespace

bool end_descendants(std::span<const pid_t> spared, std::int64_t patience_ms) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
    std::set<pid_t> stopped;
    while (true) {
        const std::vector<pid_t> found = descendants(spared);
        if (found.empty()) return true;
        bool all_stopped = true;
        for (const pid_t process : found)
            if (stopped.insert(process).second) {
                kill(process, SIGSTOP);
                all_stopped = false;
            }
        const bool over = std::chrono::steady_clock::now() >= end;
        if (!all_stopped && !over) continue;  // what they have forked meanwhile
        for (const pid_t process : found) {
            kill(process, SIGKILL);
            waitpid(process, nullptr,
                    WNOHANG);  // if it is a child of ours, in this round or a later one
        }
        if (over) return false;
        constexpr timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
        nanosleep(&moment, nullptr);
    }
}

}  // namespace ghostcar::drivers
