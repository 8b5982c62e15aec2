// SPDX-License-Identifier: Apache-2.0
// Runs a function in a child process, so that limits and privileges may be given away.
#pragma once

#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <functional>
#include <string>

namespace ghostcar::tests {

/// Gives away everything that real time needs: the limits first, then root.
inline void drop_privileges(rlimit locked_memory = {0, 0}) {
    const rlimit nothing{0, 0};
    setrlimit(RLIMIT_MEMLOCK, &locked_memory);
    setrlimit(RLIMIT_RTPRIO, &nothing);
    if (geteuid() != 0) return;
    constexpr unsigned nobody = 65534;
    if (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0) _exit(99);
}

/// What `body` returned in the child; "died: …" when it did not return.
inline std::string in_child(const std::function<std::string()>& body) {
    int channel[2];
    if (pipe(channel) != 0) return "died: no pipe";
    const pid_t child = fork();
    if (child == 0) {
        std::string answer;
        try {
            answer = body();
        } catch (const std::exception& error) {
            answer = std::string("threw: ") + error.what();
        }
        const ssize_t written = write(channel[1], answer.data(), answer.size());
        _exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 98);
    }
    close(channel[1]);
    std::string answer;
    char buffer[512];
    for (ssize_t got = 0; (got = read(channel[0], buffer, sizeof buffer)) > 0;)
        answer.append(buffer, static_cast<std::size_t>(got));
    close(channel[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return answer;
    return "died: status " + std::to_string(status) + " after \"" + answer + "\"";
}

inline std::string in_unprivileged_child(const std::function<std::string()>& body) {
    return in_child([&body] {
        drop_privileges();
        return body();
    });
}

inline bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace ghostcar::tests
