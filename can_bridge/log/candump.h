// SPDX-License-Identifier: Apache-2.0
// The log lines of can-utils' candump:
//
//   (1436509052.249713) can0 123#DEADBEEF          standard id (3 digits), classic data
//   (1436509052.249713) can0 12345678#R4           extended id (8 digits), remote frame
//   (1436509052.249713) can0 123##1112233          FD: one digit of flags, then the data
//   (1436509052.249713) can0 20000004#000000…      an error frame: flag 0x20000000 in the id
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

struct CandumpLine {
    std::int64_t time_ns = 0;
    std::string_view interface;  // a part of the line
    Frame frame;
};

/// Time and interface may be missing, as in the arguments of cansend; a direction may follow.
/// Nothing for what is no such line.
[[nodiscard]] std::optional<CandumpLine> parse_candump(std::string_view line);

/// Appends one line, its end included.
void append_candump(std::string& text, std::int64_t time_ns, std::string_view interface,
                    const Frame& frame);

}  // namespace ghostcar::can_bridge
