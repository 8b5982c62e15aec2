// SPDX-License-Identifier: Apache-2.0
// A damaged log is refused or ends early; it never asks for more memory than it has bytes for.
#include <sstream>

#include "can_bridge/log/blf_reader.h"
#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream input(std::string(ghostcar::fuzz::as_text(data, size)));
    try {
        BlfReader reader(input);
        while (const std::optional<TimedFrame> timed = reader.next()) {
            require(timed->time_ns >= 0);
            require(timed->frame.is_error || is_sendable(timed->frame));
            require(timed->frame.length <= largest_length);
        }
    } catch (const LogError&) {
    }
    return 0;
}
