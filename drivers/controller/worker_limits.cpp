// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/worker_limits.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ghostcar::drivers {
namespace {

/// The number behind a word at the beginning of a line; -1: it is another word.
long number_behind(const char* word, const char* line) noexcept {
    const std::size_t size = std::strlen(word);
    return std::strncmp(line, word, size) == 0 ? std::strtol(line + size, nullptr, 10) : -1;
}

/// The threads of a process if it is this user's, from /proc/PID/status (proc(5)).
long tasks_of(long process, long user) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%ld/status", process);
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) return 0;
    char line[256];
    long owner = -1;
    long threads = -1;
    while (threads < 0 && std::fgets(line, sizeof line, file) != nullptr) {
        owner = std::max(owner, number_behind("Uid:", line));
        threads = number_behind("Threads:", line);
    }
    std::fclose(file);
    return owner == user ? std::max(threads, 0L) : 0;
}

void limit(__rlimit_resource resource, rlim_t most) noexcept {
    rlimit now{};
    getrlimit(resource, &now);
    const rlim_t allowed = std::min(most, now.rlim_max);  // who may have less has less
    const rlimit both{allowed, allowed};
    setrlimit(resource, &both);
}

}  // namespace

long tasks_of_user() noexcept {
    long tasks = 0;
    DIR* const folder = opendir("/proc");
    if (folder == nullptr) return 0;
    while (const dirent* const entry = readdir(folder))
        if (const long process = std::strtol(entry->d_name, nullptr, 10); process > 0)
            tasks += tasks_of(process, static_cast<long>(getuid()));
    closedir(folder);
    return tasks;
}

void limit_resources([[maybe_unused]] long memory_mb, long tasks_before) noexcept {
    constexpr rlim_t megabyte = 1U << 20U;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they reserve terabytes
    limit(RLIMIT_AS, static_cast<rlim_t>(memory_mb) * megabyte);
#endif
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 1024 * megabyte);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_NPROC, static_cast<rlim_t>(tasks_before + most_tasks));  // not of the superuser
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_RTPRIO, 0);
    limit(RLIMIT_NICE, 0);
}

}  // namespace ghostcar::drivers
