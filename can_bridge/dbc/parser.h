// SPDX-License-Identifier: Apache-2.0
// Text to statements. Strict about syntax (a file cut off in the middle must not pass), lenient
// where the files in the wild are: no receivers, no sender, unknown but well-formed sections.
#pragma once

#include <string>
#include <string_view>

#include "can_bridge/dbc/lexer.h"
#include "can_bridge/dbc/statements.h"

namespace ghostcar::can_bridge::dbc {

class Parser {
public:
    /// `text` is UTF-8 and must outlive the parser.
    Parser(std::string_view text, const std::string& file);

    [[nodiscard]] Statements parse();

private:
    // One statement each; the keyword is consumed already.
    void parse_statement();
    void parse_new_symbols();
    void parse_bit_timing();
    void parse_nodes();
    void parse_message(Position position);
    void parse_signal();
    void parse_senders();
    void parse_comment();
    void parse_definition();
    void parse_default();
    void parse_attribute();
    void parse_value_names();
    void parse_value_table();
    void parse_value_type();
    void parse_multiplexing();
    void skip_statement();

    // Parts of statements.
    [[nodiscard]] std::string word(const char* what);
    [[nodiscard]] std::string name(const char* what);
    [[nodiscard]] std::string string(const char* what);
    [[nodiscard]] double number(const char* what);
    [[nodiscard]] double limit(const char* what);
    [[nodiscard]] int integer(const char* what, int low, int high);
    [[nodiscard]] std::uint64_t natural(const char* what, std::uint64_t largest);
    [[nodiscard]] std::uint32_t message_id();
    [[nodiscard]] ObjectName signal_name();
    [[nodiscard]] ObjectName object();
    [[nodiscard]] AttributeValue attribute_value();
    [[nodiscard]] std::vector<ValueName> values();
    [[nodiscard]] ValueRange range();

    void advance();
    [[nodiscard]] bool take_mark(std::string_view mark);
    void expect_mark(std::string_view mark);
    [[nodiscard]] bool at_name() const;
    [[nodiscard]] bool at_next_statement() const;
    void end_statement();
    [[nodiscard]] Token take(TokenKind kind, const char* what);
    [[noreturn]] void fail(const std::string& expected) const;
    void warn(Position position, const std::string& what);

    Lexer lexer_;
    Token token_;      // the one looked at
    Token following_;  // and the one behind it
    int previous_line_ = 0;
    Statements statements_;
};

/// Is this the first word of a statement?
[[nodiscard]] bool is_keyword(std::string_view word);
/// Is it one that nodes are called as well? It is a keyword only where it begins a line.
[[nodiscard]] bool may_be_name(std::string_view word);

}  // namespace ghostcar::can_bridge::dbc
