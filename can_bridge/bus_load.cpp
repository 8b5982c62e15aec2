// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/bus_load.h"

#include <algorithm>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {
namespace {

/// One stuff bit after at most every fourth bit.
std::size_t with_stuff_bits(std::size_t bits) {
    const std::size_t stuff_bits = (bits - 1) / 4;
    return bits + stuff_bits;
}

std::size_t classic_bits(const FrameShape& shape) {
    return with_stuff_bits((shape.is_extended ? 54 : 34) + 8 * shape.length) + 13;
}

}  // namespace

double longest_frame_time_s(const FrameShape& shape, const BitRates& rates) {
    if (!shape.is_fd) return static_cast<double>(classic_bits(shape)) / rates.nominal_bps;
    const std::size_t length =
        length_of_code[code_of_length(std::min(shape.length, largest_length))];
    // From the start bit to the bit that switches the rate: start, id, control bits.
    const std::size_t arbitration = with_stuff_bits(shape.is_extended ? 36 : 17);
    // Error state, length code, data; then the stuff count and the checksum, which have their own
    // fixed stuff bits, one before and one after every fourth bit; then the checksum's delimiter.
    const std::size_t checksum = length <= 16 ? 17 : 21;
    const std::size_t protected_bits = 4 + checksum;
    const std::size_t fixed_stuff_bits = 1 + protected_bits / 4;
    const std::size_t data =
        with_stuff_bits(5 + 8 * length) + protected_bits + fixed_stuff_bits + 1;
    constexpr std::size_t end = 12;  // acknowledgement 2, end of frame 7, pause 3
    const double data_rate = shape.bitrate_switch ? rates.data_bps : rates.nominal_bps;
    return static_cast<double>(arbitration + end) / rates.nominal_bps +
           static_cast<double>(data) / data_rate;
}

double bus_load(const std::vector<CyclicFrame>& frames, const BitRates& rates) {
    double load = 0.0;
    for (const CyclicFrame& frame : frames)
        if (frame.cycle_time_ms > 0.0)
            load += longest_frame_time_s(frame.shape, rates) / (frame.cycle_time_ms * 1e-3);
    return load;
}

double bus_load(const dbc::Database& database, const BitRates& rates) {
    std::vector<CyclicFrame> frames;
    for (const dbc::Message& message : database.messages) {
        const auto length = static_cast<std::size_t>(message.length);
        frames.push_back({{length, message.is_extended, message.is_fd, message.is_fd},
                          message.cycle_time_ms.value_or(0.0)});
    }
    return bus_load(frames, rates);
}

}  // namespace ghostcar::can_bridge
