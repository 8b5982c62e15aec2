// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ghostcar::board {
namespace {

constexpr std::string_view narrow_space = "\u202f";
constexpr std::string_view minus_sign = "\u2212";
constexpr std::string_view no_number = "\u2013";
// Beyond it a fixed notation is only a row of digits that nobody reads.
constexpr double largest_fixed = 1e15;

/// printf would follow the locale's decimal comma; to_chars does not.
std::string fixed_text(double value, int decimals) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, decimals);
    return {buffer.data(), end.ptr};
}

/// "0.50" becomes "0.5", "3.00" becomes "3".
void drop_trailing_zeros(std::string& text) {
    if (text.find('.') == std::string::npos) return;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
}

bool is_zero(const std::string& digits) {
    return digits.find_first_of("123456789") == std::string::npos;
}

std::string grouped(const std::string& digits) {
    const std::size_t whole = std::min(digits.find('.'), digits.size());
    if (whole < 5) return digits;
    std::string text;
    for (std::size_t index = 0; index < digits.size(); ++index) {
        if (index > 0 && index < whole && (whole - index) % 3 == 0) text += narrow_space;
        text += digits[index];
    }
    return text;
}

std::string readable(double value, std::string digits) {
    const bool negative = value < 0.0 && !is_zero(digits);
    if (digits.front() == '-') digits.erase(0, 1);
    return (negative ? std::string(minus_sign) : std::string()) + grouped(digits);
}

/// "9.975·10⁻⁵"
std::string scientific_text(double value) {
    static constexpr std::array<std::string_view, 10> raised = {"⁰", "¹", "²", "³", "⁴",
                                                                "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value),
                                   std::chars_format::scientific, 3);
    const std::string_view digits(buffer.data(), end.ptr);
    const std::size_t e = digits.find('e');
    std::string text(digits.substr(0, e));
    drop_trailing_zeros(text);
    if (value < 0.0) text.insert(0, minus_sign);
    text += "·10";
    if (digits[e + 1] == '-') text += "⁻";
    std::string_view power = digits.substr(e + 2);
    if (power.front() == '0') power.remove_prefix(1);
    for (const char digit : power) text += raised[static_cast<std::size_t>(digit - '0')];
    return text;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (const char character : text) {
        switch (character) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            case '\t':
            case '\n':
                result += character;
                break;
            default:
                if (static_cast<unsigned char>(character) >= 0x20) result += character;
        }
    }
    return result;
}

std::string number_text(double value, int decimals) {
    if (!std::isfinite(value)) return std::string(no_number);
    if (std::fabs(value) >= largest_fixed) return scientific_text(value);
    return readable(value, fixed_text(value, decimals));
}

std::string short_number_text(double value) {
    if (!std::isfinite(value)) return std::string(no_number);
    const double size = std::fabs(value);
    if (size >= largest_fixed || (size > 0.0 && size < 1e-4)) return scientific_text(value);
    const int decimals = size >= 1000.0  ? 0
                         : size >= 100.0 ? 1
                         : size >= 10.0  ? 2
                         : size >= 0.1   ? 3
                                         : 5;
    std::string digits = fixed_text(value, decimals);
    drop_trailing_zeros(digits);
    return readable(value, digits);
}

std::string coordinate_text(double value) {
    if (!std::isfinite(value) || std::fabs(value) >= largest_fixed) return "0";
    std::string digits = fixed_text(value, 2);
    drop_trailing_zeros(digits);
    return is_zero(digits) ? "0" : digits;
}

std::string precise_text(double value) {
    if (!std::isfinite(value)) return "0";
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

std::size_t visible_length(std::string_view text) noexcept {
    std::size_t length = 0;
    for (const char character : text) {
        // The second and later bytes of a UTF-8 character are 10xxxxxx.
        if ((static_cast<unsigned char>(character) & 0xC0U) != 0x80U) ++length;
    }
    return length;
}

}  // namespace ghostcar::board
