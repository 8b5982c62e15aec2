// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

enum class Direction : std::uint8_t { received, sent };

/// A frame on its way between the tick and a bus.
struct BusFrame {
    TimedFrame timed;       // `channel` is the index of the bus in the session; time since 1970
    std::int64_t tick = 0;  // in which it was received or sent
    Direction direction = Direction::received;
};

/// The frames of one bus, one direction and one tick. Fixed room: what does not fit is left where
/// it was (receiving) or counted as not sent.
class FrameBatch {
public:
    static constexpr std::size_t capacity = 64;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t room() const noexcept { return capacity - size_; }
    [[nodiscard]] BusFrame& operator[](std::size_t index) noexcept { return frames_[index]; }
    [[nodiscard]] std::span<BusFrame> frames() noexcept { return {frames_.data(), size_}; }
    [[nodiscard]] std::span<const BusFrame> frames() const noexcept {
        return {frames_.data(), size_};
    }

    void clear() noexcept { size_ = 0; }

    /// The next free place, to be filled by the caller; nullptr when there is none.
    [[nodiscard]] BusFrame* add() noexcept {
        return size_ < capacity ? &frames_[size_++] : nullptr;
    }
    bool add(const BusFrame& frame) noexcept {
        BusFrame* place = add();
        if (place != nullptr) *place = frame;
        return place != nullptr;
    }
    void remove_last() noexcept { --size_; }
    /// Asks about each frame once, in their order; those behind it move up. Returns how many went.
    template <typename Goes>
    std::size_t erase_if(Goes goes) noexcept {
        BusFrame* const end = frames_.data() + size_;
        const auto gone = static_cast<std::size_t>(end - std::remove_if(frames_.data(), end, goes));
        size_ -= gone;
        return gone;
    }

private:
    std::array<BusFrame, capacity> frames_{};
    std::size_t size_ = 0;
};

}  // namespace ghostcar::can_bridge
