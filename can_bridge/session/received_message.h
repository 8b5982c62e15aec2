// SPDX-License-Identifier: Apache-2.0
// One message that the session wants to hear, and what it expects of it: length, rate, counter,
// checksum, and the range of each signal. Time is a tick number that is passed in.
//
//   a frame of the wrong length, checksum or counter   rejected; the last values hold
//   a signal out of range, NaN, "not available"        rejected; the last value holds
//   nothing usable for `timeout_ticks`                 the substitute, or as it was
//   a page of a multiplexed message does not come      likewise, after so many times as there are
//   pages
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "can_bridge/e2e/counter_check.h"
#include "can_bridge/e2e/protection.h"
#include "can_bridge/message_codec.h"
#include "can_bridge/session/bus_status.h"
#include "can_bridge/session/control_target.h"
#include "can_bridge/session/word_field.h"
#include "model/vehicle/controls.h"

namespace ghostcar::can_bridge {

/// From the bits to a control, worked out when the session is read.
struct ReceivedSignal {
    SignalCodec codec;
    std::size_t index = 0;        // in the message
    bool is_multiplexed = false;  // not in every frame
    std::int64_t pages = 1;       // that take turns with the one it is on, its own included
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
        std::uint64_t bits = 0;     // of the control
        std::int64_t tick = never;  // of the last usable one, plus `turns_ticks`
        std::uint8_t offset = 0;    // of the control
        bool is_whole = false;      // as ControlTarget says
        bool is_quick = false;      // in every frame, and a field of its first word
        WordField field{};
        std::uint64_t not_available = ~std::uint64_t{0};  // no field has so many bits
        double factor = 0.0;
        double plus = 0.0;
        double low = 0.0;
        double high = 0.0;
        std::int64_t turns_ticks = 0;  // how much older it may be while other pages have their turn
        const ReceivedSignal* signal = nullptr;
    };

    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

    [[nodiscard]] bool is_trusted(e2e::Reading reading) noexcept {
        if (!has_counter_) {
            counts_.wrong_checksum += reading.is_intact ? 0U : 1U;
            return reading.is_intact;
        }
        const e2e::CheckStatus status = check_.receive(reading);
        if (e2e::is_usable(status)) return true;
        count_trouble(status);
        return false;
    }
    void count_trouble(e2e::CheckStatus status) noexcept;
    [[nodiscard]] bool take_unusual(Held& held, const Frame& frame, std::int64_t tick) noexcept;

    ReceiveContract contract_;
    MessageCodec codec_;
    e2e::CounterCheck check_;
    bool has_counter_ = false;
    std::vector<Held> held_;
    std::int64_t accepted_tick_ = never;  // of the last frame in order
    std::int64_t next_miss_ = 0;          // when the next frame counts as missed
    std::int64_t late_after_ = 0;         // ticks without a frame that are still in time
    bool last_was_rejected_ = false;
    bool was_timed_out_ = true;
    bool is_substituted_ = false;
    ReceiveCounts counts_;
};

}  // namespace ghostcar::can_bridge
