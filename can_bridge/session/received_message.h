// SPDX-License-Identifier: Apache-2.0
// One message that the session wants to hear, and what it expects of it: length, rate, counter,
// checksum, and the range of each signal. Time is a tick number that is passed in.
//
//   a frame of the wrong length, checksum or counter   rejected; the last values hold
//   a signal out of range, NaN, "not available"        rejected; the last value holds
//   nothing usable for `timeout_ticks`                 the substitute, or as it was
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "can_bridge/e2e/counter_check.h"
#include "can_bridge/e2e/protection.h"
#include "can_bridge/message_codec.h"
#include "can_bridge/session/bus_status.h"
#include "can_bridge/session/control_target.h"
#include "can_bridge/session/word_field.h"

namespace ghostcar::can_bridge {

/// From the bits to a control, worked out when the session is read.
struct ReceivedSignal {
    SignalCodec codec;
    std::size_t index = 0;        // in the message
    bool is_multiplexed = false;  // not in every frame
    double factor = 1.0;          // of the raw number, to the control's unit
    double offset = 0.0;
    double low = 0.0;  // permitted, in the control's unit
    double high = 0.0;
    std::optional<std::uint64_t> not_available = std::nullopt;  // bits
    std::optional<double> substitute = std::nullopt;            // none: as it was
    const ControlTarget* target = nullptr;
    WordField field{};  // of the usual signal
};

struct ReceiveContract {
    std::size_t length = 8;
    std::int64_t cycle_ticks = 0;  // 0: comes when it comes, and never times out
    std::int64_t timeout_ticks = 0;
    std::optional<e2e::Protection> protection;
    std::vector<ReceivedSignal> signals;
};

struct ReceiveCounts {
    std::uint64_t frames = 0;
    std::uint64_t wrong_length = 0;
    std::uint64_t wrong_checksum = 0;
    std::uint64_t repeated = 0;
    std::uint64_t wrong_sequence = 0;  // resynchronising included
    std::uint64_t rejected_signals = 0;
    std::uint64_t timeouts = 0;

    [[nodiscard]] std::uint64_t invalid_frames() const noexcept {
        return ((wrong_length + wrong_checksum) + (repeated + wrong_sequence));
    }
};

class ReceivedMessage {
public:
    ReceivedMessage(ReceiveContract contract, const MessageCodec& codec);
    ReceivedMessage(ReceivedMessage&&) = default;  // what is held points into the contract
    ReceivedMessage& operator=(ReceivedMessage&&) = delete;

    /// A frame of this id; several in a tick are taken in their order.
    void receive(const Frame& frame, std::int64_t tick) noexcept;

    /// Once per tick, after its frames: judges the age of what is held and writes the controls.
    MessageStatus finish_tick(std::int64_t tick, model::Controls& controls) noexcept;

    /// True when a signal's substitute is in use.
    [[nodiscard]] bool is_substituted() const noexcept { return is_substituted_; }
    [[nodiscard]] const ReceiveCounts& counts() const noexcept { return counts_; }

private:
    /// A signal and the value that is held, with what the tick looks at in front.
    struct Held {
        double value = 0.0;
        std::int64_t tick = 0;  // of the last usable one
        bool is_usable = false;
        bool is_quick = false;  // in every frame, and a field of its first word
        WordField field{};
        std::uint64_t not_available = ~std::uint64_t{0};  // no field has so many bits
        double factor = 0.0;
        double offset = 0.0;
        double low = 0.0;
        double high = 0.0;
        void (*set)(model::Controls& controls, double value) noexcept = nullptr;
        const ReceivedSignal* signal = nullptr;
    };

    [[nodiscard]] bool is_in_order(const Frame& frame) noexcept;
    void take_signals(const Frame& frame, std::int64_t tick) noexcept;
    [[nodiscard]] bool take_unusual(Held& held, const Frame& frame, std::int64_t tick) noexcept;
    [[nodiscard]] bool is_old(std::int64_t last_tick, std::int64_t tick) const noexcept {
        return contract_.cycle_ticks > 0 && tick - last_tick >= contract_.timeout_ticks;
    }

    ReceiveContract contract_;
    MessageCodec codec_;
    e2e::CounterCheck check_;
    bool has_counter_ = false;
    std::vector<Held> held_;
    std::int64_t accepted_tick_ = 0;  // of the last frame in order
    std::int64_t next_miss_ = 0;      // when the next frame counts as missed
    std::int64_t late_after_ = 0;     // ticks without a frame that are still in time
    bool has_frame_ = false;
    bool last_was_rejected_ = false;
    bool was_timed_out_ = true;
    bool is_substituted_ = false;
    ReceiveCounts counts_;
};

}  // namespace ghostcar::can_bridge
