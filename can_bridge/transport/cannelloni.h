// SPDX-License-Identifier: Apache-2.0
// cannelloni, version 2: CAN frames over UDP between two Linux machines. A packet is a header
// (version 2, operation 0, sequence number, number of frames) and the frames, all big-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

class CannelloniPacket {
public:
    static constexpr std::size_t longest = 1472;  // an Ethernet frame without IP and UDP headers

    explicit CannelloniPacket(std::uint8_t sequence) noexcept;

    /// False, and nothing is added, when the packet is full.
    bool add(const Frame& frame) noexcept;

    [[nodiscard]] std::span<const std::uint8_t> view() const noexcept {
        return {bytes_.data(), size_};
    }

private:
    std::array<std::uint8_t, longest> bytes_{};
    std::size_t size_;
    std::uint16_t frames_ = 0;
};

struct CannelloniContent {
    std::uint8_t sequence = 0;
    std::vector<Frame> frames;
};

/// Nothing for what is no such packet; a packet with one wrong frame is refused as a whole.
[[nodiscard]] std::optional<CannelloniContent> decode_cannelloni(
    std::span<const std::uint8_t> packet);

}  // namespace ghostcar::can_bridge
