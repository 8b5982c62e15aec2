// SPDX-License-Identifier: Apache-2.0
// Liveness: the watchdogs are fed only while the beat moves. A loop that hangs stops being fed,
// and systemd or the board's watchdog restarts what cannot help itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rt_core/cyclic_loop.h"
#include "rt_core/thread.h"

namespace ghostcar::rt_core {

/// Something that bites unless it is fed.
class Watchdog {
public:
    virtual ~Watchdog() = default;
    virtual void feed() noexcept = 0;
};

/// systemd's service watchdog (sd_notify(3), WATCHDOG=1). Its end says STOPPING=1: what a run
/// still has to write after the loop is not for the watchdog to interrupt.
class SystemdWatchdog final : public Watchdog {
public:
    SystemdWatchdog() = default;
    ~SystemdWatchdog() override;
    SystemdWatchdog(const SystemdWatchdog&) = delete;
    SystemdWatchdog& operator=(const SystemdWatchdog&) = delete;
    void feed() noexcept override;
    /// The interval systemd wants in µs, 0 when it does not watch us (sd_watchdog_enabled(3)).
    [[nodiscard]] static std::uint64_t interval_us() noexcept;
};

/// A kernel watchdog device. Closed with the magic 'V', so that an orderly end does not reset the
/// board (kernel documentation, watchdog-api).
class DeviceWatchdog final : public Watchdog {
public:
    /// Throws std::runtime_error, one line with the remedy, when the device cannot be opened.
    explicit DeviceWatchdog(const std::string& path);
    ~DeviceWatchdog() override;
    DeviceWatchdog(const DeviceWatchdog&) = delete;
    DeviceWatchdog& operator=(const DeviceWatchdog&) = delete;
    void feed() noexcept override;

private:
    int file_;
};

/// Tells whether the beat moved since the last look.
class BeatWatch {
public:
    [[nodiscard]] bool moved(std::uint64_t beat) noexcept {
        const bool moved = beat != last_;
        last_ = beat;
        return moved;
    }

private:
    std::uint64_t last_ = 0;
};

class Supervisor {
public:
    static constexpr std::int64_t default_period_ms = 500;

    /// Twice in the interval that systemd wants, as sd_watchdog_enabled(3) advises.
    [[nodiscard]] static std::int64_t period_ms_for(std::uint64_t interval_us) noexcept;

    Supervisor(const Beat& beat, std::vector<std::unique_ptr<Watchdog>> watchdogs,
               std::int64_t period_ms = default_period_ms);
    ~Supervisor();

private:
    void run() noexcept;

    const Beat& beat_;
    std::vector<std::unique_ptr<Watchdog>> watchdogs_;
    std::int64_t period_ms_;
    std::atomic<bool> stop_{false};
    Thread thread_;
};

}  // namespace ghostcar::rt_core
