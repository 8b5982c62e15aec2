// SPDX-License-Identifier: Apache-2.0
// The statements. Their parts (names, numbers, marks) are in parser_parts.cpp.
#include "can_bridge/dbc/parser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ghostcar::can_bridge::dbc {
namespace {

/// Statements whose content nothing here needs; all end with a semicolon.
constexpr std::array<std::string_view, 16> skipped_keywords = {
    "EV_",         "ENVVAR_DATA_",   "EV_DATA_",        "SIG_GROUP_",    "SGTYPE_",
    "SGTYPE_VAL_", "BA_DEF_SGTYPE_", "BA_SGTYPE_",      "SIG_TYPE_REF_", "SIGTYPE_VALTYPE_",
    "BA_DEF_REL_", "BA_REL_",        "BA_DEF_DEF_REL_", "CAT_DEF_",      "CAT_",
    "FILTER"};

constexpr std::array<std::string_view, 15> read_keywords = {
    "VERSION", "NS_",         "BS_", "BU_",  "BO_",        "SG_",          "BO_TX_BU_",  "CM_",
    "BA_DEF_", "BA_DEF_DEF_", "BA_", "VAL_", "VAL_TABLE_", "SIG_VALTYPE_", "SG_MUL_VAL_"};

/// Keywords that nothing but the list NS_ and parts of statements contain.
constexpr std::array<std::string_view, 4> listed_keywords = {"NS_DESC_", "BU_SG_REL_", "BU_EV_REL_",
                                                             "BU_BO_REL_"};
/// What a statement is about: they follow its keyword, and stand in no list.
constexpr std::array<std::string_view, 4> objects = {"BU_", "BO_", "SG_", "EV_"};

constexpr int largest_message_length = 65535;  // transport protocols describe long messages so
constexpr int largest_bit = 8 * largest_message_length;

template <std::size_t Size>
bool contains(const std::array<std::string_view, Size>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Does the line go on as a list of keywords, or is this a statement?
bool is_listed(const Token& word, const Token& following) {
    const auto is_symbol = [](std::string_view text) {
        return is_keyword(text) || contains(listed_keywords, text);
    };
    const bool is_alone =
        following.kind == TokenKind::end || following.position.line != word.position.line;
    return is_alone || (is_symbol(word.text) && following.kind == TokenKind::word &&
                        is_symbol(following.text) && !contains(objects, following.text));
}

}  // namespace

bool is_keyword(std::string_view word) {
    return contains(read_keywords, word) || contains(skipped_keywords, word);
}

bool may_be_name(std::string_view word) {
    return word == "FILTER" || word == "CAT_" || word == "CAT_DEF_";
}

Parser::Parser(std::string_view text, const std::string& file) : lexer_(text, file) {
    statements_.file = file;
    advance();
    advance();
}

Statements Parser::parse() {
    if (token_.kind == TokenKind::end) fail("VERSION or another section");
    while (token_.kind != TokenKind::end) parse_statement();
    return std::move(statements_);
}

void Parser::parse_statement() {
    using Section = void (Parser::*)();
    constexpr std::array<std::pair<std::string_view, Section>, 12> sections = {{
        {"NS_", &Parser::parse_new_symbols},
        {"BS_", &Parser::parse_bit_timing},
        {"BU_", &Parser::parse_nodes},
        {"BO_TX_BU_", &Parser::parse_senders},
        {"CM_", &Parser::parse_comment},
        {"BA_DEF_", &Parser::parse_definition},
        {"BA_DEF_DEF_", &Parser::parse_default},
        {"BA_", &Parser::parse_attribute},
        {"VAL_", &Parser::parse_value_names},
        {"VAL_TABLE_", &Parser::parse_value_table},
        {"SIG_VALTYPE_", &Parser::parse_value_type},
        {"SG_MUL_VAL_", &Parser::parse_multiplexing},
    }};
    if (token_.is_word("SG_") && statements_.messages.empty())
        fail("a message (BO_) before its signals");
    if (token_.kind != TokenKind::word || !is_keyword(token_.text))
        fail("a keyword such as BO_, SG_ or CM_");
    const Token keyword = token_;
    advance();
    if (keyword.text == "BO_") return parse_message(keyword.position);
    if (keyword.text == "SG_") return parse_signal();
    if (keyword.text == "VERSION") {
        statements_.version = string("the version");
        return;
    }
    for (const auto& [name, section] : sections)
        if (name == keyword.text) return (this->*section)();
    skip_statement();
}

/// NS_ lists keywords, one on a line or several: they are not statements.
void Parser::parse_new_symbols() {
    expect_mark(":");
    int line = previous_line_;
    while (token_.kind == TokenKind::word && !following_.is_mark(":")) {
        if (token_.position.line != line && !is_listed(token_, following_)) return;
        line = token_.position.line;
        advance();
    }
}

void Parser::parse_bit_timing() {
    expect_mark(":");
    while (token_.kind == TokenKind::number || token_.is_mark(":") || token_.is_mark(","))
        advance();
}

void Parser::parse_nodes() {
    expect_mark(":");
    while (token_.is_mark(",") || at_name()) {
        if (!token_.is_mark(",")) statements_.nodes.emplace_back(token_.text);
        advance();
    }
}

void Parser::parse_message(Position position) {
    MessageStatement message;
    message.position = position;
    message.id = message_id();
    message.name = name("the name of the message");
    expect_mark(":");
    message.length = integer("the length in bytes", 0, largest_message_length);
    if (at_name() && token_.position.line == previous_line_) message.sender = name("the sender");
    statements_.messages.push_back(std::move(message));
}

void Parser::parse_signal() {
    SignalStatement statement;
    Signal& signal = statement.signal;
    signal.position = token_.position;
    signal.name = signal.short_name = name("the name of the signal");
    if (token_.kind == TokenKind::word) statement.multiplexing = word("the multiplexing");
    expect_mark(":");
    signal.start_bit = integer("the start bit", 0, largest_bit);
    expect_mark("|");
    signal.length_bits = integer("the length in bits", 1, largest_bit);
    expect_mark("@");
    signal.byte_order =
        integer("the byte order", 0, 1) == 0 ? ByteOrder::big_endian : ByteOrder::little_endian;
    if (!token_.is_mark("+") && !token_.is_mark("-")) fail("the sign, '+' or '-'");
    signal.type = token_.is_mark("-") ? ValueType::signed_integer : ValueType::unsigned_integer;
    advance();
    expect_mark("(");
    signal.scale = number("the factor");
    expect_mark(",");
    signal.offset = number("the offset");
    expect_mark(")");
    expect_mark("[");
    signal.minimum = limit("the minimum");
    expect_mark("|");
    signal.maximum = limit("the maximum");
    expect_mark("]");
    signal.unit = string("the unit");
    // Receivers stand on the same line unless a comma says that more follow.
    while (at_name() && token_.position.line == previous_line_) {
        signal.receivers.push_back(name("a receiver"));
        while (take_mark(","))
            if (at_name()) signal.receivers.push_back(name("a receiver"));
    }
    statements_.messages.back().signals.push_back(std::move(statement));
}

void Parser::parse_senders() {
    SendersStatement statement;
    statement.object.position = token_.position;
    statement.object.message_id = message_id();
    expect_mark(":");
    while (at_name() || token_.is_mark(",")) {
        if (!token_.is_mark(",")) statement.senders.emplace_back(token_.text);
        advance();
    }
    expect_mark(";");
    statements_.senders.push_back(std::move(statement));
}

void Parser::parse_comment() {
    if (token_.is_word("VAL_")) return warn(token_.position, "found 'VAL_'; expected a comment");
    CommentStatement comment;
    comment.object = object();
    comment.text = string("the comment");
    end_statement();
    statements_.comments.push_back(std::move(comment));
}

void Parser::parse_definition() {
    if (token_.kind == TokenKind::word && contains(objects, token_.text)) advance();
    AttributeDefinition definition;
    definition.name = string("the name of the attribute");
    const std::string type = word("the type of the attribute");
    while (!token_.is_mark(";")) {
        if (token_.kind == TokenKind::string) definition.words.push_back(unescape(token_.text));
        const bool is_word = token_.kind == TokenKind::word && !is_keyword(token_.text);
        const bool is_part = token_.kind == TokenKind::string || token_.kind == TokenKind::number ||
                             is_word || token_.is_mark(",") || token_.is_mark("-");  // "-inf"
        if (!is_part) fail("values of the type " + type + ", then ';'");
        advance();
    }
    expect_mark(";");
    statements_.definitions.push_back(std::move(definition));
}

void Parser::parse_default() {
    AttributeDefault statement;
    statement.name = string("the name of the attribute");
    statement.value = attribute_value();
    expect_mark(";");
    statements_.defaults.push_back(std::move(statement));
}

void Parser::parse_attribute() {
    AttributeStatement statement;
    statement.name = string("the name of the attribute");
    statement.object = object();
    statement.value = attribute_value();
    expect_mark(";");
    statements_.attributes.push_back(std::move(statement));
}

void Parser::parse_value_names() {
    ValueNamesStatement statement;
    if (token_.kind == TokenKind::word && token_.text.substr(0, 2) != "0x") {
        statement.object.kind = ObjectKind::environment_variable;
        statement.object.position = token_.position;
        statement.object.name = word("the name");
    } else {
        statement.object = signal_name();
    }
    if (token_.kind == TokenKind::word && !at_next_statement())
        statement.table = word("the name of a value table");
    statement.names = values();
    end_statement();
    statements_.value_names.push_back(std::move(statement));
}

void Parser::parse_value_table() {
    std::string name = word("the name of the value table");
    std::vector<ValueName> names = values();
    expect_mark(";");
    statements_.value_tables.insert_or_assign(std::move(name), std::move(names));
}

void Parser::parse_value_type() {
    ValueTypeStatement statement;
    statement.object = signal_name();
    static_cast<void>(take_mark(":"));
    statement.type = integer("the type (0 integer, 1 float, 2 double)", 0, 3);
    expect_mark(";");
    statements_.value_types.push_back(std::move(statement));
}

void Parser::parse_multiplexing() {
    MultiplexingStatement statement;
    statement.object = signal_name();
    statement.multiplexor = word("the name of the multiplexor");
    do {
        statement.ranges.push_back(range());
    } while (take_mark(","));
    expect_mark(";");
    statements_.multiplexings.push_back(std::move(statement));
}

void Parser::skip_statement() {
    while (!token_.is_mark(";") && !at_next_statement()) {
        if (token_.kind == TokenKind::end) fail("';' at the end of the statement");
        advance();
    }
    end_statement();
}

}  // namespace ghostcar::can_bridge::dbc
