// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/words.h"

namespace ghostcar::board {

std::string fault_words(rt_core::FaultBits faults) {
    std::string text;
    for (const rt_core::FaultRow& row : rt_core::fault_table) {
        if ((faults & row.bit) == 0) continue;
        if (!text.empty()) text += "; ";
        text += row.message;
    }
    return text;
}

std::string refusal_words(const std::vector<std::string>& refused) {
    if (refused.empty()) return "";
    std::string text =
        "ghostcar: not real-time on this machine (the result is the same, the timing is not):\n";
    for (const std::string& line : refused) text += "  - " + line + "\n";
    return text;
}

std::string hex_word(std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t place = 16; place-- > 0; value >>= 4U) text[place] = digits[value & 15U];
    return text;
}

}  // namespace ghostcar::board
