// SPDX-License-Identifier: Apache-2.0
// The tables of a track file that give a quantity along the road: station_m, and a column for each
// quantity. What is not smooth enough to drive on is refused.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/config/table_reader.h"
#include "model/track/profile.h"

namespace ghostcar::model {

/// What a column may contain, and how fast it may change.
struct ColumnRules {
    std::string_view key;
    Range range;
    double unit;             // what one of the file is in SI
    double steepest_per_m;   // in SI
    double sharpest_per_m2;  // likewise; only splines can be too sharp
    bool is_spline;
};

/// One table, with its stations already read and checked against the road's length.
class ProfileTable {
public:
    ProfileTable(TableReader reader, double length_m, bool closed);

    [[nodiscard]] bool has(std::string_view key) { return reader_.has(key); }
    [[nodiscard]] Profile column(const ColumnRules& rules);
    /// Throws for keys nobody asked for.
    void finish() const { reader_.finish(); }
    [[nodiscard]] const TableReader& reader() const noexcept { return reader_; }

private:
    void require_smooth(const Profile& profile, const ColumnRules& rules) const;

    TableReader reader_;
    double length_m_;
    bool closed_;
    std::vector<double> stations_m_;
};

}  // namespace ghostcar::model
