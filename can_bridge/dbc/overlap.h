// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "can_bridge/dbc/database.h"

namespace ghostcar::can_bridge::dbc {

struct Overlaps {
    std::optional<std::pair<std::size_t, std::size_t>> first;  // the first pair, in file order
    std::size_t signals = 0;  // how many signals share a bit with an earlier one
};

/// Signals that share a bit of the frame although both can be in it at once: signals of different
/// multiplexor values may lie on the same bits.
[[nodiscard]] Overlaps find_overlaps(const Message& message);

/// Can both be in one frame?
[[nodiscard]] bool can_coexist(const Message& message, std::size_t one, std::size_t other);

/// Does the signal lie within so many bytes?
[[nodiscard]] bool fits(const Signal& signal, int length_bytes);

/// Bits in the order of transmission: bit 0 is the most significant bit of byte 0.
[[nodiscard]] int first_bit_in_network_order(const Signal& signal);

}  // namespace ghostcar::can_bridge::dbc
