// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/candump_log.h"

#include <algorithm>

#include "can_bridge/log/candump.h"

namespace ghostcar::can_bridge {

std::optional<TimedFrame> CandumpReader::next() {
    std::string line;
    while (std::getline(input_, line)) {
        ++line_;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::optional<CandumpLine> parsed = parse_candump(line);
        if (!parsed)
            throw LogError("line " + std::to_string(line_) +
                           ": expected a candump log line such as (0.000000) can0 123#DEADBEEF");
        const auto known = std::find(interfaces_.begin(), interfaces_.end(), parsed->interface);
        const auto channel = static_cast<std::uint32_t>(known - interfaces_.begin());
        if (known == interfaces_.end()) interfaces_.emplace_back(parsed->interface);
        return TimedFrame{parsed->time_ns, channel, parsed->frame};
    }
    return std::nullopt;
}

void CandumpWriter::write(const TimedFrame& timed) {
    std::string text;
    append_candump(text, timed.time_ns, "can" + std::to_string(timed.channel), timed.frame);
    output_ << text;
}

}  // namespace ghostcar::can_bridge
