// SPDX-License-Identifier: Apache-2.0
// A DBC file as it is written: one structure per statement, in file order. Statements may refer to
// messages that come later, so nothing is looked up before all are read (see resolve.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "can_bridge/dbc/database.h"

namespace ghostcar::can_bridge::dbc {

enum class ObjectKind { network, node, message, signal, environment_variable };

/// What a comment or an attribute is about.
struct ObjectName {
    ObjectKind kind = ObjectKind::network;
    std::uint32_t message_id = 0;  // with its flag bit
    std::string name;              // of the signal, node or environment variable
    Position position;
};

struct SignalStatement {
    Signal signal;             // without multiplexing, comments and attributes
    std::string multiplexing;  // "", "M", "m3", "m3M"
};

struct MessageStatement {
    std::uint32_t id = 0;  // with its flag bit
    std::string name;
    int length = 0;
    std::string sender;
    std::vector<SignalStatement> signals;
    Position position;
};

struct CommentStatement {
    ObjectName object;
    std::string text;
};

struct AttributeStatement {
    std::string name;
    ObjectName object;
    AttributeValue value;
};

struct AttributeDefinition {
    std::string name;
    std::vector<std::string> words;  // of an ENUM
};

struct AttributeDefault {
    std::string name;
    AttributeValue value;
};

struct ValueNamesStatement {
    ObjectName object;
    std::string table;  // a reference to a VAL_TABLE_ instead of values
    std::vector<ValueName> names;
};

struct ValueTypeStatement {
    ObjectName object;
    int type = 0;  // 0 integer, 1 float, 2 double
};

struct MultiplexingStatement {
    ObjectName object;
    std::string multiplexor;
    std::vector<ValueRange> ranges;
};

struct SendersStatement {
    ObjectName object;
    std::vector<std::string> senders;
};

struct Statements {
    std::string file;
    std::string version;
    std::vector<std::string> nodes;
    std::vector<MessageStatement> messages;
    std::vector<CommentStatement> comments;
    std::vector<AttributeStatement> attributes;
    std::vector<AttributeDefinition> definitions;
    std::vector<AttributeDefault> defaults;
    std::vector<ValueNamesStatement> value_names;
    std::map<std::string, std::vector<ValueName>, std::less<>> value_tables;
    std::vector<ValueTypeStatement> value_types;
    std::vector<MultiplexingStatement> multiplexings;
    std::vector<SendersStatement> senders;
    std::vector<std::string> warnings;
};

}  // namespace ghostcar::can_bridge::dbc
