// SPDX-License-Identifier: Apache-2.0
// From the id of a frame to a small number, as fast as the tick wants it: standard ids by a table,
// extended ones by halving a sorted list.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

class IdIndex {
public:
    static constexpr int none = -1;
    static constexpr int largest_index = 254;

    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): it is filled
    IdIndex() { standard_.fill(absent); }

    /// The last word on an id wins. Before the first tick.
    void set(std::uint32_t id, bool is_extended, int index) {
        if (index < 0 || index > largest_index || id > largest_id(is_extended))
            throw std::invalid_argument("id or index out of range");
        const auto value = static_cast<std::uint8_t>(index);
        if (!is_extended) {
            standard_[id] = value;
            return;
        }
        const auto place = lower(id);
        if (place != extended_.end() && place->id == id)
            extended_[static_cast<std::size_t>(place - extended_.begin())].index = value;
        else
            extended_.insert(place, {id, value});
    }

    [[nodiscard]] int find(std::uint32_t id, bool is_extended) const noexcept {
        if (!is_extended) {
            const std::uint8_t value = standard_[id & largest_standard_id];
            return value == absent ? none : value;
        }
        const auto place = lower(id);
        return place != extended_.end() && place->id == id ? place->index : none;
    }
    [[nodiscard]] int find(const Frame& frame) const noexcept {
        return find(frame.id, frame.is_extended);
    }
    [[nodiscard]] bool contains(const Frame& frame) const noexcept { return find(frame) != none; }

private:
    static constexpr std::uint8_t absent = 0xFF;

    struct Entry {
        std::uint32_t id;
        std::uint8_t index;
    };
    [[nodiscard]] std::vector<Entry>::const_iterator lower(std::uint32_t id) const noexcept {
        return std::lower_bound(
            extended_.begin(), extended_.end(), id,
            [](const Entry& entry, std::uint32_t wanted) noexcept { return entry.id < wanted; });
    }

    std::array<std::uint8_t, largest_standard_id + 1> standard_;
    std::vector<Entry> extended_;
};

}  // namespace ghostcar::can_bridge
