// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session_names.h"

namespace ghostcar::can_bridge {

std::optional<SignalPlace> find_signal(const SessionNames& names, std::string_view name) {
    const std::size_t point = name.find('.');
    if (point == std::string_view::npos) return std::nullopt;
    for (std::uint32_t bus = 0; bus < names.bus_count(); ++bus) {
        const std::optional<MessagePlace> place = names.find_message(bus, name.substr(0, point));
        if (!place) continue;
        const std::vector<dbc::Signal>& signals = place->message->signals;
        for (std::size_t index = 0; index < signals.size(); ++index) {
            if (signals[index].name != name.substr(point + 1)) continue;
            MessageCodec codec(*place->message);
            if (codec.codec(index) == nullptr) continue;
            return SignalPlace{*place, std::move(codec), index};
        }
    }
    return std::nullopt;
}

Frame start_frame(const MessagePlace& place) {
    const dbc::Message& message = *place.message;
    Frame frame;
    frame.id = place.id;
    frame.is_extended = place.is_extended;
    frame.is_fd = message.is_fd;
    frame.bitrate_switch = message.is_fd;
    const auto length = static_cast<std::size_t>(message.length);
    frame.length = length_of_code[code_of_length(length)];
    if (!frame.is_fd && frame.length > largest_classic_length)
        frame.length = largest_classic_length;
    for (const dbc::Signal& signal : message.signals)
        if (signal.start_value && signal.multiplexor == dbc::no_multiplexor &&
            SignalCodec::refusal(signal).empty()) {
            const SignalCodec codec(signal);
            if (codec.bytes_needed() <= frame.length)
                codec.set_bits(frame, codec.bits_of_raw(*signal.start_value));
        }
    return frame;
}

}  // namespace ghostcar::can_bridge
