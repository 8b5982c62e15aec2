// SPDX-License-Identifier: Apache-2.0
// Every frame that is read could have been on a bus, and is the same after writing and reading.
#include "can_bridge/log/asc.h"

#include <sstream>

#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

namespace {

void check(const TimedFrame& timed) {
    require(timed.time_ns >= 0);
    require(timed.frame.is_error || is_sendable(timed.frame));
    std::ostringstream output;
    AscWriter writer(output, 0);
    writer.write(timed);
    writer.finish();
    std::istringstream input(output.str());
    AscReader reader(input);
    const std::optional<TimedFrame> again = reader.next();
    require(again && again->frame == timed.frame && again->channel == timed.channel);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream input(std::string(ghostcar::fuzz::as_text(data, size)));
    AscReader reader(input);
    try {
        while (const std::optional<TimedFrame> timed = reader.next()) check(*timed);
    } catch (const LogError&) {
    }
    return 0;
}
