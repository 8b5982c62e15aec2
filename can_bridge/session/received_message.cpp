// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/received_message.h"

#include <bit>
#include <cstring>
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
        held.bits = signal.target->bits_of(signal.substitute.value_or(0.0));
        held.offset = signal.target->offset;
        held.is_whole = signal.target->is_whole;
        held.is_quick = signal.field.exists() && !signal.is_multiplexed;
        held.field = signal.field;
        held.not_available = signal.not_available.value_or(held.not_available);
        held.factor = signal.factor;
        held.plus = signal.offset;
        held.low = signal.low;
        held.high = signal.high;
        held.turns_ticks = (signal.pages - 1) * contract_.timeout_ticks;
        held.signal = &signal;
    }
}

void ReceivedMessage::count_trouble(e2e::CheckStatus status) noexcept {
    if (status == e2e::CheckStatus::wrong_crc)
        ++counts_.wrong_checksum;
    else if (status == e2e::CheckStatus::repeated)
        ++counts_.repeated;
    else
        ++counts_.wrong_sequence;
}

void ReceivedMessage::receive(const Frame& frame, std::int64_t tick) noexcept {
    ++counts_.frames;
    next_miss_ = tick + late_after_;
    last_was_rejected_ = true;
    if (frame.is_remote || frame.length != contract_.length) {
        ++counts_.wrong_length;
        return;
    }
    if (contract_.protection &&
        !is_trusted(e2e::read(*contract_.protection, {frame.data.data(), frame.length})))
        return;
    last_was_rejected_ = false;
    accepted_tick_ = tick;
    const FrameWords words = FrameWords::of(frame);
    for (Held& held : held_) {
        if (held.is_quick) {
            const std::uint64_t bits = held.field.bits(words);
            const double value = held.field.raw(bits) * held.factor + held.plus;
            if (value >= held.low && value <= held.high && bits != held.not_available) {
                held.bits = held.is_whole ? static_cast<std::uint64_t>(nearest_integer(value))
                                          : std::bit_cast<std::uint64_t>(value);
                held.tick = tick;
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
    held.bits = signal.target->bits_of(value);
    held.tick = tick + held.turns_ticks;
    return true;
}

MessageStatus ReceivedMessage::finish_tick(std::int64_t tick, model::Controls& controls) noexcept {
    const bool is_cyclic = contract_.cycle_ticks > 0;
    if (is_cyclic && tick >= next_miss_) {
        if (has_counter_ && accepted_tick_ != never) check_.miss();
        next_miss_ = tick + contract_.cycle_ticks;
    }
    // What is as old as this is too old; without a cycle only what never came.
    const std::int64_t old_tick = is_cyclic ? tick - contract_.timeout_ticks : never;
    const bool is_timed_out = is_cyclic && accepted_tick_ <= old_tick;
    is_substituted_ = false;
    for (Held& held : held_) {
        if (held.tick <= old_tick || is_timed_out) {
            held.tick = never;
            const ReceivedSignal& signal = *held.signal;
            if (signal.substitute) held.bits = signal.target->bits_of(*signal.substitute);
            is_substituted_ = is_cyclic;
        }
        std::memcpy(reinterpret_cast<unsigned char*>(&controls) + held.offset, &held.bits,
                    sizeof held.bits);
    }
    if (is_timed_out && !was_timed_out_) ++counts_.timeouts;
    was_timed_out_ = is_timed_out;
    if (is_timed_out) return MessageStatus::timed_out;
    if (last_was_rejected_) return MessageStatus::invalid;
    const bool is_late = is_cyclic && tick - accepted_tick_ >= late_after_;
    return is_late ? MessageStatus::lagging : MessageStatus::ok;
}

}  // namespace ghostcar::can_bridge
