// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/dbc/lexer.h"

#include <utility>

namespace ghostcar::can_bridge::dbc {
namespace {

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

/// Letters are also all characters beyond ASCII: names with umlauts exist.
bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_' || (static_cast<unsigned char>(character) & 0x80U) != 0;
}

bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n' ||
           character == '\f' || character == '\v' || character == '\x1A';  // the end mark of DOS
}

bool is_punctuation(char character) {
    constexpr std::string_view marks = "()[],|@:;+-";
    return marks.find(character) != std::string_view::npos;
}

}  // namespace

std::string describe(const Token& token) {
    switch (token.kind) {
        case TokenKind::end:
            return "the end of the file";
        case TokenKind::string:
            return "a string";
        default: {
            constexpr std::size_t longest_shown = 60;
            const std::string text(token.text.substr(0, longest_shown));
            return "'" + text + (token.text.size() > longest_shown ? "…'" : "'");
        }
    }
}

std::string unescape(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t index = 0; index < text.size(); ++index) {
        const bool is_escape = text[index] == '\\' && index + 1 < text.size() &&
                               (text[index + 1] == '"' || text[index + 1] == '\\');
        result += is_escape ? text[++index] : text[index];
    }
    return result;
}

Lexer::Lexer(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

char Lexer::peek(std::size_t ahead) const {
    return index_ + ahead < text_.size() ? text_[index_ + ahead] : '\0';
}

void Lexer::step() {
    const char character = text_[index_++];
    if (character == '\n') {
        ++position_.line;
        position_.column = 1;
    } else if ((static_cast<unsigned char>(character) & 0xC0U) != 0x80U) {
        ++position_.column;  // continuation bytes of UTF-8 are not characters of their own
    }
}

void Lexer::skip_blanks() {
    while (index_ < text_.size()) {
        if (is_blank(peek())) {
            step();
        } else if (peek() == '/' && peek(1) == '/') {
            while (index_ < text_.size() && peek() != '\n') step();
        } else if (peek() == '/' && peek(1) == '*') {
            skip_block_comment();
        } else {
            return;
        }
    }
}

/// Of C: no part of the format, but people write it and tools that read line by line let it pass.
void Lexer::skip_block_comment() {
    const std::size_t end = text_.find("*/", index_ + 2);
    if (end == std::string_view::npos)
        throw DbcError(file_, position_, "this comment has no end; add \"*/\"");
    while (index_ < end + 2) step();
}

Token Lexer::take(TokenKind kind, std::size_t length) {
    const Token token{kind, text_.substr(index_, length), position_};
    for (const std::size_t end = index_ + length; index_ < end;) step();
    return token;
}

bool Lexer::starts_number() const {
    const std::size_t sign = peek() == '+' || peek() == '-' ? 1 : 0;
    return is_digit(peek(sign)) || (peek(sign) == '.' && is_digit(peek(sign + 1)));
}

/// Sign, digits with points, exponent: whether it is a number in the end is the parser's question.
std::size_t Lexer::number_length() const {
    std::size_t length = peek() == '+' || peek() == '-' ? 1 : 0;
    while (is_digit(peek(length)) || peek(length) == '.') ++length;
    if (peek(length) == 'e' || peek(length) == 'E') {
        const std::size_t sign = peek(length + 1) == '+' || peek(length + 1) == '-' ? 1 : 0;
        if (is_digit(peek(length + 1 + sign))) {
            length += 1 + sign;
            while (is_digit(peek(length))) ++length;
        }
    }
    return length;
}

/// Names in the wild contain points and hyphens, although the format does not allow them.
std::size_t Lexer::word_length(std::size_t from) const {
    std::size_t length = from;
    while (is_letter(peek(length)) || is_digit(peek(length)) || peek(length) == '.' ||
           peek(length) == '-' || peek(length) == '#')
        ++length;
    return length;
}

Token Lexer::take_string() {
    const Position begin = position_;
    step();
    const std::size_t first = index_;
    while (index_ < text_.size() && peek() != '"') {
        // \" and \\ do not end the string; a backslash before anything else is a backslash.
        if (peek() == '\\' && (peek(1) == '"' || peek(1) == '\\')) step();
        step();
    }
    if (index_ == text_.size())
        throw DbcError(file_, begin, "this string has no end; add the closing quotation mark");
    const Token token{TokenKind::string, text_.substr(first, index_ - first), begin};
    step();
    return token;
}

Token Lexer::next() {
    skip_blanks();
    if (index_ == text_.size()) return {TokenKind::end, {}, position_};
    if (peek() == '"') return take_string();
    if (starts_number()) {
        const std::size_t length = number_length();
        // "2nd_gear" and "1.#INF" are words; "3-" is a number before a sign.
        if (is_letter(peek(length)) || peek(length) == '#')
            return take(TokenKind::word, word_length(length));
        return take(TokenKind::number, length);
    }
    if (is_letter(peek())) return take(TokenKind::word, word_length(0));
    if (is_punctuation(peek())) return take(TokenKind::punctuation, 1);
    const unsigned char code = static_cast<unsigned char>(peek());
    throw DbcError(file_, position_,
                   (code < 0x20 || code == 0x7F
                        ? "found the control character " + std::to_string(static_cast<int>(code))
                        : "found '" + std::string(1, peek()) + "'") +
                       ", which begins nothing in a DBC file");
}

}  // namespace ghostcar::can_bridge::dbc
