// SPDX-License-Identifier: Apache-2.0
#include "model/config/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace ghostcar::model {
namespace {

constexpr std::string_view spaces = " \t";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

/// What somebody wrote, for a message: short, and without anything that spoils a terminal.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "\"";
    for (const char letter : text.substr(0, longest)) {
        const auto code = static_cast<unsigned char>(letter);
        result += code < 0x20 || code == 0x7f ? '?' : letter;
    }
    return result + (text.size() > longest ? "…\"" : "\"");
}

bool is_number_like(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789+-.,eE") == std::string_view::npos;
}

}  // namespace

std::string short_text(double value) {
    std::ostringstream out;
    out.precision(9);
    out << value;
    return out.str();
}

CsvReader::CsvReader(std::string_view text, std::string path, std::string columns)
    : rest_(text), path_(std::move(path)), columns_(std::move(columns)) {
    require_text();
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (rest_.substr(0, byte_order_mark.size()) == byte_order_mark) {
        rest_.remove_prefix(byte_order_mark.size());
    }
    std::string_view line;
    if (!next_content_line(line)) {
        fail("the file is empty", "write the header " + columns_ + " and one row a sample");
    }
    read_header(line);
}

void CsvReader::require_text() const {
    if (rest_.substr(0, 2) == "\xFF\xFE" || rest_.substr(0, 2) == "\xFE\xFF") {
        fail("the file is UTF-16", "save it as \"CSV UTF-8\"");
    }
    if (rest_.substr(0, 4096).find('\0') != std::string_view::npos) {
        fail("the file is not text", "save the table as CSV");
    }
}

/// Ends at \n, \r\n or a lone \r.
bool CsvReader::next_line(std::string_view& result) {
    if (rest_.empty()) return false;
    ++line_;
    const std::size_t end = rest_.find_first_of("\r\n");
    result = rest_.substr(0, end);
    if (end == std::string_view::npos) {
        rest_ = {};
        return true;
    }
    const bool two = rest_.substr(end, 2) == "\r\n";
    rest_.remove_prefix(end + (two ? 2 : 1));
    return true;
}

bool CsvReader::next_content_line(std::string_view& result) {
    while (next_line(result)) {
        result = trimmed(result);
        if (result.empty()) continue;
        if (result.front() != '#') return true;
        if (header_.empty()) read_remark(result.substr(1));
    }
    return false;
}

void CsvReader::read_remark(std::string_view text) {
    const std::size_t colon = text.find(": ");
    if (colon == std::string_view::npos) return;
    remarks_.emplace_back(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)));
}

void CsvReader::read_header(std::string_view text) {
    const std::string remedy = "write the header " + columns_;
    if (text.find(',') == std::string_view::npos && text.find(';') != std::string_view::npos) {
        fail("the columns are separated by semicolons",
             "separate them by commas and write decimal points");
    }
    if (text.find(',') == std::string_view::npos && text.find('\t') != std::string_view::npos) {
        fail("the columns are separated by tabs", "separate them by commas");
    }
    split(text);
    if (is_number_like(cells_.front())) fail("the first line is data, not a header", remedy);
    for (const std::string_view name : cells_) {
        if (name.empty()) fail("the header has a column without a name", remedy);
        if (std::find(header_.begin(), header_.end(), name) != header_.end()) {
            fail("the column " + quoted(name) + " appears twice", "name each column once");
        }
        header_.emplace_back(name);
    }
}

void CsvReader::split(std::string_view text) {
    cells_.clear();
    for (;;) {
        const std::size_t comma = text.find(',');
        cells_.push_back(trimmed(text.substr(0, comma)));
        if (comma == std::string_view::npos) return;
        text.remove_prefix(comma + 1);
    }
}

bool CsvReader::next() {
    std::string_view line;
    while (next_content_line(line)) {
        // A spreadsheet leaves rows of empty cells below the table.
        if (line.find_first_not_of(", \t") == std::string_view::npos) continue;
        split(line);
        if (cells_.size() != header_.size()) {
            const std::string found = std::to_string(cells_.size()) +
                                      (cells_.size() == 1 ? " value" : " values") +
                                      " where the header names " + std::to_string(header_.size());
            fail(found, cells_.size() > header_.size()
                            ? "write decimal points, not commas, and one value a column"
                            : "write one value a column");
        }
        return true;
    }
    return false;
}

double CsvReader::number(std::size_t column, Range range) const {
    const std::string_view text = cells_[column];
    const std::string& name = header_[column];
    if (text.empty()) fail(name + " is missing", "write a number, or leave out the row");
    const char* begin = text.data();
    const char* end = text.data() + text.size();
    if (*begin == '+') ++begin;
    double value = 0.0;
    const auto [stopped, error] = std::from_chars(begin, end, value);
    if (error == std::errc::result_out_of_range) {
        fail(name + ": " + quoted(text) + " is too large or too small", "must be " + range.text());
    }
    if (error != std::errc() || stopped != end) {
        fail(name + ": " + quoted(text) + " is not a number",
             "write digits with a decimal point, no unit and no quotes");
    }
    if (!range.contains(value)) fail(name + ": found " + quoted(text), "must be " + range.text());
    return value;
}

void CsvReader::require_rising(double before_s, double now_s) const {
    if (now_s > before_s) return;
    if (now_s == before_s) {
        fail("the time " + short_text(now_s) + " s appears twice", "keep one of the rows");
    }
    fail("the time goes back from " + short_text(before_s) + " to " + short_text(now_s) + " s",
         "sort the rows by t_s; cut logs of several runs apart");
}

void CsvReader::fail(const std::string& found, const std::string& remedy) const {
    throw ConfigError(path_ + ":" + std::to_string(line_ == 0 ? 1 : line_) + ": " + found + "; " +
                      remedy);
}

}  // namespace ghostcar::model
