// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/signals.h"

#include <csignal>
#include <ctime>

#include "rt_core/housekeeping.h"

namespace ghostcar::board {
namespace {

sigset_t stop_set() noexcept {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);  // the terminal was closed
    return set;
}

}  // namespace

StopSignals::StopSignals() {
    const sigset_t set = stop_set();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);  // output piped into `head` must not kill the run
    std::signal(SIGXFSZ, SIG_IGN);  // nor a file that grows to its limit: a full disk is no worse
}

int StopSignals::wait(std::int64_t period_ms) const noexcept {
    const sigset_t set = stop_set();
    const timespec timeout{0, rt_core::housekeeping_pause_ns(period_ms)};
    const int signal = sigtimedwait(&set, nullptr, &timeout);
    return signal > 0 ? signal : 0;
}

bool StopSignals::pending() noexcept {
    const sigset_t set = stop_set();
    const timespec at_once{};
    return sigtimedwait(&set, nullptr, &at_once) > 0;
}

void StopSignals::release() noexcept {
    const sigset_t set = stop_set();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void StopSignals::obey(int signal) noexcept {
    release();
    std::raise(signal);
}

}  // namespace ghostcar::board
