// SPDX-License-Identifier: Apache-2.0
#include "rt_core/supervisor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;

void setUp() {}
void tearDown() {}

namespace {

class CountingWatchdog final : public Watchdog {
public:
    explicit CountingWatchdog(std::atomic<int>& feeds) : feeds_(feeds) {}
    void feed() noexcept override { feeds_.fetch_add(1); }

private:
    std::atomic<int>& feeds_;
};

std::vector<std::unique_ptr<Watchdog>> one(std::unique_ptr<Watchdog> watchdog) {
    std::vector<std::unique_ptr<Watchdog>> watchdogs;
    watchdogs.push_back(std::move(watchdog));
    return watchdogs;
}

constexpr unsigned look_us = 5'000;
constexpr int patience = 4000;  // looks: far more than any machine needs

/// Lets the heart beat until the watchdog was fed `more` times. False when it never is.
bool beat_until_fed(Beat& beat, const std::atomic<int>& feeds, int more) {
    const int wanted = feeds.load() + more;
    for (int look = 0; look < patience; ++look) {
        if (feeds.load() >= wanted) return true;
        beat.fetch_add(1);
        usleep(look_us);
    }
    return false;
}

void the_beat_has_to_move() {
    BeatWatch watch;
    TEST_ASSERT_FALSE(watch.moved(0));  // not begun: nothing to feed for
    TEST_ASSERT_TRUE(watch.moved(1));
    TEST_ASSERT_FALSE(watch.moved(1));
    TEST_ASSERT_FALSE(watch.moved(1));
    TEST_ASSERT_TRUE(watch.moved(2));
    TEST_ASSERT_TRUE(watch.moved(1'000'000));
    TEST_ASSERT_TRUE(watch.moved(0));  // wrapped around
}

void fed_while_the_beat_moves_and_not_when_it_stands() {
    Beat beat{0};
    std::atomic<int> feeds{0};
    const Supervisor supervisor(beat, one(std::make_unique<CountingWatchdog>(feeds)), 1);
    usleep(30 * look_us);
    TEST_ASSERT_EQUAL_INT(0, feeds.load());  // no beat yet

    TEST_ASSERT_TRUE(beat_until_fed(beat, feeds, 3));
    usleep(30 * look_us);  // the last beat may still be noticed
    const int last = feeds.load();
    usleep(60 * look_us);
    TEST_ASSERT_EQUAL_INT(last, feeds.load());

    TEST_ASSERT_TRUE(beat_until_fed(beat, feeds, 2));
}

void every_watchdog_is_fed() {
    Beat beat{0};
    std::atomic<int> first{0};
    std::atomic<int> second{0};
    std::vector<std::unique_ptr<Watchdog>> watchdogs =
        one(std::make_unique<CountingWatchdog>(first));
    watchdogs.push_back(std::make_unique<CountingWatchdog>(second));
    {
        const Supervisor supervisor(beat, std::move(watchdogs), 1);
        TEST_ASSERT_TRUE(beat_until_fed(beat, second, 2));
    }
    TEST_ASSERT_EQUAL_INT(first.load(), second.load());
}

/// What a device file got: read from the other end of a pipe.
std::string everything_in(int end) {
    std::string text;
    char buffer[64];
    for (ssize_t got = 0; (got = read(end, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(got));
    return text;
}

void a_device_is_fed_and_closed_with_the_magic_letter() {
    int ends[2];
    TEST_ASSERT_EQUAL_INT(0, pipe(ends));
    {
        DeviceWatchdog watchdog("/proc/self/fd/" + std::to_string(ends[1]));
        close(ends[1]);
        watchdog.feed();
        watchdog.feed();
    }
    const std::string written = everything_in(ends[0]);
    close(ends[0]);
    TEST_ASSERT_EQUAL_UINT64(3, written.size());
    TEST_ASSERT_TRUE(written[0] != 'V' && written[1] != 'V');  // V would switch it off too early
    TEST_ASSERT_EQUAL_INT('V', written[2]);
}

void a_missing_device_is_named() {
    std::string message;
    try {
        DeviceWatchdog watchdog("/nonexistent/watchdog");
    } catch (const std::runtime_error& error) {
        message = error.what();
    }
    TEST_ASSERT_TRUE(message.find("/nonexistent/watchdog") != std::string::npos);
    TEST_ASSERT_TRUE(message.find("No such file") != std::string::npos);
    TEST_ASSERT_TRUE(message.find("remove [watchdog]") != std::string::npos);  // the remedy
}

/// What DeviceWatchdog says to this path.
std::string refusal_of(const std::string& path) {
    try {
        DeviceWatchdog watchdog(path);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

/// A mistyped name must neither cost somebody a file nor hold up the start.
void what_is_no_device_is_left_alone() {
    const std::string folder = "watchdog-test-" + std::to_string(getpid());
    TEST_ASSERT_EQUAL_INT(0, mkdir(folder.c_str(), 0700));
    const std::string file = folder + "/notes";
    const int notes = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    TEST_ASSERT_EQUAL_INT(5, write(notes, "notes", 5));
    const std::string pipe_of_nobody = folder + "/pipe";
    TEST_ASSERT_EQUAL_INT(0, mkfifo(pipe_of_nobody.c_str(), 0600));

    const std::string of_file = refusal_of(file);
    const std::string of_pipe = refusal_of(pipe_of_nobody);
    char left[6] = {};
    TEST_ASSERT_EQUAL_INT(5, pread(notes, left, 5, 0));
    close(notes);
    unlink(file.c_str());
    unlink(pipe_of_nobody.c_str());
    rmdir(folder.c_str());
    TEST_ASSERT_EQUAL_STRING("notes", left);
    TEST_ASSERT_TRUE(of_file.find("no watchdog") != std::string::npos);
    TEST_ASSERT_TRUE(of_pipe.find("remove [watchdog]") != std::string::npos);
}

/// A socket of ours takes systemd's place (sd_notify(3)).
class NotifySocket {
public:
    NotifySocket() : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        const std::string name = "@ghostcar-test-" + std::to_string(getpid());
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.data(), name.size());
        address.sun_path[0] = '\0';  // abstract: leaves no file behind
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
        bound_ = bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0;
        setenv("NOTIFY_SOCKET", name.c_str(), 1);
    }
    ~NotifySocket() {
        unsetenv("NOTIFY_SOCKET");
        close(socket_);
    }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    [[nodiscard]] bool bound() const { return bound_; }
    /// The next message, "" when there is none.
    [[nodiscard]] std::string message() const {
        char buffer[256];
        const ssize_t got = recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
        return got > 0 ? std::string(buffer, static_cast<std::size_t>(got)) : "";
    }

private:
    int socket_;
    bool bound_ = false;
};

void systemd_hears_the_watchdog() {
    const NotifySocket systemd;
    TEST_ASSERT_TRUE(systemd.bound());
    SystemdWatchdog watchdog;
    TEST_ASSERT_EQUAL_STRING("", systemd.message().c_str());
    watchdog.feed();
    TEST_ASSERT_EQUAL_STRING("WATCHDOG=1", systemd.message().c_str());
}

void without_systemd_feeding_is_harmless() {
    unsetenv("NOTIFY_SOCKET");
    SystemdWatchdog watchdog;
    watchdog.feed();
}

void the_interval_is_what_systemd_says() {
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
    TEST_ASSERT_EQUAL_UINT64(0, SystemdWatchdog::interval_us());
    setenv("WATCHDOG_USEC", "3000000", 1);
    setenv("WATCHDOG_PID", std::to_string(getpid()).c_str(), 1);
    TEST_ASSERT_EQUAL_UINT64(3'000'000, SystemdWatchdog::interval_us());
    setenv("WATCHDOG_PID", std::to_string(getpid() + 1).c_str(), 1);  // meant for another process
    TEST_ASSERT_EQUAL_UINT64(0, SystemdWatchdog::interval_us());
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
}

void it_is_fed_twice_in_the_interval() {
    TEST_ASSERT_EQUAL_INT64(500, Supervisor::period_ms_for(0));  // nobody asks for less
    TEST_ASSERT_EQUAL_INT64(500, Supervisor::period_ms_for(3'000'000));
    TEST_ASSERT_EQUAL_INT64(500, Supervisor::period_ms_for(1'000'000));
    TEST_ASSERT_EQUAL_INT64(499, Supervisor::period_ms_for(999'999));
    TEST_ASSERT_EQUAL_INT64(50, Supervisor::period_ms_for(100'000));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_beat_has_to_move);
    RUN_TEST(fed_while_the_beat_moves_and_not_when_it_stands);
    RUN_TEST(every_watchdog_is_fed);
    RUN_TEST(a_device_is_fed_and_closed_with_the_magic_letter);
    RUN_TEST(a_missing_device_is_named);
    RUN_TEST(what_is_no_device_is_left_alone);
    RUN_TEST(systemd_hears_the_watchdog);
    RUN_TEST(without_systemd_feeding_is_harmless);
    RUN_TEST(the_interval_is_what_systemd_says);
    RUN_TEST(it_is_fed_twice_in_the_interval);
    return UNITY_END();
}
