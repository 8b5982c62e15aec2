// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "can_bridge/bus_frame.h"

namespace ghostcar::can_bridge::fault {

/// Frames that wait for their tick, oldest first. The room is taken at the start.
class HeldFrames {
public:
    explicit HeldFrames(std::size_t capacity) : places_(capacity) {}

    /// False when there is no room.
    bool push(const BusFrame& frame, std::int64_t due_tick) noexcept {
        if (count_ == places_.size()) return false;
        places_[(first_ + count_) % places_.size()] = {frame, due_tick};
        ++count_;
        return true;
    }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] const BusFrame& front() const noexcept { return places_[first_].frame; }
    [[nodiscard]] std::int64_t front_due_tick() const noexcept { return places_[first_].due_tick; }
    void pop() noexcept {
        first_ = (first_ + 1) % places_.size();
        --count_;
    }
    void clear() noexcept { count_ = 0; }

private:
    struct Place {
        BusFrame frame;
        std::int64_t due_tick = 0;
    };
    std::vector<Place> places_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace ghostcar::can_bridge::fault
