// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/iso_tp/protocol.h"

#include <algorithm>

namespace ghostcar::can_bridge::iso_tp {

Frame make_frame(const Config& config, std::span<const std::uint8_t> payload) noexcept {
    Frame frame;
    frame.id = config.transmit_id;
    frame.is_extended = config.is_extended;
    frame.is_fd = config.is_fd;
    frame.bitrate_switch = config.is_fd && config.bitrate_switch;
    std::size_t length = payload.size();
    if (config.padding) length = std::max(length, largest_classic_length);
    if (length > largest_classic_length) length = length_of_code[code_of_length(length)];
    frame.data.fill(0);
    std::fill_n(frame.data.begin(), length, config.padding.value_or(0xCC));
    std::copy(payload.begin(), payload.end(), frame.data.begin());
    frame.length = static_cast<std::uint8_t>(length);
    return frame;
}

}  // namespace ghostcar::can_bridge::iso_tp
