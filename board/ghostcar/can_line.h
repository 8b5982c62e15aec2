// SPDX-License-Identifier: Apache-2.0
// One line of input of `ghostcar can encode`:
//   {"name":"Engine","signals":{"Speed":812.5}}   or   {"id":291,"extended":false,"signals":{…}}
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "can_bridge/exact_value.h"

namespace ghostcar::board {

/// What is wrong with one line of input; the lines after it are still worth reading.
class LineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class CanValueKind { number, text, null };

struct CanValue {
    CanValueKind kind = CanValueKind::null;
    can_bridge::ExactNumber number;
    std::string text;  // of a text; of a number for messages
};

struct CanLine {
    std::optional<std::string> name;
    std::optional<std::uint64_t> id;
    std::optional<bool> is_extended;
    std::vector<std::pair<std::string, CanValue>> signals;
};

/// Of "NaN", "Infinity" and "-Infinity"; nothing for any other text.
[[nodiscard]] std::optional<double> special_number(std::string_view text);

/// Throws LineError. Keys that encoding does not need may be there; a null counts as absent.
[[nodiscard]] CanLine parse_can_line(const std::string& text);

}  // namespace ghostcar::board
