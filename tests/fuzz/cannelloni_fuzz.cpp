// SPDX-License-Identifier: Apache-2.0
// A packet is refused, or its frames go into a packet again.
#include "can_bridge/transport/cannelloni.h"

#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::optional<CannelloniContent> content = decode_cannelloni({data, size});
    if (!content) return 0;
    CannelloniPacket packet(content->sequence);
    std::size_t added = 0;
    while (added < content->frames.size() && packet.add(content->frames[added])) ++added;
    const std::optional<CannelloniContent> again = decode_cannelloni(packet.view());
    require(again && again->frames.size() == added);
    for (std::size_t index = 0; index < added; ++index)
        require(again->frames[index] == content->frames[index]);
    return 0;
}
