// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/counter_check.h"

namespace ghostcar::can_bridge::e2e {

/// A frame may be one step further for each cycle since the last accepted one, but a step of all
/// counters would be the same frame again.
void CounterCheck::begin_cycle() noexcept {
    if (config_.grows_with_missed_cycles && allowed_step_ < config_.counters - 1) ++allowed_step_;
}

CheckStatus CounterCheck::miss() noexcept {
    expected_ = none;
    begin_cycle();
    if (pause_ < config_.counters - 1) ++pause_;
    return CheckStatus::no_new_data;
}

CheckStatus CounterCheck::judge(Reading reading) noexcept {
    expected_ = none;
    const CheckStatus status = conclude(reading);
    const bool is_well = (status == CheckStatus::ok || status == CheckStatus::ok_some_lost ||
                          status == CheckStatus::initial) &&
                         sync_left_ == 0 && config_.largest_step > 0;
    if (is_well) expected_ = (last_counter_ + 1) % config_.counters;
    return status;
}

CheckStatus CounterCheck::conclude(Reading reading) noexcept {
    // AUTOSAR's MaxDeltaCounterInit is one less: its check counts this cycle too, before comparing.
    const int allowed = allowed_step_;
    begin_cycle();
    if (!reading.is_intact) return CheckStatus::wrong_crc;
    if (waits_for_first_) {
        waits_for_first_ = false;
        allowed_step_ = config_.largest_step;
        last_counter_ = reading.counter;
        pause_ = 0;
        return CheckStatus::initial;
    }
    const int step = (reading.counter - last_counter_ + config_.counters) % config_.counters;
    if (step == 0) {
        if (pause_ < config_.counters - 1) ++pause_;
        return CheckStatus::repeated;
    }
    if (step <= allowed) return accept(reading.counter, step);
    pause_ = 0;
    sync_left_ = config_.sync_frames;
    if (sync_left_ > 0) {
        allowed_step_ = config_.largest_step;
        last_counter_ = reading.counter;
    }
    return CheckStatus::wrong_sequence;
}

CheckStatus CounterCheck::accept(int counter, int step) noexcept {
    allowed_step_ = config_.largest_step;
    last_counter_ = counter;
    lost_ = step - 1;
    const bool was_silent = pause_ > config_.largest_pause;
    pause_ = 0;
    if (was_silent) {
        sync_left_ = config_.sync_frames;
        return CheckStatus::sync;
    }
    if (sync_left_ > 0) {
        --sync_left_;
        return CheckStatus::sync;
    }
    return step == 1 ? CheckStatus::ok : CheckStatus::ok_some_lost;
}

}  // namespace ghostcar::can_bridge::e2e
