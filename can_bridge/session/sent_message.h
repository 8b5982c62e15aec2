// SPDX-License-Identifier: Apache-2.0
// One message that the session sends: what is in it, and when it is due. Cyclic frames keep their
// tick exactly; a change may send one in between, not sooner than the minimum delay after the last.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "can_bridge/e2e/protection.h"
#include "can_bridge/frame.h"
#include "can_bridge/session/signal_source.h"
#include "can_bridge/session/word_field.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {

/// From a quantity to the bits, worked out when the session is read.
struct SentSignal {
    SignalCodec codec;
    SignalSource source{};
    double factor = 1.0;  // of the quantity, to the raw number
    double offset = 0.0;
    double low = 0.0;  // raw numbers that the file permits; beyond: "not available", or clamped
    double high = 0.0;
    std::optional<std::uint64_t> not_available = std::nullopt;  // bits
    WordField field{};                                          // of the usual signal
};

/// The usual signal, as short as the tick wants it. Whatever lies between the limits fits.
struct QuickSignal {
    double (*read)(const SourceView& view) noexcept;
    double factor;
    double offset;
    double low;
    double high;
    std::uint64_t mask;
    std::uint8_t shift;
    std::uint8_t index;  // in `signals`, for what is not usual
};

/// The frames of a multiplexed message come in pages, one after the other; others have one page.
struct SentPage {
    Frame frame{};  // everything that never changes: id, length, start values, the multiplexor; the
                    // signals' own bits are 0
    std::vector<SentSignal> signals{};
    std::vector<QuickSignal> little{};   // those that are usual, by their byte order …
    std::vector<QuickSignal> big{};      //
    std::vector<std::uint8_t> others{};  // … and the places of those that are not

    /// Before the first tick: sorts the signals.
    void prepare();
};

struct SentMessageConfig {
    std::vector<SentPage> pages;
    std::optional<e2e::Protection> protection;
    std::int64_t cycle_ticks = 0;  // 0: only on a change
    std::int64_t phase_ticks = 0;  // the first cyclic frame's tick, from 1
    bool on_change = false;
    std::int64_t minimum_delay_ticks = 0;  // of frames on a change
};

class SentMessage {
public:
    explicit SentMessage(SentMessageConfig config);

    /// May a frame be due at this tick? Ticks come one by one.
    [[nodiscard]] bool is_asked(std::int64_t tick) const noexcept {
        return tick == due_tick_ || config_.on_change;
    }
    /// Is one due? Then it is put together in `frame`.
    [[nodiscard]] bool next(std::int64_t tick, const SourceView& view, Frame& frame) noexcept;

    /// No room in this tick: the cyclic frame is left out, the next one keeps its tick.
    void skip(std::int64_t tick) noexcept {
        if (tick == due_tick_) due_tick_ = tick + config_.cycle_ticks;
    }
    /// Whether changes are sent, so that a frame that did not leave is missed.
    [[nodiscard]] bool tells_changes() const noexcept { return config_.on_change; }
    /// The last frame did not reach the wire: what it said is still to be told, after the minimum
    /// delay and as it is by then.
    void tell_again() noexcept { is_news_ = true; }

    [[nodiscard]] const SentMessageConfig& config() const noexcept { return config_; }

private:
    [[nodiscard]] bool is_wanted(std::int64_t tick, bool is_cyclic, const Frame& frame) noexcept;

    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    SentMessageConfig config_;
    std::int64_t due_tick_;
    std::int64_t sent_tick_ = -1;  // -1: not yet
    bool is_news_ = true;          // whether it changed or not
    std::size_t page_ = 0;
    int counter_ = 0;
    int counters_;                                          // how many there are
    std::array<std::uint8_t, largest_length> last_data_{};  // before protection, for changes
};

}  // namespace ghostcar::can_bridge
