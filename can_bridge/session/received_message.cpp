// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/received_message.h"

#include <utility>

namespace ghostcar::can_bridge {
namespace {

e2e::CounterCheckConfig check_of(const ReceiveContract& contract) {
    e2e::CounterCheckConfig config;
    config.counters = contract.protection ? e2e::counters_of(*contract.protection) : 1;
    // A frame or two may be lost on the way. After a longer silence, or a leap (the sender has
    // started again), right frames have to show that it counts before its values are taken.
    config.largest_step = config.counters > 4 ? 3 : 1;
    config.largest_pause = config.counters > 14 ? 14 : config.counters;
    config.sync_frames = 1;
    return config;
}

}  // namespace

ReceivedMessage::ReceivedMessage(ReceiveContract contract, const MessageCodec& codec)
    : contract_(std::move(contract)),
      codec_(codec),
      check_(check_of(contract_)),
      has_counter_(contract_.protection && e2e::counters_of(*contract_.protection) > 1),
      held_(contract_.signals.size()),
      // Half a cycle of jitter is usual where the sender is no real-time system.
      late_after_(contract_.cycle_ticks + (contract_.cycle_ticks + 1) / 2) {
    for (std::size_t index = 0; index < held_.size(); ++index)
        held_[index].value = contract_.signals[index].substitute.value_or(0.0);
}

bool ReceivedMessage::is_in_order(const Frame& frame) noexcept {
    if (frame.is_remote || frame.length != contract_.length) {
        ++counts_.wrong_length;
        return false;
    }
    if (!contract_.protection) return true;
    const e2e::Reading reading = e2e::read(*contract_.protection, frame.payload());
    if (!has_counter_) {
        counts_.wrong_checksum += reading.is_intact ? 0U : 1U;
        return reading.is_intact;
    }
    const e2e::CheckStatus status = check_.receive(reading);
    if (e2e::is_usable(status)) return true;
    if (status == e2e::CheckStatus::wrong_crc)
        ++counts_.wrong_checksum;
    else if (status == e2e::CheckStatus::repeated)
        ++counts_.repeated;
    else
        ++counts_.wrong_sequence;
    return false;
}

void ReceivedMessage::receive(const Frame& frame, std::int64_t tick) noexcept {
    ++counts_.frames;
    next_miss_ = tick + late_after_;
    last_was_rejected_ = !is_in_order(frame);
    if (last_was_rejected_) return;
    has_frame_ = true;
    accepted_tick_ = tick;
    take_signals(frame, tick);
}

void ReceivedMessage::take_signals(const Frame& frame, std::int64_t tick) noexcept {
    const FrameWords words = FrameWords::of(frame);
    for (std::size_t index = 0; index < held_.size(); ++index) {
        const ReceivedSignal& signal = contract_.signals[index];
        if (signal.is_multiplexed && !codec_.is_selected(signal.index, frame)) continue;
        const double raw =
            signal.field.exists() ? signal.field.raw(words) : signal.codec.raw(frame);
        const double value = raw * signal.factor + signal.offset;
        const bool is_absent =
            signal.not_available && signal.codec.bits(frame) == *signal.not_available;
        // Written so that a NaN is rejected.
        if (is_absent || !(value >= signal.low && value <= signal.high)) {
            last_was_rejected_ = true;
            ++counts_.rejected_signals;
            continue;
        }
        held_[index] = {value, tick, true};
    }
}

MessageStatus ReceivedMessage::finish_tick(std::int64_t tick, model::Controls& controls) noexcept {
    if (contract_.cycle_ticks > 0 && tick >= next_miss_) {
        if (has_counter_ && has_frame_) check_.miss();
        next_miss_ = tick + contract_.cycle_ticks;
    }
    is_substituted_ = false;
    for (std::size_t index = 0; index < held_.size(); ++index) {
        const ReceivedSignal& signal = contract_.signals[index];
        Held& held = held_[index];
        if (!held.is_usable || is_old(held.tick, tick)) {
            held.is_usable = false;
            held.value = signal.substitute.value_or(held.value);
            is_substituted_ = contract_.cycle_ticks > 0;
        }
        signal.target->set(controls, held.value);
    }
    const bool is_timed_out =
        contract_.cycle_ticks > 0 && (!has_frame_ || is_old(accepted_tick_, tick));
    if (is_timed_out && !was_timed_out_) ++counts_.timeouts;
    was_timed_out_ = is_timed_out;
    if (is_timed_out) return MessageStatus::timed_out;
    if (last_was_rejected_) return MessageStatus::invalid;
    const bool is_late = contract_.cycle_ticks > 0 && tick - accepted_tick_ >= late_after_;
    return is_late ? MessageStatus::lagging : MessageStatus::ok;
}

}  // namespace ghostcar::can_bridge
