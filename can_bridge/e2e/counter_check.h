// SPDX-License-Identifier: Apache-2.0
// What a receiver concludes from the counters of a message over time: AUTOSAR's check function of
// profiles 1 and 2, which serves the others too. Time is the call: one per expected cycle.
#pragma once

#include <cstdint>

#include "can_bridge/e2e/reading.h"

namespace ghostcar::can_bridge::e2e {

enum class CheckStatus : std::uint8_t {
    no_new_data,     // nothing arrived in this cycle
    wrong_crc,       // checksum wrong, or a counter that does not exist
    initial,         // the first intact frame: nothing to compare it with
    repeated,        // the counter of the last frame once more
    ok,              // the next counter
    ok_some_lost,    // a later counter, within what is allowed
    wrong_sequence,  // a counter too far away
    sync             // right again after trouble, but not yet to be trusted
};

/// May the signals of the frame be used?
[[nodiscard]] constexpr bool is_usable(CheckStatus status) noexcept {
    return status == CheckStatus::initial || status == CheckStatus::ok ||
           status == CheckStatus::ok_some_lost;
}

struct CounterCheckConfig {
    int counters = 15;                     // how many values the counter has
    int largest_step = 1;                  // from one frame to the next, when none is missed
    int largest_pause = 14;                // cycles without a new frame before `sync` is asked for
    int sync_frames = 0;                   // right frames in a row before it is trusted again
    bool grows_with_missed_cycles = true;  // the allowed step: one more per cycle without a frame
};

class CounterCheck {
public:
    explicit CounterCheck(CounterCheckConfig config) noexcept
        : config_(config), allowed_step_(config.largest_step) {}

    CheckStatus miss() noexcept;
    CheckStatus receive(Reading reading) noexcept {
        // Nearly always it is the next one after a good one, and nothing else changes.
        if (reading.is_intact && reading.counter == expected_) {
            take(reading.counter);
            return CheckStatus::ok;
        }
        return judge(reading);
    }

    /// Frames that the last accepted step left out.
    [[nodiscard]] int lost() const noexcept { return lost_; }

private:
    static constexpr int none = -1;

    void take(int counter) noexcept {
        last_counter_ = counter;
        lost_ = 0;
        expected_ = counter + 1 < config_.counters ? counter + 1 : 0;
    }
    void begin_cycle() noexcept;
    CheckStatus judge(Reading reading) noexcept;
    CheckStatus conclude(Reading reading) noexcept;
    CheckStatus accept(int counter, int step) noexcept;

    CounterCheckConfig config_;
    int allowed_step_;
    int last_counter_ = 0;
    int expected_ = none;  // the next counter, while all is well
    int lost_ = 0;
    int pause_ = 0;  // cycles without new data or with repeated data
    int sync_left_ = 0;
    bool waits_for_first_ = true;
};

}  // namespace ghostcar::can_bridge::e2e
