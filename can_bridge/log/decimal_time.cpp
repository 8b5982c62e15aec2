// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/decimal_time.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::int64_t largest_seconds = INT64_MAX / ns_per_second - 1;

}  // namespace

std::optional<std::int64_t> parse_decimal_time(std::string_view text) {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::int64_t place = ns_per_second;
    bool is_behind_point = false;
    bool has_digit = false;
    for (const char character : text) {
        if (character == '.' && !is_behind_point) {
            is_behind_point = true;
            continue;
        }
        if (character < '0' || character > '9') return std::nullopt;
        has_digit = true;
        const std::int64_t digit = character - '0';
        if (is_behind_point) {
            place /= 10;
            nanoseconds += digit * place;
        } else {
            seconds = seconds * 10 + digit;
            if (seconds > largest_seconds) return std::nullopt;
        }
    }
    if (!has_digit) return std::nullopt;
    return seconds * ns_per_second + nanoseconds;
}

void append_decimal_time(std::string& text, std::int64_t time_ns, std::size_t digits) {
    if (time_ns < 0) time_ns = 0;
    text += std::to_string(time_ns / ns_per_second);
    std::string fraction = std::to_string(time_ns % ns_per_second);
    fraction.insert(0, 9 - fraction.size(), '0');
    text += '.';
    text += fraction.substr(0, digits);
}

}  // namespace ghostcar::can_bridge
