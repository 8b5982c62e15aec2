// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/message_codec.h"

namespace ghostcar::can_bridge {
namespace {

bool contains(const std::vector<dbc::ValueRange>& ranges, std::uint64_t value) noexcept {
    for (const dbc::ValueRange& range : ranges)
        if (value >= range.low && value <= range.high) return true;
    return false;
}

}  // namespace

MessageCodec::MessageCodec(const dbc::Message& message) {
    parts_.reserve(message.signals.size());
    for (const dbc::Signal& signal : message.signals) {
        Part part;
        if (SignalCodec::refusal(signal).empty()) part.codec.emplace(signal);
        part.multiplexor = signal.multiplexor;
        part.present_for = signal.present_for;
        parts_.push_back(std::move(part));
    }
}

bool MessageCodec::is_selected(std::size_t index, const Frame& frame) const noexcept {
    // The file was checked for circles, so this ends.
    for (const Part* part = &parts_[index]; part->multiplexor != dbc::no_multiplexor;) {
        const Part& above = parts_[static_cast<std::size_t>(part->multiplexor)];
        if (!above.codec || !contains(part->present_for, above.codec->bits(frame))) return false;
        part = &above;
    }
    return true;
}

bool MessageCodec::is_present(std::size_t index, const Frame& frame) const noexcept {
    for (int at = static_cast<int>(index); at != dbc::no_multiplexor;) {
        const Part& part = parts_[static_cast<std::size_t>(at)];
        if (!part.codec || part.codec->bytes_needed() > frame.payload().size()) return false;
        at = part.multiplexor;
    }
    return is_selected(index, frame);
}

}  // namespace ghostcar::can_bridge
