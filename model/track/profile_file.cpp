// SPDX-License-Identifier: Apache-2.0
#include "model/track/profile_file.h"

#include <string>
#include <utility>

#include "model/math/numeric.h"
#include "model/track/measure_text.h"

namespace ghostcar::model {
namespace {

constexpr std::size_t most_points = 10000;
// Two points nearer than this are a jump.
constexpr double smallest_distance_m = 1.0;
// A point so near to the end of a circuit is meant for it, and must agree with the first.
constexpr double at_the_end_m = 0.01;
constexpr double same_value = 1e-9;

}  // namespace

ProfileTable::ProfileTable(TableReader reader, double length_m, bool closed)
    : reader_(std::move(reader)),
      length_m_(length_m),
      closed_(closed),
      stations_m_(reader_.numbers("station_m", Range::not_negative())) {
    if (stations_m_.size() > most_points)
        reader_.fail("station_m", "found " + std::to_string(stations_m_.size()) + " stations",
                     "write at most " + std::to_string(most_points));
    if (stations_m_.front() != 0.0)
        reader_.fail("station_m", "begins at " + metres(stations_m_.front()), "begin at 0");
    for (std::size_t i = 1; i < stations_m_.size(); ++i) {
        const double distance_m = stations_m_[i] - stations_m_[i - 1];
        if (distance_m < smallest_distance_m)
            reader_.fail("station_m",
                         "number " + std::to_string(i + 1) + " is " + metres(distance_m) +
                             " after the one before",
                         "write them in increasing order, at least " + metres(smallest_distance_m) +
                             " apart");
    }
    if (stations_m_.back() > length_m + at_the_end_m)
        reader_.fail("station_m", "reaches " + metres(stations_m_.back()),
                     "the road ends at " + metres(length_m));
}

Profile ProfileTable::column(const ColumnRules& rules) {
    std::vector<double> values = reader_.numbers(rules.key, rules.range);
    if (values.size() != stations_m_.size())
        reader_.fail(rules.key, "found " + std::to_string(values.size()) + " numbers",
                     "write " + std::to_string(stations_m_.size()) + ", one for each station_m");
    for (double& value : values) value *= rules.unit;
    std::vector<double> stations_m = stations_m_;
    if (closed_ && stations_m.size() > 1 && stations_m.back() > length_m_ - at_the_end_m) {
        const double miss = values.back() - values.front();
        if (magnitude(miss) > same_value)
            reader_.fail(rules.key,
                         "the last number is " + plain(magnitude(miss) / rules.unit) +
                             (miss > 0.0 ? " above" : " below") + " the first",
                         "the circuit ends where it begins: make them equal");
        values.pop_back();
        stations_m.pop_back();
    }
    Profile result =
        rules.is_spline
            ? Profile::spline(std::move(stations_m), std::move(values), length_m_, closed_)
            : Profile::stepwise_level(std::move(stations_m), std::move(values), length_m_, closed_);
    require_smooth(result, rules);
    return result;
}

void ProfileTable::require_smooth(const Profile& profile, const ColumnRules& rules) const {
    constexpr double step_m = 0.5;
    double slope_before = profile.slope(0.0);
    for (double station_m = step_m; station_m <= length_m_; station_m += step_m) {
        const double slope = profile.slope(station_m);
        if (magnitude(slope) > rules.steepest_per_m)
            reader_.fail(rules.key,
                         "jumps at station " + metres(station_m) + ": it changes by " +
                             plain(magnitude(slope) / rules.unit) + " per metre",
                         "let it change over a longer way, by at most " +
                             plain(rules.steepest_per_m / rules.unit) + " per metre");
        const double bend = magnitude(slope - slope_before) / step_m;
        if (bend > rules.sharpest_per_m2)
            reader_.fail(rules.key,
                         "has a kink at station " + metres(station_m) + ": a radius of " +
                             metres(1.0 / bend),
                         "round it to at least " + metres(1.0 / rules.sharpest_per_m2));
        slope_before = slope;
    }
}

}  // namespace ghostcar::model
