// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/can_line.h"

#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

namespace ghostcar::board {
namespace {

using can_bridge::ExactNumber;
using can_bridge::Int128;
/// An integer of up to 38 digits, which always fits into 128 bits; nothing for anything else.
std::optional<Int128> parse_integer(std::string_view text) {
    const bool is_negative = !text.empty() && text.front() == '-';
    if (is_negative) text.remove_prefix(1);
    if (text.empty() || text.size() > 38) return std::nullopt;
    Int128 value = 0;
    for (const char character : text) {
        if (character < '0' || character > '9') return std::nullopt;
        value = value * 10 + (character - '0');
    }
    return is_negative ? -value : value;
}

/// Reads the line event by event instead of as a tree: a tree would turn integers of more than 64
/// bits into doubles, and a signal of 64 bits with a factor has such values.
class LineReader : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit LineReader(CanLine& line) : line_(line) {}

    bool null() override { return value({}); }
    bool boolean(bool value) override {
        if (depth_ == 1 && key_ == "extended") line_.is_extended = value;
        return depth_ == 1 ? expect(key_ == "extended" || is_foreign())
                           : unexpected("true or false");
    }
    bool number_integer(std::int64_t number) override {
        return value(
            {CanValueKind::number, ExactNumber::of(Int128{number}), std::to_string(number)});
    }
    bool number_unsigned(std::uint64_t number) override {
        if (depth_ == 1 && key_ == "id") {
            line_.id = number;
            return true;
        }
        return value(
            {CanValueKind::number, ExactNumber::of(Int128{number}), std::to_string(number)});
    }
    bool number_float(double number, const std::string& text) override {
        const std::optional<Int128> integer = parse_integer(text);
        return value({CanValueKind::number,
                      integer ? ExactNumber::of(*integer) : ExactNumber::of(number), text});
    }
    bool string(std::string& text) override {
        if (depth_ == 1 && key_ == "name") {
            line_.name = text;
            return true;
        }
        return value({CanValueKind::text, {}, text});
    }
    bool binary(nlohmann::json::binary_t& /*bytes*/) override { return unexpected("binary data"); }
    bool start_object(std::size_t /*elements*/) override {
        ++depth_;
        if (depth_ == 2 && key_ != "signals" && !is_foreign()) return wrong_type();
        return depth_ <= 2 || skipping() || unexpected("an object");
    }
    bool key(std::string& name) override {
        if (depth_ <= 1)
            key_ = name;
        else if (depth_ == 2)
            signal_ = name;
        return true;
    }
    bool end_object() override {
        --depth_;
        return true;
    }
    bool start_array(std::size_t /*elements*/) override {
        if (depth_ == 0) throw LineError("expected a JSON object on one line");
        ++depth_;
        if (depth_ == 2 && !is_foreign()) return wrong_type();
        return skipping() || unexpected("an array");
    }
    bool end_array() override {
        --depth_;
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::json::exception& /*error*/) override {
        throw LineError("expected a JSON object on one line");
    }

private:
    /// Below a key that encoding does not know.
    [[nodiscard]] bool is_foreign() const {
        return key_ != "id" && key_ != "extended" && key_ != "name" && key_ != "signals";
    }
    [[nodiscard]] bool skipping() const { return depth_ >= 2 && is_foreign(); }

    bool value(CanValue&& found) {
        if (depth_ == 0) throw LineError("expected a JSON object on one line");
        if (depth_ == 1)
            return expect(is_foreign() || (found.kind == CanValueKind::null && key_ != "signals"));
        if (!skipping()) line_.signals.emplace_back(signal_, std::move(found));
        return true;
    }
    bool expect(bool is_right) { return is_right || wrong_type(); }
    bool wrong_type() {
        if (key_ == "id") throw LineError("\"id\" must be a whole number");
        if (key_ == "extended") throw LineError("\"extended\" must be true or false");
        if (key_ == "name") throw LineError("\"name\" must be a text");
        throw LineError("\"signals\" must be an object");
    }
    bool unexpected(const char* what) {
        if (depth_ == 0) throw LineError("expected a JSON object on one line");
        if (skipping()) return true;
        throw LineError("signal " + signal_ + ": found " + what + "; expected a number");
    }

    CanLine& line_;
    int depth_ = 0;
    std::string key_;     // of the outer object
    std::string signal_;  // of the object "signals"
};

constexpr std::array<std::pair<std::string_view, double>, 3> special_numbers = {
    {{"NaN", std::numeric_limits<double>::quiet_NaN()},
     {"Infinity", std::numeric_limits<double>::infinity()},
     {"-Infinity", -std::numeric_limits<double>::infinity()}}};

/// Python and others write NaN and infinities as bare words, which no JSON reader takes: as texts
/// they pass.
std::string with_quoted_words(const std::string& text) {
    std::string result;
    bool is_in_text = false;
    for (std::size_t index = 0; index < text.size(); ++index) {
        if (!is_in_text)
            for (const auto& [word, number] : special_numbers)
                if (std::string_view(text).substr(index, word.size()) == word) {
                    result.append("\"").append(word).append("\"");
                    index += word.size();
                    break;
                }
        if (index == text.size()) break;
        if (text[index] == '"') is_in_text = !is_in_text;
        result += text[index];
        if (is_in_text && text[index] == '\\' && index + 1 < text.size()) result += text[++index];
    }
    return result;
}

}  // namespace

std::optional<double> special_number(std::string_view text) {
    for (const auto& [word, number] : special_numbers)
        if (word == text) return number;
    return std::nullopt;
}

CanLine parse_can_line(const std::string& text) {
    CanLine line;
    LineReader reader(line);
    nlohmann::json::sax_parse(with_quoted_words(text), &reader);
    return line;
}

}  // namespace ghostcar::board
