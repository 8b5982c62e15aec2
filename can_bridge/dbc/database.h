// SPDX-License-Identifier: Apache-2.0
// What a DBC file describes, after its statements were brought together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "can_bridge/dbc/position.h"

namespace ghostcar::can_bridge::dbc {

enum class ByteOrder { little_endian, big_endian };
enum class ValueType { unsigned_integer, signed_integer, float16, float32, float64 };

[[nodiscard]] constexpr bool is_float(ValueType type) noexcept {
    return type == ValueType::float16 || type == ValueType::float32 || type == ValueType::float64;
}

struct AttributeValue {
    std::string text;              // as written, without quotation marks
    std::optional<double> number;  // if it was written as one
};
using Attributes = std::map<std::string, AttributeValue, std::less<>>;

/// One entry of a value table: "3" means "third gear".
struct ValueName {
    double value = 0.0;
    std::string name;
};

/// Both ends belong to it.
struct ValueRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

constexpr int no_multiplexor = -1;

struct Signal {
    std::string name;        // the long one if the file has one
    std::string short_name;  // the name in its SG_ statement
    int start_bit = 0;       // as in the file: least significant bit (little endian) or most
    int length_bits = 0;
    ByteOrder byte_order = ByteOrder::little_endian;
    ValueType type = ValueType::unsigned_integer;
    double scale = 1.0;
    double offset = 0.0;
    double minimum = 0.0;  // minimum = maximum = 0: the file states no range
    double maximum = 0.0;
    std::string unit;
    std::vector<std::string> receivers;

    bool is_multiplexor = false;
    int multiplexor = no_multiplexor;     // index of the signal that decides whether this one is
                                          // in the frame
    std::vector<ValueRange> present_for;  // … if its raw value lies in one of these

    std::vector<ValueName> value_names;
    std::string comment;
    Attributes attributes;
    std::optional<double> start_value;  // raw, of GenSigStartValue
    Position position;
};

struct Message {
    std::uint32_t id = 0;  // without flag bit
    bool is_extended = false;
    bool is_id_too_long = false;  // more than 11 bits without the flag: taken as extended
    bool is_fd = false;           // VFrameFormat, or longer than a classic frame
    std::string name;             // the long one if the file has one
    std::string short_name;
    int length = 0;  // bytes
    std::vector<std::string> senders;
    std::vector<Signal> signals;
    std::string comment;
    Attributes attributes;
    // Attributes that mean something here, their defaults included.
    std::optional<double> cycle_time_ms;  // GenMsgCycleTime
    std::optional<double> delay_time_ms;  // GenMsgDelayTime: the least time between two frames
    std::string send_type;                // the word of GenMsgSendType; "" if there is none
    Position position;
};

struct Node {
    std::string name;
    std::string comment;
    Attributes attributes;
};

struct Database {
    std::string file;
    std::string version;
    std::vector<Node> nodes;
    std::vector<Message> messages;
    std::map<std::string, std::vector<ValueName>, std::less<>> value_tables;
    std::string comment;
    Attributes attributes;
    std::vector<std::string> warnings;  // complete lines: "file:line:column: what"

    /// The last message of that id, as the established tools do when ids repeat.
    [[nodiscard]] const Message* find(std::uint32_t id, bool is_extended) const;
    [[nodiscard]] const Message* find(std::string_view name) const;
};

/// Reads the text of a DBC file in any of its character sets. Throws DbcError when the text is not
/// a DBC file; what is merely odd becomes a warning.
[[nodiscard]] Database load(std::string_view bytes, const std::string& file);

}  // namespace ghostcar::can_bridge::dbc
