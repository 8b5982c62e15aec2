// SPDX-License-Identifier: Apache-2.0
// Programs that run beside each other, each in a process group of its own, with a limit of wall
// time. Whatever one does, the others and this program go on, and nothing of it is left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "board/ghostcar/race/child_stream.h"

namespace ghostcar::board {

/// How a program ended.
struct ChildEnd {
    bool exited = false;  // by itself, with `code`; else by `signal`
    int code = 0;
    int signal = 0;
    bool out_of_time = false;
    std::string output;  // what it wrote to standard output, up to some megabytes
    std::string errors;  // the end of what it wrote to standard error
    double wall_s = 0.0;
};

class ChildProcesses {
public:
    using Id = std::size_t;

    struct Ended {
        Id id = 0;
        ChildEnd end;
    };

    /// Takes over SIGCHLD and the signals that stop a program, for as long as it lives. Throws
    /// std::system_error.
    ChildProcesses();
    ~ChildProcesses();
    ChildProcesses(const ChildProcesses&) = delete;
    ChildProcesses& operator=(const ChildProcesses&) = delete;

    /// Starts `command` (a path and its arguments). Throws std::system_error when there is no room
    /// for another process; a program that cannot be executed ends with code 127.
    void start(Id id, const std::vector<std::string>& command, double time_limit_s);

    [[nodiscard]] std::size_t running() const noexcept { return children_.size(); }

    /// Waits until a program has ended, somebody wants this one to end, or `longest_ms` are over.
    [[nodiscard]] std::vector<Ended> wait(int longest_ms);

    /// How often somebody asked this program to end (Ctrl-C).
    [[nodiscard]] int stops_asked() const noexcept { return stops_asked_; }

    /// Asks every program to end in order, or ends it at once.
    void end_all(bool at_once) noexcept;

private:
    using Clock = std::chrono::steady_clock;

    struct Child {
        Id id = 0;
        pid_t pid = 0;
        ChildStream output;
        ChildStream errors;
        Clock::time_point begin;
        Clock::time_point deadline;  // then it is asked to end; some time later it is ended
        bool asked_to_end = false;
        bool out_of_time = false;
    };

    void take_signals() noexcept;
    [[nodiscard]] int timeout_ms(int longest_ms) const noexcept;
    void enforce_deadlines() noexcept;
    [[nodiscard]] bool reap(Child& child, ChildEnd& end);
    void end_strays() const;

    int signals_fd_ = -1;
    int stops_asked_ = 0;
    std::vector<Child> children_;
};

/// "SIGSEGV"
[[nodiscard]] std::string signal_word(int signal);

}  // namespace ghostcar::board
