// SPDX-License-Identifier: Apache-2.0
// Cuts the text of a DBC file into words, numbers, strings and punctuation, each with its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "can_bridge/dbc/position.h"

namespace ghostcar::can_bridge::dbc {

enum class TokenKind { word, number, string, punctuation, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text;  // of a string: what stands between the quotes, escapes included
    Position position;

    [[nodiscard]] bool is(TokenKind wanted, std::string_view wanted_text) const {
        return kind == wanted && text == wanted_text;
    }
    [[nodiscard]] bool is_word(std::string_view wanted) const {
        return is(TokenKind::word, wanted);
    }
    [[nodiscard]] bool is_mark(std::string_view wanted) const {
        return is(TokenKind::punctuation, wanted);
    }
};

/// What a reader of an error message calls the token: `'SG_'`, `a string`, `the end of the file`.
[[nodiscard]] std::string describe(const Token& token);

/// The text of a string token with \" and \\ replaced.
[[nodiscard]] std::string unescape(std::string_view text);

class Lexer {
public:
    /// `text` (UTF-8) must outlive the lexer and its tokens; `file` is for error messages.
    Lexer(std::string_view text, std::string file);

    /// The next token; at the end of the file again and again `end`.
    Token next();

    [[nodiscard]] const std::string& file() const noexcept { return file_; }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const;
    [[nodiscard]] bool starts_number() const;
    void step();
    void skip_blanks();
    void skip_block_comment();
    Token take(TokenKind kind, std::size_t length);
    Token take_string();
    [[nodiscard]] std::size_t number_length() const;
    [[nodiscard]] std::size_t word_length(std::size_t from) const;

    std::string_view text_;
    std::string file_;
    std::size_t index_ = 0;
    Position position_;
};

}  // namespace ghostcar::can_bridge::dbc
