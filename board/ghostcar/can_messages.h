// SPDX-License-Identifier: Apache-2.0
// The messages of a DBC file with what the translation of their frames needs, worked out once per
// message: logs have millions of frames.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "can_bridge/dbc/database.h"
#include "can_bridge/message_codec.h"
#include "can_bridge/wide_integer.h"

namespace ghostcar::board {

/// A text as JSON, in quotation marks.
[[nodiscard]] std::string quoted(const std::string& text);

/// Indices are those of dbc::Message::signals.
struct KnownMessage {
    explicit KnownMessage(const can_bridge::dbc::Message& of);

    /// Is the frame long enough for the signal, and do all multiplexors above select it?
    [[nodiscard]] bool is_present(std::size_t index, const can_bridge::Frame& frame) const;

    const can_bridge::dbc::Message* message;
    can_bridge::MessageCodec codec;
    std::vector<std::optional<can_bridge::WideInteger>> wide;  // where there is no codec
    std::string quoted_name;
    std::vector<std::string> quoted_signals;
    /// How many multiplexors are above each signal.
    std::vector<std::size_t> depths;
    /// A name can stand in several groups of a multiplexor, so it can have several signals.
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name;
};

class KnownMessages {
public:
    /// `database` must outlive it.
    explicit KnownMessages(const can_bridge::dbc::Database& database) : database_(database) {}

    /// nullptr if the file has none.
    const KnownMessage* find(std::uint32_t id, bool is_extended);
    const KnownMessage& find(const can_bridge::dbc::Message& message);

private:
    const can_bridge::dbc::Database& database_;
    std::map<std::pair<std::uint32_t, bool>, const KnownMessage*> by_id_;
    std::map<const can_bridge::dbc::Message*, KnownMessage> known_;
};

}  // namespace ghostcar::board
