// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/can_messages.h"

#include <nlohmann/json.hpp>

namespace ghostcar::board {

using can_bridge::dbc::Message;
using can_bridge::dbc::Signal;

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

KnownMessage::KnownMessage(const Message& of)
    : message(&of), codec(of), quoted_name(quoted(of.name)) {
    for (std::size_t index = 0; index < of.signals.size(); ++index) {
        quoted_signals.push_back(quoted(of.signals[index].name));
        wide.emplace_back();
        if (can_bridge::WideInteger::fits(of.signals[index]))
            wide.back().emplace(of.signals[index]);
        by_name[of.signals[index].name].push_back(index);
        std::size_t depth = 0;
        for (int above = of.signals[index].multiplexor; above != can_bridge::dbc::no_multiplexor;
             ++depth)
            above = of.signals[static_cast<std::size_t>(above)].multiplexor;
        depths.push_back(depth);
    }
}

bool KnownMessage::is_present(std::size_t index, const can_bridge::Frame& frame) const {
    if (!wide[index]) return codec.is_present(index, frame);
    const int above = message->signals[index].multiplexor;
    return wide[index]->bytes_needed() <= frame.payload().size() &&
           codec.is_selected(index, frame) &&
           (above == can_bridge::dbc::no_multiplexor ||
            codec.is_present(static_cast<std::size_t>(above), frame));
}

const KnownMessage* KnownMessages::find(std::uint32_t id, bool is_extended) {
    const auto [place, is_new] = by_id_.try_emplace({id, is_extended}, nullptr);
    if (is_new)
        if (const Message* message = database_.find(id, is_extended))
            place->second = &find(*message);
    return place->second;
}

const KnownMessage& KnownMessages::find(const Message& message) {
    return known_.try_emplace(&message, message).first->second;
}

}  // namespace ghostcar::board
