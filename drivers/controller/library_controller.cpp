// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/library_controller.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "drivers/controller/library_file.h"
#include "drivers/controller/process_tree.h"
#include "model/config/config_error.h"

extern char** environ;

namespace ghostcar::drivers {
namespace {

constexpr int loading_patience_ms = 10'000;
constexpr int farewell_ms = 500;  // for the library's own clean-up
constexpr int kill_ms = 15'000;   // for the host's, and for what it has to find out
constexpr int stray_ms = 5000;
constexpr int look_at_host_ms = 500;  // several times before a controller counts as silent
constexpr int above_the_hosts = 10;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

/// Out of the way of the numbers a host expects its descriptors at.
int moved_up(int descriptor) {
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, above_the_hosts);
    close(descriptor);
    if (moved < 0) fail("a descriptor for the controller");
    return moved;
}

/// Sealed: nobody can make it shorter under our feet, which would be a SIGBUS here.
int shared_memory() {
    const int memory = memfd_create("ghostcar-controller", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) fail("shared memory for the controller");
    if (ftruncate(memory, sizeof(HostBlock)) != 0 ||
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        close(memory);
        fail("shared memory for the controller");
    }
    return moved_up(memory);
}

std::string printable(const char* text, std::size_t capacity) {
    std::string result;
    for (std::size_t i = 0; i < capacity && text[i] != '\0'; ++i)
        result += text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    return result;
}

/// A whole message, or false: the time is over, or there is nobody left to write one.
bool read_report(int descriptor, HostReport& message, int patience_ms) {
    pollfd wait{.fd = descriptor, .events = POLLIN, .revents = 0};
    int ready = 0;
    do {
        ready = poll(&wait, 1, patience_ms);
    } while (ready < 0 && errno == EINTR);
    return ready == 1 && read(descriptor, &message, sizeof message) == sizeof message;
}

/// The processes that watch over controllers. Whatever else is below us has lost its host.
class Hosts {
public:
    void add(pid_t host) {
        const std::lock_guard lock(mutex_);
        hosts_.push_back(host);
    }
    void remove(pid_t host) {
        const std::lock_guard lock(mutex_);
        std::erase(hosts_, host);
    }
    /// A host that was killed leaves its children to us (prctl(2), PR_SET_CHILD_SUBREAPER).
    void end_strays() const {
        const std::lock_guard lock(mutex_);
        end_descendants(hosts_, stray_ms);
    }

private:
    mutable std::mutex mutex_;
    std::vector<pid_t> hosts_;
};

Hosts& hosts() {
    static Hosts all;
    return all;
}

std::string uncontained_words(const HostReport& message) {
    if (message.status == 0) return "";
    const std::string words = "controllers have no process namespace of their own here (" +
                              std::generic_category().message(message.status) + ")";
    if (message.filter_refused != 0)
        return words + ", and no filter for system calls (" +
               std::generic_category().message(message.filter_refused) +
               "): run only those you trust";
    return words + "; a filter for system calls keeps them from other processes instead";
}

}  // namespace

std::string words_of_end(int status, const std::string& last_words) {
    if (WIFEXITED(status)) {
        if (!last_words.empty()) return "controller " + last_words;
        return "controller exited with code " + std::to_string(WEXITSTATUS(status));
    }
    const int signal = WTERMSIG(status);
    const char* const name = sigabbrev_np(signal);
    const std::string text =
        name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
    for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP})
        if (signal == crash)
            return "controller crashed: " + text + (last_words.empty() ? "" : " in " + last_words);
    return "controller was killed: " + text;
}

LibraryController::LibraryController(const std::string& library, std::int64_t memory_mb)
    : memory_mb_(memory_mb) {
    // Other processes of this user have no business in our memory; nor has a core file.
    prctl(PR_SET_DUMPABLE, 0);
    if (const std::string fault = library_file_fault(library); !fault.empty())
        throw model::ConfigError("controller " + library + ": " + fault);
    memory_ = shared_memory();
    void* const mapped = mmap(nullptr, sizeof(HostBlock), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_POPULATE, memory_, 0);
    if (mapped == MAP_FAILED) fail("shared memory for the controller");
    block_ = new (mapped) HostBlock;
    stop_ = eventfd(0, EFD_CLOEXEC);
    if (stop_ < 0) fail("a descriptor for the controller");
    try {
        start(library);
        await_loading(library);
        watcher_ = std::make_unique<rt_core::Thread>("ghostcar-watch", [this] { watch(); });
    } catch (...) {
        close();
        throw;
    }
}

LibraryController::~LibraryController() {
    close();
    munmap(block_, sizeof(HostBlock));
}

void LibraryController::start(const std::string& library) {
    std::array<int, 2> pipe_ends{};
    if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail("a pipe for the controller");
    report_ = moved_up(pipe_ends[0]);
    const int writing = moved_up(pipe_ends[1]);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    // What a controller prints must not mix with --json.
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, memory_, host_memory_descriptor);
    posix_spawn_file_actions_adddup2(&files, writing, host_report_descriptor);

    // Its own process group: a Ctrl-C in the terminal is ours alone. No blocked signals.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string memory_text = std::to_string(memory_mb_);
    const std::string parent_text = std::to_string(getpid());
    const std::array<const char*, 6> arguments{program.c_str(),     controller_host_word,
                                               library.c_str(),     memory_text.c_str(),
                                               parent_text.c_str(), nullptr};
    const int error = posix_spawn(&host_, program.c_str(), &files, &attributes,
                                  const_cast<char* const*>(arguments.data()), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    ::close(writing);
    if (error != 0) {
        host_ = -1;
        errno = error;
        fail("a process for the controller");
    }
    hosts().add(host_);
}

void LibraryController::await_loading(const std::string& library) {
    HostReport message;
    const std::string name = "controller " + library + ": ";
    if (!read_report(report_, message, loading_patience_ms))
        throw model::ConfigError(name +
                                 "did not come up within 10 s; does it wait for something "
                                 "while it is loaded?");
    if (message.news == HostNews::loaded) {
        uncontained_ = uncontained_words(message);
        return;
    }
    if (message.news == HostNews::refused)
        throw model::ConfigError(
            name + "cannot be used: " + printable(message.text.data(), message.text.size()));
    throw model::ConfigError(
        name + "ended while it was loaded: " + words_of_end(message.status, last_words()) +
        "; see what its global objects do");
}

/// Waits for the end of the worker (or of the host, should somebody have killed that) or of us.
void LibraryController::watch() noexcept {
    std::array<pollfd, 2> waits{{{.fd = report_, .events = POLLIN, .revents = 0},
                                 {.fd = stop_, .events = POLLIN, .revents = 0}}};
    while (true) {
        const int ready = poll(waits.data(), waits.size(), look_at_host_ms);
        if (ready > 0) break;
        if (ready < 0 && errno != EINTR) return;
        // Somebody may have stopped the host, and nobody would hear how the controller ended.
        kill(host_, SIGCONT);
    }
    if (waits[1].revents != 0) return;
    HostReport message;
    host_killed_ = read(report_, &message, sizeof message) != sizeof message ||
                   message.news != HostNews::ended;
    status_ = message.status;
    ended_.store(true, std::memory_order_release);
    rt_core::futex_wake(block_->exchange.answered);
}

std::string LibraryController::words() const {
    if (!ended_.load(std::memory_order_acquire)) return "";
    if (host_killed_) return "controller was killed together with its host";
    return words_of_end(status_, last_words());
}

std::string LibraryController::words_of_silence() const {
    // Anything else in that place was not written by us.
    const std::string no_memory = no_memory_words(memory_mb_);
    return "controller " + (last_words() == no_memory ? no_memory : "stopped answering");
}

std::string LibraryController::last_words() const {
    return printable(block_->last_words.data(), block_->last_words.size());
}

bool LibraryController::host_gone(int patience_ms, int& status) noexcept {
    for (int waited_ms = 0; waited_ms <= patience_ms; ++waited_ms) {
        const pid_t ended = waitpid(host_, &status, WNOHANG);
        if (ended == host_ || (ended < 0 && errno == ECHILD)) return true;
        constexpr timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
        nanosleep(&moment, nullptr);
    }
    return false;
}

bool LibraryController::end_host() noexcept {
    int status = 0;
    if (!host_gone(farewell_ms, status)) {
        kill(host_, SIGTERM);
        kill(host_, SIGCONT);  // one that was stopped would not hear it
        if (!host_gone(kill_ms, status)) {
            kill(host_, SIGKILL);
            waitpid(host_, &status, 0);
        }
    }
    return WIFEXITED(status);
}

void LibraryController::close() noexcept {
    if (watcher_ != nullptr) {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = write(stop_, &one, sizeof one);
        watcher_.reset();
    }
    if (host_ > 0) {
        block_->exchange.closing.store(1, std::memory_order_release);
        block_->exchange.asked.fetch_add(1);  // who is about to wait does not
        rt_core::futex_wake(block_->exchange.asked);
        const bool in_order = end_host();
        hosts().remove(host_);
        host_ = -1;
        if (!in_order) hosts().end_strays();
    }
    for (int* descriptor : {&memory_, &report_, &stop_})
        if (*descriptor >= 0) {
            ::close(*descriptor);
            *descriptor = -1;
        }
}

}  // namespace ghostcar::drivers
