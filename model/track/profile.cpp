// SPDX-License-Identifier: Apache-2.0
#include "model/track/profile.h"

#include <algorithm>
#include <utility>

namespace ghostcar::model {
namespace {

using Numbers = std::vector<double>;

/// Solves a tridiagonal system in place (Thomas); `right` becomes the solution. The systems of
/// splines are diagonally dominant, so no pivot is needed.
void solve_tridiagonal(const Numbers& lower, Numbers diagonal, const Numbers& upper,
                       Numbers& right) {
    const std::size_t n = right.size();
    for (std::size_t i = 1; i < n; ++i) {
        const double share = lower[i] / diagonal[i - 1];
        diagonal[i] -= share * upper[i - 1];
        right[i] -= share * right[i - 1];
    }
    right[n - 1] /= diagonal[n - 1];
    for (std::size_t i = n - 1; i > 0; --i)
        right[i - 1] = (right[i - 1] - upper[i - 1] * right[i]) / diagonal[i - 1];
}

/// The slopes m of the spline obey, with interval widths h and chord slopes d,
///   h[i] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i-1] m[i+1] = 3 (h[i] d[i-1] + h[i-1] d[i]),
/// where interval i begins at point i.
struct Intervals {
    Numbers widths;
    Numbers chords;
};

Intervals intervals_of(const Numbers& stations, const Numbers& values) {
    Intervals result;
    for (std::size_t i = 1; i < stations.size(); ++i) {
        result.widths.push_back(stations[i] - stations[i - 1]);
        result.chords.push_back((values[i] - values[i - 1]) / result.widths.back());
    }
    return result;
}

/// No curvature at either end: 2 m[0] + m[1] = 3 d[0].
Numbers natural_slopes(const Intervals& intervals) {
    const Numbers& h = intervals.widths;
    const Numbers& d = intervals.chords;
    const std::size_t n = h.size() + 1;
    Numbers lower(n, 1.0);
    Numbers diagonal(n, 2.0);
    Numbers upper(n, 1.0);
    Numbers right(n, 3.0 * d.front());
    right.back() = 3.0 * d.back();
    for (std::size_t i = 1; i + 1 < n; ++i) {
        lower[i] = h[i];
        diagonal[i] = 2.0 * (h[i - 1] + h[i]);
        upper[i] = h[i - 1];
        right[i] = 3.0 * (h[i] * d[i - 1] + h[i - 1] * d[i]);
    }
    solve_tridiagonal(lower, diagonal, upper, right);
    return right;
}

/// `intervals` goes once round, the last one back to the first point. The corner elements of the
/// cyclic system are taken out by a rank-one correction (Sherman and Morrison).
Numbers periodic_slopes(const Intervals& intervals) {
    const Numbers& h = intervals.widths;
    const Numbers& d = intervals.chords;
    const std::size_t n = h.size();
    const auto before = [n](std::size_t i) { return (i + n - 1) % n; };
    Numbers lower(n);
    Numbers diagonal(n);
    Numbers upper(n);
    Numbers right(n);
    for (std::size_t i = 0; i < n; ++i) {
        lower[i] = h[i];
        diagonal[i] = 2.0 * (h[before(i)] + h[i]);
        upper[i] = h[before(i)];
        right[i] = 3.0 * (h[i] * d[before(i)] + h[before(i)] * d[i]);
    }
    if (n == 2) {  // both neighbours of a point are the same point
        const double first = lower[0] + upper[0];
        const double second = lower[1] + upper[1];
        const double determinant = diagonal[0] * diagonal[1] - first * second;
        return {(right[0] * diagonal[1] - first * right[1]) / determinant,
                (diagonal[0] * right[1] - second * right[0]) / determinant};
    }
    const double corner_first = lower[0];     // element (0, n-1)
    const double corner_last = upper[n - 1];  // element (n-1, 0)
    const double gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[n - 1] -= corner_last * corner_first / gamma;
    Numbers correction(n, 0.0);
    correction[0] = gamma;
    correction[n - 1] = corner_last;
    solve_tridiagonal(lower, diagonal, upper, right);
    solve_tridiagonal(lower, diagonal, upper, correction);
    const double share = (right[0] + right[n - 1] * corner_first / gamma) /
                         (1.0 + correction[0] + correction[n - 1] * corner_first / gamma);
    for (std::size_t i = 0; i < n; ++i) right[i] -= share * correction[i];
    return right;
}

}  // namespace

Profile::Profile(std::vector<double> stations_m, std::vector<double> values)
    : stations_m_(std::move(stations_m)),
      values_(std::move(values)),
      slopes_(stations_m_.size(), 0.0) {}

Profile Profile::spline(std::vector<double> stations_m, std::vector<double> values, double length_m,
                        bool closed) {
    Profile result(std::move(stations_m), std::move(values));
    if (result.stations_m_.size() > 1) {
        Numbers stations = result.stations_m_;
        Numbers round = result.values_;
        if (closed) {
            stations.push_back(stations.front() + length_m);
            round.push_back(round.front());
        }
        const Intervals intervals = intervals_of(stations, round);
        result.slopes_ = closed ? periodic_slopes(intervals) : natural_slopes(intervals);
    }
    result.add_ends(length_m, closed);
    return result;
}

Profile Profile::stepwise_level(std::vector<double> stations_m, std::vector<double> values,
                                double length_m, bool closed) {
    Profile result(std::move(stations_m), std::move(values));
    result.add_ends(length_m, closed);
    return result;
}

void Profile::add_ends(double length_m, bool closed) {
    const auto insert_front = [this](double station_m, double value, double slope) {
        stations_m_.insert(stations_m_.begin(), station_m);
        values_.insert(values_.begin(), value);
        slopes_.insert(slopes_.begin(), slope);
    };
    const auto push_back = [this](double station_m, double value, double slope) {
        stations_m_.push_back(station_m);
        values_.push_back(value);
        slopes_.push_back(slope);
    };
    if (closed) {
        const double first_m = stations_m_.front();
        const double first = values_.front();
        const double first_slope = slopes_.front();
        insert_front(stations_m_.back() - length_m, values_.back(), slopes_.back());
        push_back(first_m + length_m, first, first_slope);
        return;
    }
    // Straight on beyond the first and last point of an open road.
    if (stations_m_.front() > 0.0)
        insert_front(0.0, values_.front() - stations_m_.front() * slopes_.front(), slopes_.front());
    if (stations_m_.back() < length_m)
        push_back(length_m, values_.back() + (length_m - stations_m_.back()) * slopes_.back(),
                  slopes_.back());
    else if (stations_m_.size() == 1)
        push_back(stations_m_.back() + 1.0, values_.back(), 0.0);
}

Profile::Interval Profile::interval(double station_m) const noexcept {
    const auto after = std::upper_bound(stations_m_.begin() + 1, stations_m_.end() - 1, station_m);
    const auto from = static_cast<std::size_t>(after - stations_m_.begin()) - 1;
    const double width_m = stations_m_[from + 1] - stations_m_[from];
    return {from, width_m, (station_m - stations_m_[from]) / width_m};
}

double Profile::value(double station_m) const noexcept {
    const auto [i, width_m, t] = interval(station_m);
    const double rest = 1.0 - t;
    // Written as a change from the first point, so that what is given as constant is it to the bit.
    return values_[i] + (values_[i + 1] - values_[i]) * t * t * (3.0 - 2.0 * t) +
           width_m * t * rest * (slopes_[i] * rest - slopes_[i + 1] * t);
}

double Profile::slope(double station_m) const noexcept {
    const auto [i, width_m, t] = interval(station_m);
    return 6.0 * t * (1.0 - t) * (values_[i + 1] - values_[i]) / width_m +
           slopes_[i] * (1.0 - t) * (1.0 - 3.0 * t) + slopes_[i + 1] * t * (3.0 * t - 2.0);
}

}  // namespace ghostcar::model
