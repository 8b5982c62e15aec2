// SPDX-License-Identifier: Apache-2.0
// A test in one table, in the form that NI VeriStand reads:
//
//   timestamp,Pedals.Accelerator,#FLT_STATE#lost,#FLT_VALUE#lost,#EXP(2;2;50)#speed_kph
//   0,0,0,0,0
//   1000,40,0,0,
//   2500,40,1,0,25
//
// A row is about one tick of driving: at `timestamp` ms from the start its stimuli and faults enter
// the tick, and its expectations are held against the State that the tick leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_error.h"

namespace ghostcar::can_bridge::stimulus {

/// `#EXP(above;below;delay)#`: the channel may be so much above and below what is expected, and
/// every expectation counts from so many ms later on.
struct Tolerance {
    double above = 0.0;
    double below = 0.0;
    std::int64_t delay_ms = 0;
};

enum class ColumnKind : std::uint8_t { stimulus, fault_state, fault_value, expectation };

struct Column {
    ColumnKind kind = ColumnKind::stimulus;
    std::string channel;
    std::string header;  // as written
    Tolerance tolerance;
    std::size_t text_column = 1;  // where its header begins in its line
    std::size_t partner = 0;      // of a fault's state: the column of its value
};

/// An empty cell changes nothing; below an expectation it says that nothing is expected.
struct Row {
    std::int64_t time_ms = 0;
    std::vector<std::optional<double>> cells;  // one for each column
    std::size_t line = 1;
    std::vector<std::size_t> text_columns{};  // where each cell begins in its line
};

struct StimulusFile {
    std::string path;
    std::size_t header_line = 1;
    std::vector<Column> columns;  // without the time
    std::vector<Row> rows;        // at least one, times rise

    /// Throws model::ConfigError: path:line:column: what; what to do.
    static StimulusFile parse(std::string_view text, const std::string& path);

    /// A mistake in one cell, likewise.
    [[noreturn]] void fail(const Row& row, std::size_t cell, const std::string& found,
                           const std::string& remedy) const;

    /// A mistake in the header of a column, found by whoever knows the channels.
    [[noreturn]] void fail(const Column& column, const std::string& found,
                           const std::string& remedy) const;
};

}  // namespace ghostcar::can_bridge::stimulus
