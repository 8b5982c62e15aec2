// SPDX-License-Identifier: Apache-2.0
#include "rt_core/supervisor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "rt_core/housekeeping.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::rt_core {
namespace {
constexpr std::int64_t slice_ms = 20;  // how soon an orderly end is noticed
}  // namespace

SystemdWatchdog::~SystemdWatchdog() {
    sd_notify(0, "STOPPING=1");
}

void SystemdWatchdog::feed() noexcept {
    sd_notify(0, "WATCHDOG=1");
}

std::uint64_t SystemdWatchdog::interval_us() noexcept {
    std::uint64_t interval = 0;
    return sd_watchdog_enabled(0, &interval) > 0 ? interval : 0;
}

// O_NONBLOCK: a pipe that nobody reads must not hold up the start for ever.
DeviceWatchdog::DeviceWatchdog(const std::string& path)
    : file_(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    // What is fed here would overwrite a file of somebody who mistyped the name.
    if (file_ >= 0 && fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
        close(file_);
        throw std::runtime_error(path +
                                 ": is a file and no watchdog; name a device like /dev/watchdog, "
                                 "or remove [watchdog] from the board file");
    }
    if (file_ < 0)
        throw std::runtime_error(
            path + ": cannot be opened as watchdog (" + std::generic_category().message(errno) +
            "); run as root, end whoever holds it, or remove [watchdog] from the board file");
}

DeviceWatchdog::~DeviceWatchdog() {
    [[maybe_unused]] const ssize_t written = write(file_, "V", 1);
    close(file_);
}

void DeviceWatchdog::feed() noexcept {
    [[maybe_unused]] const ssize_t written = write(file_, "\0", 1);
}

std::int64_t Supervisor::period_ms_for(std::uint64_t interval_us) noexcept {
    const auto half_ms = static_cast<std::int64_t>(interval_us / 2000);
    return interval_us == 0 || half_ms > default_period_ms ? default_period_ms : half_ms;
}

Supervisor::Supervisor(const Beat& beat, std::vector<std::unique_ptr<Watchdog>> watchdogs,
                       std::int64_t period_ms)
    : beat_(beat),
      watchdogs_(std::move(watchdogs)),
      period_ms_(period_ms),
      thread_("ghostcar-watch", [this] { run(); }) {}

Supervisor::~Supervisor() {
    stop_.store(true, std::memory_order_relaxed);
    thread_.join();
}

void Supervisor::run() noexcept {
    MonotonicClock clock;
    BeatWatch watch;
    std::int64_t next_ns = clock.now_ns();
    while (!stop_.load(std::memory_order_relaxed)) {
        housekeeping_pause(slice_ms);
        if (clock.now_ns() < next_ns) continue;
        next_ns += period_ms_ * millisecond_ns;
        if (!watch.moved(beat_.load(std::memory_order_relaxed))) continue;
        for (const std::unique_ptr<Watchdog>& watchdog : watchdogs_) watchdog->feed();
    }
}

}  // namespace ghostcar::rt_core
