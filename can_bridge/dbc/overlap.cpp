// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/dbc/overlap.h"

#include <array>
#include <vector>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge::dbc {
namespace {

bool are_disjoint(const std::vector<ValueRange>& one, const std::vector<ValueRange>& other) {
    for (const ValueRange& a : one)
        for (const ValueRange& b : other)
            if (a.low <= b.high && b.low <= a.high) return false;
    return true;
}

constexpr int bits_of_a_frame = 8 * static_cast<int>(largest_length);

/// The bits of a signal, as byte · 8 + bit with bit 0 the least significant; as far as one frame
/// goes (messages of transport protocols are longer, but no frame carries them).
template <typename Visit>
void for_each_bit(const Signal& signal, Visit visit) {
    const bool is_little = signal.byte_order == ByteOrder::little_endian;
    const int first = is_little ? signal.start_bit : first_bit_in_network_order(signal);
    for (int bit = first; bit < first + signal.length_bits && bit < bits_of_a_frame; ++bit)
        visit(static_cast<std::size_t>(is_little ? bit : bit / 8 * 8 + 7 - bit % 8));
}

}  // namespace

int first_bit_in_network_order(const Signal& signal) {
    return signal.start_bit / 8 * 8 + 7 - signal.start_bit % 8;
}

bool fits(const Signal& signal, int length_bytes) {
    const int first = signal.byte_order == ByteOrder::little_endian
                          ? signal.start_bit
                          : first_bit_in_network_order(signal);
    return first + signal.length_bits <= 8 * length_bytes;
}

bool can_coexist(const Message& message, std::size_t one, std::size_t other) {
    // Two chains of conditions exclude each other if they ask one multiplexor for different values.
    for (int a = static_cast<int>(one); a != no_multiplexor;) {
        const Signal& left = message.signals[static_cast<std::size_t>(a)];
        for (int b = static_cast<int>(other); b != no_multiplexor;) {
            const Signal& right = message.signals[static_cast<std::size_t>(b)];
            if (left.multiplexor != no_multiplexor && left.multiplexor == right.multiplexor &&
                are_disjoint(left.present_for, right.present_for))
                return false;
            b = right.multiplexor;
        }
        a = left.multiplexor;
    }
    return true;
}

Overlaps find_overlaps(const Message& message) {
    Overlaps overlaps;
    std::array<std::vector<std::size_t>, bits_of_a_frame> owners;  // of each bit, in file order
    for (std::size_t index = 0; index < message.signals.size(); ++index) {
        std::optional<std::size_t> earliest;
        for_each_bit(message.signals[index], [&](std::size_t bit) {
            std::vector<std::size_t>& list = owners[bit];
            for (const std::size_t owner : list)
                if ((!earliest || owner < *earliest) && can_coexist(message, owner, index))
                    earliest = owner;
            list.push_back(index);
        });
        if (!earliest) continue;
        ++overlaps.signals;
        if (!overlaps.first) overlaps.first = {*earliest, index};
    }
    return overlaps;
}

}  // namespace ghostcar::can_bridge::dbc
