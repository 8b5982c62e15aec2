// SPDX-License-Identifier: Apache-2.0
// Reads a CSV row by row as loggers, spreadsheets and editors write it: a byte order mark, Windows
// line ends, spaces, blank lines and `#` comments are harmless; everything else is checked. Works
// on text, so the caller does the input. Each error is one line: file:line: what; what to do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config/config_error.h"
#include "model/config/table_reader.h"

namespace ghostcar::model {

class CsvReader {
public:
    /// Reads to the end of the header. `path` is for messages, `columns` for the remedy in them
    /// ("t_s,v_kph[,gear]"). The text must outlive the reader.
    CsvReader(std::string_view text, std::string path, std::string columns);

    /// `# key: value` lines above the header, in their order.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& remarks() const noexcept {
        return remarks_;
    }
    [[nodiscard]] const std::vector<std::string>& header() const noexcept { return header_; }

    /// The next row: one trimmed cell for each column; false at the end.
    bool next();
    [[nodiscard]] std::string_view cell(std::size_t column) const noexcept {
        return cells_[column];
    }
    /// A cell as a finite number in a range.
    [[nodiscard]] double number(std::size_t column, Range range) const;
    /// Times must rise: fails, saying which way they do not.
    void require_rising(double before_s, double now_s) const;
    [[nodiscard]] std::size_t line() const noexcept { return line_; }

    /// A mistake in the line read last (or, at the end of an empty file, in line 1).
    [[noreturn]] void fail(const std::string& found, const std::string& remedy) const;

private:
    bool next_line(std::string_view& result);
    bool next_content_line(std::string_view& result);
    void read_remark(std::string_view text);
    void read_header(std::string_view text);
    void split(std::string_view text);
    void require_text() const;

    std::string_view rest_;
    std::string path_;
    std::string columns_;
    std::size_t line_ = 0;
    std::vector<std::pair<std::string, std::string>> remarks_;
    std::vector<std::string> header_;
    std::vector<std::string_view> cells_;
};

/// A number for messages: at most nine digits, no useless zeros.
[[nodiscard]] std::string short_text(double value);

}  // namespace ghostcar::model
