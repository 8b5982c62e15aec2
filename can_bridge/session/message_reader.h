// SPDX-License-Identifier: Apache-2.0
// One [[receive]] or [[send]] table and the message of the DBC file it names.
#pragma once

#include "can_bridge/session/can_config.h"

namespace ghostcar::can_bridge {

[[nodiscard]] PlannedReceive read_receive(model::TableReader& table, const dbc::Database& database);
[[nodiscard]] PlannedSend read_send(model::TableReader& table, const dbc::Database& database);

/// The parts that both have in common.
namespace message_reader {

struct Part {
    const dbc::Signal& signal;
    std::size_t index;
    SignalCodec codec;
};

/// "Not_Available", "not available" and "NotAvailable" are the same words: "notavailable".
[[nodiscard]] std::string letters_of(const std::string& text);
[[nodiscard]] const dbc::Message& find_message(model::TableReader& table,
                                               const dbc::Database& database);
/// The id of the file, or the one the table gives instead.
[[nodiscard]] MessageName name_of(model::TableReader& table, const dbc::Message& message);
[[nodiscard]] Part find_signal(model::TableReader& table, const dbc::Message& message,
                               const dbc::Database& database);
/// 0 when there is none; whole milliseconds.
[[nodiscard]] std::int64_t cycle_ticks(model::TableReader& table, const dbc::Message& message);
/// The bits that say "not available": given by the table, or named so in the file.
[[nodiscard]] std::optional<std::uint64_t> not_available(model::TableReader& table,
                                                         const Part& part);
/// target = source · factor + offset: as the table says, or from the units.
struct Conversion {
    double factor = 1.0;
    double offset = 0.0;
};
struct Quantity {
    std::string_view name;
    std::string_view unit;
};
/// The signal's unit is that of the file, unless the table has another.
[[nodiscard]] Quantity quantity_of(model::TableReader& table, const dbc::Signal& signal,
                                   std::string& unit);
[[nodiscard]] Conversion conversion(model::TableReader& table, Quantity source, Quantity target);

}  // namespace message_reader
}  // namespace ghostcar::can_bridge
