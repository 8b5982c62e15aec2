// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "can_bridge/dbc/database.h"
#include "can_bridge/frame.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {

/// The codecs of all signals of a message, and which of them a frame contains. Indices are those
/// of dbc::Message::signals.
class MessageCodec {
public:
    explicit MessageCodec(const dbc::Message& message);

    [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }

    /// nullptr for what is no number (more than 64 bits, outside the longest frame).
    [[nodiscard]] const SignalCodec* codec(std::size_t index) const noexcept {
        return parts_[index].codec ? &*parts_[index].codec : nullptr;
    }

    /// Is the frame long enough, and do all multiplexors above the signal select it?
    [[nodiscard]] bool is_present(std::size_t index, const Frame& frame) const noexcept;

    /// The same without regard to the frame's length: for a frame that is being put together.
    [[nodiscard]] bool is_selected(std::size_t index, const Frame& frame) const noexcept;

private:
    struct Part {
        std::optional<SignalCodec> codec;
        int multiplexor = dbc::no_multiplexor;
        std::vector<dbc::ValueRange> present_for;
    };
    std::vector<Part> parts_;
};

}  // namespace ghostcar::can_bridge
