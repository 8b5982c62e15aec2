// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/child_processes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "drivers/controller/process_tree.h"

namespace ghostcar::board {
namespace {

constexpr std::size_t most_output = 4U << 20U;  // a result of a thousand cars has less
constexpr std::size_t most_error_text = 4096;
constexpr std::int64_t most_for_strays_ms = 5000;
constexpr std::chrono::seconds time_to_end_in_order{5};

sigset_t watched_signals() noexcept {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
    return set;
}

[[noreturn]] void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

/// In the child, between fork(2) and exec: only calls of signal-safety(7).
[[noreturn]] void become(char* const* arguments, int output_fd, int errors_fd,
                         pid_t parent) noexcept {
    setpgid(0, 0);
    // A championship that is killed takes its runs along; they end in order.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);  // it was killed before it could be watched
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(output_fd, STDOUT_FILENO);
    dup2(errors_fd, STDERR_FILENO);
    std::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execv(arguments[0], arguments);
    const char* words = strerrordesc_np(errno);
    const std::initializer_list<const char*> line{"ghostcar: ", arguments[0],
                                                  ": cannot be started (", words, ")\n"};
    for (const char* text : line)
        if (write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
    _exit(127);
}

}  // namespace

ChildProcesses::ChildProcesses() {
    const sigset_t set = watched_signals();
    if (pthread_sigmask(SIG_BLOCK, &set, nullptr) != 0) throw_errno("pthread_sigmask");
    std::signal(SIGPIPE, SIG_IGN);  // output piped into `head` must not end a championship
    signals_fd_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals_fd_ < 0) throw_errno("signalfd");
    // Nobody of the same user looks into our memory or writes there (ptrace(2)): who drives may be
    // anybody, and we know the ranking.
    prctl(PR_SET_DUMPABLE, 0);
    // What a run leaves behind comes to us (prctl(2)), also what left its process group.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

ChildProcesses::~ChildProcesses() {
    end_all(true);
    for (const Child& child : children_) waitpid(child.pid, nullptr, 0);
    children_.clear();
    end_strays();
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    close(signals_fd_);
    const sigset_t set = watched_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void ChildProcesses::start(Id id, const std::vector<std::string>& command, double time_limit_s) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ChildStream output(ChildStream::Keep::beginning, most_output);
    ChildStream errors(ChildStream::Keep::end, most_error_text);
    const pid_t self = getpid();
    const pid_t pid = fork();
    if (pid == 0) become(arguments.data(), output.writing_end(), errors.writing_end(), self);
    if (pid < 0) throw_errno("fork");
    output.close_writing_end();
    errors.close_writing_end();
    setpgid(pid, pid);  // whoever comes first: afterwards the group is there for kill(2)
    const Clock::time_point now = Clock::now();
    children_.push_back({id, pid, std::move(output), std::move(errors), now,
                         now + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(time_limit_s)),
                         false, false});
}

void ChildProcesses::take_signals() noexcept {
    signalfd_siginfo info{};
    while (read(signals_fd_, &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        if (static_cast<int>(info.ssi_signo) != SIGCHLD) ++stops_asked_;
}

int ChildProcesses::timeout_ms(int longest_ms) const noexcept {
    std::int64_t shortest = longest_ms;
    for (const Child& child : children_)
        shortest = std::min<std::int64_t>(
            shortest,
            std::chrono::ceil<std::chrono::milliseconds>(child.deadline - Clock::now()).count());
    return static_cast<int>(std::max<std::int64_t>(shortest, 0));
}

void ChildProcesses::enforce_deadlines() noexcept {
    const Clock::time_point now = Clock::now();
    for (Child& child : children_) {
        if (now < child.deadline) continue;
        if (!child.asked_to_end) child.out_of_time = true;
        kill(-child.pid, child.asked_to_end ? SIGKILL : SIGTERM);
        child.asked_to_end = true;
        child.deadline = now + time_to_end_in_order;
    }
}

bool ChildProcesses::reap(Child& child, ChildEnd& end) {
    siginfo_t info{};
    // Its number must stay taken until the rest of its group is ended: so look first, reap then.
    if (waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return false;
    kill(-child.pid, SIGKILL);
    int status = 0;
    waitpid(child.pid, &status, 0);
    child.output.drain();
    child.errors.drain();
    end.exited = WIFEXITED(status);
    end.code = end.exited ? WEXITSTATUS(status) : 0;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.out_of_time = child.out_of_time;
    end.output = child.output.take();
    end.errors = child.errors.take();
    end.wall_s = std::chrono::duration<double>(Clock::now() - child.begin).count();
    return true;
}

void ChildProcesses::end_strays() const {
    std::vector<pid_t> ours;
    for (const Child& child : children_) ours.push_back(child.pid);
    drivers::end_descendants(ours, most_for_strays_ms);
}

std::vector<ChildProcesses::Ended> ChildProcesses::wait(int longest_ms) {
    std::vector<pollfd> watched{{signals_fd_, POLLIN, 0}};
    for (const Child& child : children_)
        for (const ChildStream* stream : {&child.output, &child.errors})
            watched.push_back({stream->reading_end(), POLLIN, 0});
    poll(watched.data(), watched.size(), timeout_ms(longest_ms));
    take_signals();
    for (Child& child : children_) {
        child.output.drain();
        child.errors.drain();
    }
    enforce_deadlines();
    std::vector<Ended> ended;
    for (auto child = children_.begin(); child != children_.end();) {
        ChildEnd end;
        if (!reap(*child, end)) {
            ++child;
            continue;
        }
        ended.push_back({child->id, std::move(end)});
        child = children_.erase(child);
    }
    if (!ended.empty()) end_strays();
    return ended;
}

void ChildProcesses::end_all(bool at_once) noexcept {
    for (Child& child : children_) {
        kill(-child.pid, at_once ? SIGKILL : SIGTERM);
        child.asked_to_end = true;
        child.deadline = std::min(child.deadline, Clock::now() + time_to_end_in_order);
    }
}

std::string signal_word(int signal) {
    const char* name = sigabbrev_np(signal);
    return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

}  // namespace ghostcar::board
