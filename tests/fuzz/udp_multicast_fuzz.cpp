// SPDX-License-Identifier: Apache-2.0
// A datagram is refused, or it is a frame that can be sent on.
#include "can_bridge/transport/udp_multicast.h"

#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::optional<TimedFrame> timed = decode_udp_multicast({data, size});
    if (!timed) return 0;
    require(timed->frame.is_error || is_sendable(timed->frame));
    const std::optional<TimedFrame> again =
        decode_udp_multicast(encode_udp_multicast(*timed).view());
    require(again && again->frame == timed->frame);
    return 0;
}
