// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/candump.h"

#include <cstddef>

#include "can_bridge/log/decimal_time.h"
#include "can_bridge/log/hexadecimal.h"
#include "can_bridge/log/take_word.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint32_t error_flag = 0x2000'0000;
constexpr std::uint8_t candump_bitrate_switch = 1;
constexpr std::uint8_t candump_error_state = 2;

bool parse_id(std::string_view text, Frame& frame) {
    const std::optional<std::uint32_t> id = hex_number(text);
    if (!id || (text.size() != 3 && text.size() != 8)) return false;
    frame.id = *id;
    frame.is_extended = text.size() == 8;
    if (frame.is_extended && (*id & error_flag) != 0) {
        frame.is_error = true;
        frame.is_extended = false;
        frame.id &= ~error_flag;
        return frame.id <= largest_extended_id;
    }
    return frame.id <= largest_id(frame.is_extended);
}

/// Bytes of two digits, with a point between them or not.
bool parse_data(std::string_view text, std::size_t longest, Frame& frame) {
    std::size_t length = 0;
    while (!text.empty()) {
        if (text.front() == '.' && length > 0) text.remove_prefix(1);
        const std::optional<std::uint32_t> byte =
            text.size() < 2 ? std::nullopt : hex_number(text.substr(0, 2));
        if (!byte || length == longest) return false;
        frame.data[length++] = static_cast<std::uint8_t>(*byte);
        text.remove_prefix(2);
    }
    frame.length = static_cast<std::uint8_t>(length);
    return true;
}

bool parse_remote(std::string_view digits, Frame& frame) {
    frame.is_remote = true;
    if (digits.empty()) return true;
    const int length = digits.size() == 1 ? hex_digit(digits.front()) : -1;
    if (length < 0 || length > static_cast<int>(largest_classic_length)) return false;
    frame.length = static_cast<std::uint8_t>(length);
    return true;
}

bool parse_classic(std::string_view text, Frame& frame) {
    if (!text.empty() && (text.front() == 'R' || text.front() == 'r'))
        return parse_remote(text.substr(1), frame);
    // A length code above 8 is written behind eight bytes, "_9" to "_F"; it changes nothing.
    if (text.size() > 2 && text[text.size() - 2] == '_' && hex_digit(text.back()) > 8)
        text.remove_suffix(2);
    return parse_data(text, largest_classic_length, frame);
}

bool parse_fd(std::string_view text, Frame& frame) {
    const int flags = text.empty() ? -1 : hex_digit(text.front());
    if (flags < 0) return false;
    frame.is_fd = true;
    frame.bitrate_switch = (flags & candump_bitrate_switch) != 0;
    frame.error_state_indicator = (flags & candump_error_state) != 0;
    return parse_data(text.substr(1), largest_length, frame);
}

bool parse_frame(std::string_view word, Frame& frame) {
    const std::size_t mark = word.find('#');
    if (mark == std::string_view::npos || !parse_id(word.substr(0, mark), frame)) return false;
    const std::string_view rest = word.substr(mark + 1);
    return !rest.empty() && rest.front() == '#' ? parse_fd(rest.substr(1), frame)
                                                : parse_classic(rest, frame);
}

}  // namespace

std::optional<CandumpLine> parse_candump(std::string_view line) {
    CandumpLine result;
    std::string_view word = take_word(line);
    if (word.size() > 2 && word.front() == '(' && word.back() == ')') {
        const std::optional<std::int64_t> time =
            parse_decimal_time(word.substr(1, word.size() - 2));
        if (!time) return std::nullopt;
        result.time_ns = *time;
        word = take_word(line);
    }
    if (word.find('#') == std::string_view::npos) {
        result.interface = word;
        word = take_word(line);
    }
    if (!parse_frame(word, result.frame)) return std::nullopt;
    const std::string_view direction = take_word(line);  // candump -x
    const bool is_known = direction.empty() || direction == "R" || direction == "T";
    if (!is_known || !take_word(line).empty()) return std::nullopt;
    return result;
}

void append_candump(std::string& text, std::int64_t time_ns, std::string_view interface,
                    const Frame& frame) {
    text += '(';
    append_decimal_time(text, time_ns, 6);
    text += ") ";
    text += interface;
    text += ' ';
    if (frame.is_error)
        append_hex(text, frame.id | error_flag, 8);
    else
        append_hex(text, frame.id, frame.is_extended ? 8 : 3);
    text += '#';
    if (frame.is_fd) {
        text += '#';
        append_hex(text,
                   (frame.bitrate_switch ? candump_bitrate_switch : 0U) |
                       (frame.error_state_indicator ? candump_error_state : 0U),
                   1);
    }
    if (frame.is_remote) {
        text += 'R';
        if (frame.length > 0) append_hex(text, frame.length, 1);
    }
    for (const std::uint8_t byte : frame.payload()) append_hex(text, byte, 2);
    text += '\n';
}

}  // namespace ghostcar::can_bridge
