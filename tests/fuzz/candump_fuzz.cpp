// SPDX-License-Identifier: Apache-2.0
// A line is refused, or it is a frame that is written and read again.
#include "can_bridge/log/candump.h"

#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::optional<CandumpLine> line = parse_candump(ghostcar::fuzz::as_text(data, size));
    if (!line) return 0;
    std::string text;
    append_candump(text, line->time_ns, "can0", line->frame);
    const std::optional<CandumpLine> again = parse_candump(text);
    require(again && again->frame == line->frame && again->time_ns == line->time_ns / 1000 * 1000);
    return 0;
}
