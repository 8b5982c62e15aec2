// SPDX-License-Identifier: Apache-2.0
// Integers of more than 64 bits (serial numbers, keys), for people and programs outside: exact, of
// any length that a frame has, and far too slow for the tick. Sessions refuse to map them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "can_bridge/dbc/database.h"
#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

class WideInteger {
public:
    /// A whole number without factor and offset that SignalCodec refuses only for its length.
    [[nodiscard]] static bool fits(const dbc::Signal& signal);

    /// Of a signal that fits().
    explicit WideInteger(const dbc::Signal& signal);

    [[nodiscard]] std::size_t bytes_needed() const noexcept { return bytes_needed_; }

    /// In decimal.
    [[nodiscard]] std::string text(const Frame& frame) const;
    /// False when `decimal` is no whole number, or one that the signal cannot hold.
    [[nodiscard]] bool set(Frame& frame, std::string_view decimal) const;

private:
    struct Place {
        std::size_t byte;
        unsigned bit;
    };
    /// Bit 0 is the least significant one of the signal.
    [[nodiscard]] Place place(std::size_t bit) const noexcept;

    std::size_t first_;  // bit of the frame, counted as the byte order does
    std::size_t length_;
    std::size_t bytes_needed_;
    bool is_signed_;
    bool is_little_;
};

}  // namespace ghostcar::can_bridge
