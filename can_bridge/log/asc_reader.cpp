// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string>
#include <string_view>

#include "can_bridge/log/asc.h"
#include "can_bridge/log/decimal_time.h"
#include "can_bridge/log/take_word.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint32_t flag_remote = 0x10;
constexpr std::uint32_t error_class_bus = 0x80;  // CAN_ERR_BUSERROR: the log says no more

std::optional<std::uint32_t> number(std::string_view text, int base) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_direction(std::string_view word) {
    return word == "Rx" || word == "Tx" || word == "TxRq";
}

/// Symbolic names instead of numbers are possible; nobody could say their id.
bool parse_id(std::string_view word, int base, Frame& frame) {
    frame.is_extended = !word.empty() && (word.back() == 'x' || word.back() == 'X');
    if (frame.is_extended) word.remove_suffix(1);
    const std::optional<std::uint32_t> id = number(word, base);
    frame.id = id.value_or(0);
    return id && *id <= largest_id(frame.is_extended);
}

bool take_data(std::string_view& line, int base, std::size_t length, Frame& frame) {
    for (std::size_t index = 0; index < length; ++index) {
        const std::optional<std::uint32_t> byte = number(take_word(line), base);
        if (!byte || *byte > 0xFF) return false;
        frame.data[index] = static_cast<std::uint8_t>(*byte);
    }
    frame.length = static_cast<std::uint8_t>(length);
    return true;
}

bool take_classic(std::string_view line, int base, Frame& frame) {
    const std::string_view kind = take_word(line);
    const std::optional<std::uint32_t> code = number(take_word(line), base);
    const std::size_t length = code && *code < 8 ? *code : largest_classic_length;
    if (kind == "r" || kind == "R") {
        frame.is_remote = true;
        frame.length = static_cast<std::uint8_t>(code ? length : 0);
        return true;
    }
    return (kind == "d" || kind == "D") && code && *code < 16 &&
           take_data(line, base, length, frame);
}

/// Behind the data: duration, length in bits, flags. A classic frame can be in an FD line.
bool take_flags(std::string_view line, std::uint32_t code, Frame& frame) {
    static_cast<void>(take_word(line));
    static_cast<void>(take_word(line));
    const std::optional<std::uint32_t> flags = number(take_word(line), 16);
    if (flags && (*flags & asc_flag_fd) == 0) {
        frame.is_fd = frame.bitrate_switch = frame.error_state_indicator = false;
        frame.is_remote = (*flags & flag_remote) != 0;
        if (frame.is_remote) {
            frame.length = length_of_code[code < 8 ? code : 8];
            frame.data.fill(0);
        }
    }
    return is_sendable(frame);
}

bool take_fd(std::string_view line, int base, Frame& frame) {
    std::string_view word = take_word(line);
    if (word != "0" && word != "1") word = take_word(line);  // a symbolic name came first
    const std::string_view error_state = take_word(line);
    const std::optional<std::uint32_t> code = number(take_word(line), 16);
    const std::optional<std::uint32_t> length = number(take_word(line), 10);
    if ((word != "0" && word != "1") || (error_state != "0" && error_state != "1") || !code ||
        *code > 15 || !length || *length > largest_length)
        return false;
    frame.is_fd = true;
    frame.bitrate_switch = word == "1";
    frame.error_state_indicator = error_state == "1";
    return take_data(line, base, *length, frame) && take_flags(line, *code, frame);
}

enum class Event { frame, broken_frame, other };

Event parse_event(std::string_view line, int base, TimedFrame& timed) {
    std::string_view word = take_word(line);
    const bool is_fd_line = word == "CANFD";
    if (is_fd_line) word = take_word(line);
    const std::optional<std::uint32_t> channel = number(word, 10);
    if (!channel || *channel == 0) return Event::other;
    timed.channel = *channel - 1;
    // "CANFD 1 Rx 123 …", but "1 123 Rx …".
    if (is_fd_line && !is_direction(take_word(line))) return Event::other;
    const std::string_view id = take_word(line);
    if (id == "ErrorFrame") {
        timed.frame.is_error = true;
        timed.frame.id = error_class_bus;
        timed.frame.length = largest_classic_length;
        return Event::frame;
    }
    if (!is_fd_line && !is_direction(take_word(line))) return Event::other;
    if (!parse_id(id, base, timed.frame)) return Event::other;
    const bool is_whole =
        is_fd_line ? take_fd(line, base, timed.frame) : take_classic(line, base, timed.frame);
    return is_whole ? Event::frame : Event::broken_frame;
}

}  // namespace

void AscReader::read_head(std::string_view line) {
    const std::string_view first = take_word(line);
    if (first != "base") return;
    base_ = take_word(line) == "dec" ? 10 : 16;
    static_cast<void>(take_word(line));  // "timestamps"
    is_relative_ = take_word(line) == "relative";
}

std::optional<TimedFrame> AscReader::next() {
    std::string text;
    while (std::getline(input_, text)) {
        ++line_;
        std::string_view rest = text;
        read_head(rest);
        const std::optional<std::int64_t> time = parse_decimal_time(take_word(rest));
        if (!time) continue;
        if (is_relative_ && *time > INT64_MAX - time_ns_)
            throw LogError("line " + std::to_string(line_) + ": the times add up to centuries");
        time_ns_ = is_relative_ ? time_ns_ + *time : *time;
        TimedFrame timed;
        timed.time_ns = time_ns_;
        const Event event = parse_event(rest, base_, timed);
        if (event == Event::broken_frame)
            throw LogError("line " + std::to_string(line_) + ": this frame is not whole");
        if (event == Event::frame) return timed;
    }
    return std::nullopt;
}

}  // namespace ghostcar::can_bridge
