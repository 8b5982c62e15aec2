// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/stimulus/stimulus_file.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ghostcar::can_bridge::stimulus {
namespace {

constexpr std::string_view state_mark = "#FLT_STATE#";
constexpr std::string_view value_mark = "#FLT_VALUE#";
constexpr std::string_view expectation_mark = "#EXP(";
constexpr double longest_ms = 1e9;  // eleven days
constexpr const char* header_remedy =
    "write timestamp,channel,… with channels, #FLT_STATE#name, #FLT_VALUE#name or "
    "#EXP(above;below;delay_ms)#channel";

struct Cell {
    std::string_view text;  // without blanks and quotation marks around it
    std::size_t column = 1;
};

bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r';
}

/// A finite number, all of the text, with a sign or without.
std::optional<double> to_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value - value == 0.0))
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> to_milliseconds(std::string_view text) {
    const std::optional<double> value = to_number(text);
    if (!value || *value < 0.0 || *value > longest_ms) return std::nullopt;
    const auto whole = static_cast<std::int64_t>(*value);
    return static_cast<double>(whole) == *value ? std::optional(whole) : std::nullopt;
}

class Parser {
public:
    Parser(std::string_view text, const std::string& path) : rest_(text) { file_.path = path; }

    StimulusFile parse() {
        if (rest_.substr(0, 3) == "\xEF\xBB\xBF") rest_.remove_prefix(3);
        if (!next_line()) fail(1, "found nothing", header_remedy);
        read_header();
        while (next_line()) read_row();
        if (file_.rows.empty())
            fail(1, "found no row below the header", "write at least one, such as 0,…");
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(std::size_t column, const std::string& found,
                           const std::string& remedy) const {
        throw model::ConfigError(file_.path + ":" + std::to_string(line_ == 0 ? 1 : line_) + ":" +
                                 std::to_string(column) + ": " + found + "; " + remedy);
    }

    static std::string quoted(std::string_view text) {
        constexpr std::size_t longest = 60;
        return "\"" + std::string(text.substr(0, longest)) + (text.size() > longest ? "…\"" : "\"");
    }

    /// The next line that is not blank, in cells.
    bool next_line() {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            const std::string_view line = rest_.substr(0, end);
            rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
            ++line_;
            if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
            split(line);
            return true;
        }
        return false;
    }

    void split(std::string_view line) {
        cells_.clear();
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t comma = line.find(',', begin);
            std::size_t first = begin;
            std::size_t end = comma == std::string_view::npos ? line.size() : comma;
            begin = end + 1;
            while (first < end && is_blank(line[first])) ++first;
            while (end > first && is_blank(line[end - 1])) --end;
            if (end - first >= 2 && line[first] == '"' && line[end - 1] == '"') {
                ++first;
                --end;
            }
            cells_.push_back({line.substr(first, end - first), first + 1});
        }
    }

    void read_header() {
        file_.header_line = line_;
        if (cells_.front().text != "timestamp")
            fail(cells_.front().column, "found " + quoted(cells_.front().text) + " as first column",
                 header_remedy);
        if (cells_.size() == 1) fail(1, "found no column but timestamp", header_remedy);
        for (std::size_t index = 1; index < cells_.size(); ++index) {
            Column column = column_from(cells_[index]);
            for (const Column& other : file_.columns)
                if (other.kind == column.kind && other.channel == column.channel)
                    fail(cells_[index].column, "found " + quoted(column.header) + " twice",
                         "leave one of them out");
            file_.columns.push_back(std::move(column));
        }
        pair(ColumnKind::fault_state, ColumnKind::fault_value, value_mark);
        pair(ColumnKind::fault_value, ColumnKind::fault_state, state_mark);
    }

    Column column_from(const Cell& cell) const {
        Column column;
        column.header = std::string(cell.text);
        column.text_column = cell.column;
        std::string_view channel = cell.text;
        if (channel.substr(0, state_mark.size()) == state_mark) {
            column.kind = ColumnKind::fault_state;
            channel.remove_prefix(state_mark.size());
        } else if (channel.substr(0, value_mark.size()) == value_mark) {
            column.kind = ColumnKind::fault_value;
            channel.remove_prefix(value_mark.size());
        } else if (channel.substr(0, expectation_mark.size()) == expectation_mark) {
            column.kind = ColumnKind::expectation;
            const std::size_t end = channel.find(")#");
            if (end == std::string_view::npos)
                fail(cell.column, "found " + quoted(cell.text) + " without )#", header_remedy);
            column.tolerance = tolerance_from(
                cell, channel.substr(expectation_mark.size(), end - expectation_mark.size()));
            channel.remove_prefix(end + 2);
        } else if (!channel.empty() && channel.front() == '#') {
            fail(cell.column, "found the unknown mark " + quoted(cell.text), header_remedy);
        }
        if (channel.empty()) fail(cell.column, "found a column without a channel", header_remedy);
        column.channel = std::string(channel);
        return column;
    }

    Tolerance tolerance_from(const Cell& cell, std::string_view text) const {
        constexpr const char* remedy =
            "write #EXP(above;below;delay_ms)# with two numbers of at least 0 and whole ms";
        std::vector<std::string_view> parts;
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = std::min(text.find(';', begin), text.size());
            parts.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        if (parts.size() != 3) fail(cell.column, "found " + quoted(text) + " as tolerance", remedy);
        const std::optional<double> above = to_number(parts[0]);
        const std::optional<double> below = to_number(parts[1]);
        const std::optional<std::int64_t> delay_ms = to_milliseconds(parts[2]);
        if (!above || !below || !delay_ms || *above < 0.0 || *below < 0.0)
            fail(cell.column, "found " + quoted(text) + " as tolerance", remedy);
        return {*above, *below, *delay_ms};
    }

    /// The state and the value of a fault come together.
    void pair(ColumnKind kind, ColumnKind partner, std::string_view mark) {
        for (Column& column : file_.columns) {
            if (column.kind != kind) continue;
            bool is_found = false;
            for (std::size_t index = 0; index < file_.columns.size(); ++index) {
                const Column& other = file_.columns[index];
                if (other.kind != partner || other.channel != column.channel) continue;
                column.partner = index;
                is_found = true;
            }
            if (!is_found)
                fail(column.text_column, "found " + quoted(column.header) + " alone",
                     "add a column " + std::string(mark) + column.channel);
        }
    }

    void read_row() {
        if (cells_.size() != file_.columns.size() + 1)
            fail(cells_.back().column,
                 "found " + std::to_string(cells_.size()) + " cells; the header has " +
                     std::to_string(file_.columns.size() + 1),
                 "write one for each column; it may be empty");
        const std::optional<std::int64_t> time_ms = to_milliseconds(cells_.front().text);
        if (!time_ms)
            fail(cells_.front().column, "found " + quoted(cells_.front().text) + " as timestamp",
                 "write whole milliseconds from 0 to 1000000000");
        if (!file_.rows.empty() && *time_ms <= file_.rows.back().time_ms)
            fail(cells_.front().column,
                 "found " + std::to_string(*time_ms) + " behind " +
                     std::to_string(file_.rows.back().time_ms),
                 "timestamps rise from row to row");
        Row row{*time_ms, {}, line_};
        for (std::size_t index = 0; index < file_.columns.size(); ++index) {
            row.cells.push_back(cell_from(cells_[index + 1], file_.columns[index]));
            row.text_columns.push_back(cells_[index + 1].column);
        }
        file_.rows.push_back(std::move(row));
    }

    [[nodiscard]] std::optional<double> cell_from(const Cell& cell, const Column& column) const {
        if (cell.text.empty()) return std::nullopt;
        const std::optional<double> value = to_number(cell.text);
        if (!value)
            fail(cell.column, "found " + quoted(cell.text) + " below " + column.header,
                 "write a number or nothing");
        if (column.kind == ColumnKind::fault_state && *value != 0.0 && *value != 1.0)
            fail(cell.column, "found " + quoted(cell.text) + " below " + column.header,
                 "write 0 (no fault) or 1 (fault)");
        return value;
    }

    std::string_view rest_;
    std::size_t line_ = 0;
    std::vector<Cell> cells_;
    StimulusFile file_;
};

}  // namespace

StimulusFile StimulusFile::parse(std::string_view text, const std::string& path) {
    return Parser(text, path).parse();
}

void StimulusFile::fail(const Column& column, const std::string& found,
                        const std::string& remedy) const {
    throw model::ConfigError(path + ":" + std::to_string(header_line) + ":" +
                             std::to_string(column.text_column) + ": " + found + "; " + remedy);
}

void StimulusFile::fail(const Row& row, std::size_t cell, const std::string& found,
                        const std::string& remedy) const {
    throw model::ConfigError(path + ":" + std::to_string(row.line) + ":" +
                             std::to_string(row.text_columns.at(cell)) + ": " + found + "; " +
                             remedy);
}

}  // namespace ghostcar::can_bridge::stimulus
