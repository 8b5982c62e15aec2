// SPDX-License-Identifier: Apache-2.0
#include "model/driver/drive_cycle_reader.h"

#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include "model/config/csv_reader.h"
#include "model/vehicle/gearbox.h"

namespace ghostcar::model {
namespace {

constexpr const char* columns_text = "t_s,v_kph[,gear][,grade_pct]";

/// Where each column is.
struct Columns {
    std::size_t time = 0;
    std::size_t speed = 0;
    std::optional<std::size_t> gear;
    std::optional<std::size_t> grade;
};

Columns columns_of(const CsvReader& csv) {
    std::optional<std::size_t> time;
    std::optional<std::size_t> speed;
    Columns columns;
    for (std::size_t i = 0; i < csv.header().size(); ++i) {
        const std::string& name = csv.header()[i];
        if (name == "t_s") {
            time = i;
        } else if (name == "v_kph") {
            speed = i;
        } else if (name == "gear") {
            columns.gear = i;
        } else if (name == "grade_pct") {
            columns.grade = i;
        } else {
            csv.fail("the column \"" + name + "\" is unknown",
                     std::string("write the header ") + columns_text);
        }
    }
    if (!time || !speed) {
        csv.fail(std::string("the header has no column ") + (time ? "v_kph" : "t_s"),
                 std::string("write the header ") + columns_text);
    }
    columns.time = *time;
    columns.speed = *speed;
    return columns;
}

std::optional<std::int64_t> gear_number(std::string_view text) {
    std::int64_t gear = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gear);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (gear < 0 || gear > highest_gear) return std::nullopt;
    return gear;
}

GearOrder order_from(const CsvReader& csv, std::string_view text) {
    GearOrder order;
    if (text.empty()) return order;
    if (text == "off") {
        order.gear = 0;
        order.engine_off = true;
        return order;
    }
    if (text == "PM" || text == "N") {
        order.gear = 0;
        return order;
    }
    std::optional<std::int64_t> gear;
    const std::size_t change = text.find('>');
    if (text.front() == 'K') {
        gear = gear_number(text.substr(1));
        order.clutch_down = true;
    } else if (change != std::string_view::npos && gear_number(text.substr(0, change))) {
        gear = gear_number(text.substr(change + 1));
        order.changing = true;
    } else {
        gear = gear_number(text);
    }
    if (!gear) {
        csv.fail("gear: \"" + std::string(text.substr(0, 20)) + "\" is not a gear",
                 "write 0 (neutral) to " + std::to_string(highest_gear) +
                     ", PM, K1 (clutch pressed), 1>2 (change), off (engine off), or nothing");
    }
    order.gear = *gear;
    return order;
}

/// A number in a remark, or nothing.
std::optional<double> number_in(std::string_view text, Range range) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !range.contains(value)) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

CycleRemarks cycle_remarks(const CsvReader& csv) {
    CycleRemarks result;
    const auto require = [&csv](std::optional<double> number, const std::string& key,
                                const char* remedy) {
        if (!number) csv.fail("the remark \"# " + key + ":\" has no fitting number", remedy);
        return *number;
    };
    for (const auto& [key, value] : csv.remarks()) {
        if (key == "description") {
            result.description = value;
        } else if (key == "tolerance_kph" || key == "tolerance_s") {
            double& tolerance = key == "tolerance_s" ? result.tolerance_s : result.tolerance_kph;
            tolerance = require(number_in(value, Range::between(0.0, 100.0)), key,
                                "write a number from 0 to 100");
        } else if (key == "phase") {
            const std::size_t space = value.find(' ');
            const std::string begin = space == std::string::npos ? "" : value.substr(space + 1);
            const double after = result.phases.empty() ? 0.0 : result.phases.back().from_s;
            const double from_s =
                require(number_in(begin, Range::between(after, DriveCycle::longest_s)), key,
                        "write \"# phase: name second\", seconds rising");
            result.phases.push_back({value.substr(0, space), from_s});
        }
    }
    return result;
}

DriveCycle read_drive_cycle(std::string_view text, const std::string& path,
                            const std::string& name) {
    CsvReader csv(text, path, columns_text);
    const Columns columns = columns_of(csv);
    CycleRemarks remarks = cycle_remarks(csv);
    std::vector<CycleSample> samples;
    while (csv.next()) {
        CycleSample sample;
        sample.t_s = csv.number(columns.time, Range::between(0.0, DriveCycle::longest_s));
        sample.v_kph = csv.number(columns.speed, Range::between(0.0, 500.0));
        if (columns.grade) {
            sample.grade_pct = csv.number(*columns.grade, Range::between(-50.0, 50.0));
        }
        if (columns.gear) sample.order = order_from(csv, csv.cell(*columns.gear));
        if (!samples.empty()) csv.require_rising(samples.back().t_s, sample.t_s);
        samples.push_back(sample);
    }
    if (samples.size() < 2) {
        csv.fail(samples.empty() ? "the file has a header and no rows" : "one row is no cycle",
                 "write one row a sample");
    }
    return {name, std::move(remarks), std::move(samples)};
}

}  // namespace ghostcar::model
