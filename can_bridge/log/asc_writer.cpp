// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "can_bridge/log/asc.h"
#include "can_bridge/log/civil_time.h"
#include "can_bridge/log/decimal_time.h"
#include "can_bridge/log/hexadecimal.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint32_t flag_bitrate_switch = 0x2000;
constexpr std::uint32_t flag_error_state = 0x4000;

std::string two_digits(int value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

/// "Tue Jun 11 09:05:07.250 am 2024"
std::string date_text(std::int64_t time_ns) {
    constexpr std::array<const char*, 7> weekdays = {"Sun", "Mon", "Tue", "Wed",
                                                     "Thu", "Fri", "Sat"};
    constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const CivilTime time = civil_time(time_ns);
    const int hour = time.hour % 12 == 0 ? 12 : time.hour % 12;
    const std::string thousandths = std::to_string(1000 + time.millisecond).substr(1);
    return std::string(weekdays[static_cast<std::size_t>(time.weekday)]) + " " +
           months[static_cast<std::size_t>(time.month - 1)] + " " + two_digits(time.day) + " " +
           two_digits(hour) + ":" + two_digits(time.minute) + ":" + two_digits(time.second) + "." +
           thousandths + (time.hour < 12 ? " am " : " pm ") + std::to_string(time.year);
}

/// Hexadecimal without leading zeros, as this format likes it.
std::string short_hex(std::uint32_t value) {
    std::string text;
    std::size_t digits = 1;
    while (digits < 8 && value >> (4U * digits) != 0) ++digits;
    append_hex(text, value, digits);
    return text;
}

std::string id_text(const Frame& frame) {
    return short_hex(frame.id) + (frame.is_extended ? "x" : "");
}

std::string data_text(const Frame& frame) {
    std::string text;
    for (const std::uint8_t byte : frame.payload()) {
        text += ' ';
        append_hex(text, byte, 2);
    }
    return text;
}

void pad(std::string& text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
}

std::string classic_text(const TimedFrame& timed) {
    const Frame& frame = timed.frame;
    std::string text = std::to_string(timed.channel + 1) + "  ";
    if (frame.is_error) return text + "ErrorFrame";
    text += id_text(frame);
    pad(text, 18);
    text += frame.is_remote ? " Rx   r " : " Rx   d ";
    return text + short_hex(frame.length) + data_text(frame);
}

std::string fd_text(const TimedFrame& timed) {
    const Frame& frame = timed.frame;
    const std::uint32_t flags = asc_flag_fd | (frame.bitrate_switch ? flag_bitrate_switch : 0U) |
                                (frame.error_state_indicator ? flag_error_state : 0U);
    std::string text = "CANFD " + std::to_string(timed.channel + 1) + " Rx   " + id_text(frame);
    text += frame.bitrate_switch ? " 1" : " 0";
    text += frame.error_state_indicator ? " 1 " : " 0 ";
    text += short_hex(code_of_length(frame.length)) + " " + std::to_string(frame.length);
    text += data_text(frame);
    // Duration, length in bits, flags, checksum, and four settings of the bit timing.
    return text + " 0 0 " + short_hex(flags) + " 0 0 0 0 0";
}

}  // namespace

AscWriter::AscWriter(std::ostream& output, std::int64_t start_ns) : output_(output) {
    const std::string date = date_text(start_ns);
    output_ << "date " << date << "\n"
            << "base hex  timestamps absolute\n"
            << "internal events logged\n"
            << "Begin Triggerblock " << date << "\n"
            << "0.000000 Start of measurement\n";
}

void AscWriter::write(const TimedFrame& timed) {
    std::string line;
    append_decimal_time(line, timed.time_ns, 6);
    output_ << line << ' ' << (timed.frame.is_fd ? fd_text(timed) : classic_text(timed)) << '\n';
}

void AscWriter::finish() {
    output_ << "End TriggerBlock\n";
    output_.flush();
}

}  // namespace ghostcar::can_bridge
