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
    for (std::size_t index = 0; index < held_.size(); ++index) {
        const ReceivedSignal& signal = contract_.signals[index];
        Held& held = held_[index];
        held.value = signal.substitute.value_or(0.0);
        held.is_quick = signal.field.exists() && !signal.is_multiplexed;
        held.field = signal.field;
        held.not_available = signal.not_available.value_or(held.not_available);
        held.factor = signal.factor;
        held.offset = signal.offset;
        held.low = signal.low;
        held.high = signal.high;
        held.set = signal.target->set;
        held.signal = &signal;
    }
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
    for (Held& held : held_) {
        if (held.is_quick) {
            const std::uint64_t bits = held.field.bits(words);
            const double value = held.field.raw(bits) * held.factor + held.offset;
            if (value >= held.low && value <= held.high && bits != held.not_available) {
                held.value = value;
                held.tick = tick;
                held.is_usable = true;
                continue;
            }
        } else if (take_unusual(held, frame, tick)) {
            continue;
        }
        last_was_rejected_ = true;
        ++counts_.rejected_signals;
    }
}

/// Longer, a float, or not in every frame. False: rejected.
bool ReceivedMessage::take_unusual(Held& held, const Frame& frame, std::int64_t tick) noexcept {
    const ReceivedSignal& signal = *held.signal;
    if (signal.is_multiplexed && !codec_.is_selected(signal.index, frame)) return true;
    if (signal.not_available && signal.codec.bits(frame) == *signal.not_available) return false;
    const double value = signal.codec.raw(frame) * signal.factor + signal.offset;
    if (!(value >= signal.low && value <= signal.high)) return false;  // so that a NaN is rejected
    held.value = value;
    held.tick = tick;
    held.is_usable = true;
    return true;
}

MessageStatus ReceivedMessage::finish_tick(std::int64_t tick, model::Controls& controls) noexcept {
    if (contract_.cycle_ticks > 0 && tick >= next_miss_) {
        if (has_counter_ && has_frame_) check_.miss();
        next_miss_ = tick + contract_.cycle_ticks;
    }
    is_substituted_ = false;
    for (Held& held : held_) {
        if (!held.is_usable || is_old(held.tick, tick)) {
            held.is_usable = false;
            held.value = held.signal->substitute.value_or(held.value);
            is_substituted_ = contract_.cycle_ticks > 0;
        }
        held.set(controls, held.value);
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
