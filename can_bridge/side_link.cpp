// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

SideLink::SideLink(std::uint32_t bus, std::span<const Id> hears, std::span<const Id> says)
    : bus_(bus),
      hears_count_(hears.size()),
      says_count_(says.size()),
      to_thread_(ring_capacity),
      to_tick_(ring_capacity) {
    if (hears.size() > largest_ids || says.size() > largest_ids)
        throw std::invalid_argument("a side link has at most 8 ids each way");
    std::copy(hears.begin(), hears.end(), hears_.begin());
    std::copy(says.begin(), says.end(), says_.begin());
}

bool SideLink::wants(const Frame& frame) const noexcept {
    bool wanted = false;
    for (std::size_t index = 0; index < hears_count_; ++index)
        wanted = wanted ||
                 (hears_[index].id == frame.id && hears_[index].is_extended == frame.is_extended);
    return wanted && !frame.is_error;
}

}  // namespace ghostcar::can_bridge
