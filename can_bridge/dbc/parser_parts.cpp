// SPDX-License-Identifier: Apache-2.0
// The parts that the statements of a DBC file are made of.
#include <charconv>
#include <string>

#include "can_bridge/dbc/parser.h"

namespace ghostcar::can_bridge::dbc {
namespace {

std::string_view without_plus(std::string_view text) {
    return !text.empty() && text.front() == '+' ? text.substr(1) : text;
}

/// A finite number, all of the text; nothing for "1.2.3" and "1e999".
std::optional<double> to_number(std::string_view text) {
    const std::string_view digits = without_plus(text);
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_whole = end == digits.data() + digits.size();
    // "1e-400" is as good as 0; "1e400" is no number.
    if (error == std::errc::result_out_of_range && is_whole)
        return digits.find("e-") != std::string_view::npos ||
                       digits.find("E-") != std::string_view::npos
                   ? std::optional<double>(0.0)
                   : std::nullopt;
    if (error != std::errc() || !is_whole || !(value - value == 0.0)) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> to_natural(std::string_view text) {
    int base = 10;
    if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") {
        text.remove_prefix(2);
        base = 16;
    }
    const std::string_view digits = without_plus(text);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

}  // namespace

void Parser::advance() {
    previous_line_ = token_.position.line;
    // A string may span lines; what follows it is compared with the line where it ends.
    if (token_.kind == TokenKind::string)
        for (const char character : token_.text) previous_line_ += character == '\n' ? 1 : 0;
    token_ = following_;
    following_ = lexer_.next();
}

bool Parser::take_mark(std::string_view mark) {
    if (!token_.is_mark(mark)) return false;
    advance();
    return true;
}

void Parser::expect_mark(std::string_view mark) {
    if (!take_mark(mark)) fail("'" + std::string(mark) + "'");
}

/// At a keyword that begins a line.
bool Parser::at_next_statement() const {
    return token_.kind == TokenKind::word && is_keyword(token_.text) &&
           token_.position.line > previous_line_;
}

/// Generated files lack semicolons between statements. At the end of the file one must be there: a
/// file that was cut off must not pass.
void Parser::end_statement() {
    if (!at_next_statement()) return expect_mark(";");
    warn(token_.position, "found " + describe(token_) + "; expected ';' before it");
}

void Parser::fail(const std::string& expected) const {
    throw DbcError(lexer_.file(), token_.position,
                   "found " + describe(token_) + "; expected " + expected);
}

void Parser::warn(Position position, const std::string& what) {
    statements_.warnings.push_back(DbcError::place(lexer_.file(), position) + what);
}

Token Parser::take(TokenKind kind, const char* what) {
    if (token_.kind != kind) fail(what);
    const Token token = token_;
    advance();
    return token;
}

std::string Parser::word(const char* what) {
    return std::string(take(TokenKind::word, what).text);
}

/// A word that is no keyword; some files call a message "356" and a node "4".
bool Parser::at_name() const {
    if (token_.kind != TokenKind::word) return token_.kind == TokenKind::number;
    return !is_keyword(token_.text) ||
           (may_be_name(token_.text) && token_.position.line == previous_line_);
}

std::string Parser::name(const char* what) {
    return std::string(
        take(token_.kind == TokenKind::number ? TokenKind::number : TokenKind::word, what).text);
}

std::string Parser::string(const char* what) {
    return unescape(take(TokenKind::string, what).text);
}

double Parser::number(const char* what) {
    const std::optional<double> value =
        token_.kind == TokenKind::number ? to_number(token_.text) : std::nullopt;
    if (!value) fail(what);
    advance();
    return *value;
}

/// Limits are only information: some tools write "1.#INF", "-inf", "nan" or 1e999.
double Parser::limit(const char* what) {
    if (token_.is_mark("-") && following_.kind == TokenKind::word) advance();
    if (token_.kind == TokenKind::number && to_number(token_.text)) return number(what);
    if (token_.kind != TokenKind::number && token_.kind != TokenKind::word) fail(what);
    warn(token_.position, "found " + describe(token_) + " as " + what + "; taken as 0");
    advance();
    return 0.0;
}

std::uint64_t Parser::natural(const char* what, std::uint64_t largest) {
    const bool may_be = token_.kind == TokenKind::number || token_.kind == TokenKind::word;
    const std::optional<std::uint64_t> value = may_be ? to_natural(token_.text) : std::nullopt;
    if (!value) fail(what);
    if (*value > largest) fail(std::string(what) + ", at most " + std::to_string(largest));
    advance();
    return *value;
}

int Parser::integer(const char* what, int low, int high) {
    const Token at = token_;
    const int value = static_cast<int>(natural(what, static_cast<std::uint64_t>(high)));
    if (value < low)
        throw DbcError(
            lexer_.file(), at.position,
            "found " + describe(at) + "; expected " + what + ", at least " + std::to_string(low));
    return value;
}

std::uint32_t Parser::message_id() {
    return static_cast<std::uint32_t>(natural("the id of a message", 0xFFFF'FFFF));
}

ObjectName Parser::signal_name() {
    ObjectName name;
    name.kind = ObjectKind::signal;
    name.position = token_.position;
    name.message_id = message_id();
    name.name = this->name("the name of a signal");
    return name;
}

ObjectName Parser::object() {
    ObjectName name;
    name.position = token_.position;
    if (token_.is_word("SG_")) {
        advance();
        if (following_.kind != TokenKind::string) return signal_name();
        warn(following_.position,
             "found a string; expected the name of a signal before it; taken "
             "as about the message");
        name.kind = ObjectKind::message;
        name.message_id = message_id();
        return name;
    }
    if (token_.is_word("BO_")) {
        advance();
        name.kind = ObjectKind::message;
        name.message_id = message_id();
    } else if (token_.is_word("BU_") || token_.is_word("EV_")) {
        name.kind = token_.is_word("BU_") ? ObjectKind::node : ObjectKind::environment_variable;
        advance();
        name.name = this->name("a name");
    }
    return name;
}

AttributeValue Parser::attribute_value() {
    if (token_.kind == TokenKind::string) return {string("the value"), std::nullopt};
    if (token_.kind != TokenKind::number && token_.kind != TokenKind::word) fail("the value");
    AttributeValue value{std::string(token_.text), to_number(token_.text)};
    advance();
    return value;
}

std::vector<ValueName> Parser::values() {
    std::vector<ValueName> names;
    while (token_.kind == TokenKind::number) {
        const double value = number("a value");
        if (at_next_statement()) break;  // which end_statement() complains about
        names.push_back({value, string("the name of the value")});
    }
    return names;
}

/// "3-5": the lexer sees 3 and -5, or with blanks 3, '-' and 5.
ValueRange Parser::range() {
    constexpr std::uint64_t largest = ~std::uint64_t{0};
    ValueRange result;
    result.low = natural("a range of multiplexor values such as 3-5", largest);
    static_cast<void>(take_mark("-"));
    if (token_.kind == TokenKind::number && token_.text.front() == '-')
        token_.text.remove_prefix(1);
    result.high = natural("the end of the range", largest);
    if (result.high < result.low) fail("a range whose end is not below its beginning");
    return result;
}

}  // namespace ghostcar::can_bridge::dbc
