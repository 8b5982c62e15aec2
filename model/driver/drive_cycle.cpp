// SPDX-License-Identifier: Apache-2.0
#include "model/driver/drive_cycle.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ghostcar::model {
namespace {

constexpr double ticks_per_s = 1000.0;

/// 0.3 s is 299.99999999999994 ticks: times that mean a tick are put on it.
double ticks_of(double t_s) {
    const double ticks = t_s * ticks_per_s;
    const double whole = std::floor(ticks + 0.5);
    return magnitude(ticks - whole) < 1e-6 ? whole : ticks;
}

}  // namespace

DriveCycle::DriveCycle(std::string name, CycleRemarks remarks, std::vector<CycleSample> samples)
    : name_(std::move(name)), remarks_(std::move(remarks)), samples_(std::move(samples)) {
    if (samples_.size() < 2 || !(samples_.front().t_s >= 0.0) ||
        !(samples_.back().t_s <= longest_s)) {
        throw std::invalid_argument("a cycle needs two samples or more, from 0 to 86400 s");
    }
    make_segments();
    make_slots();
}

void DriveCycle::make_segments() {
    segments_.reserve(samples_.size() + 1);
    orders_.reserve(samples_.size() + 1);
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const CycleSample& sample = samples_[i];
        const CycleSample& next = samples_[i + 1 < samples_.size() ? i + 1 : i];
        Segment segment{ticks_of(sample.t_s), sample.v_kph, 0.0, sample.grade_pct * 0.01, 0.0};
        if (&next != &sample) {
            const double length = ticks_of(next.t_s) - segment.begin;
            if (!(length > 0.0)) throw std::invalid_argument("the times of a cycle must rise");
            segment.v_slope = (next.v_kph - sample.v_kph) / length;
            segment.grade_slope = (next.grade_pct * 0.01 - segment.grade) / length;
            distance_m_ +=
                0.5 * (sample.v_kph + next.v_kph) * mps_per_kph * (next.t_s - sample.t_s);
        }
        segments_.push_back(segment);
        orders_.push_back(sample.order);
        maximum_kph_ = maximum(maximum_kph_, sample.v_kph);
        prescribes_gears_ = prescribes_gears_ || sample.order.gear > 0;
        has_grades_ = has_grades_ || sample.grade_pct != 0.0;
    }
    last_ = segments_.back().begin;
    segments_.push_back({std::numeric_limits<double>::infinity(), 0.0, 0.0, 0.0, 0.0});
    orders_.push_back({});
}

void DriveCycle::make_slots() {
    double shortest = last_;
    for (std::size_t i = 1; i < samples_.size(); ++i) {
        shortest = minimum(shortest, segments_[i].begin - segments_[i - 1].begin);
    }
    // Samples closer than a tick: slots of one tick are exact on ticks only, so it ends on one.
    if (shortest < 1.0) last_ = maximum(std::floor(last_), segments_.front().begin);
    duration_ticks_ =
        to_integer(std::ceil(last_), 0, to_integer(longest_s * ticks_per_s, 0, 1LL << 40));
    constexpr unsigned longest_shift = 20;
    while (slot_shift_ < longest_shift &&
           static_cast<double>(std::int64_t{2} << slot_shift_) <= shortest) {
        ++slot_shift_;
    }
    const std::int64_t width = std::int64_t{1} << slot_shift_;
    std::size_t index = 0;
    for (std::int64_t begin = 0; begin <= duration_ticks_; begin += width) {
        while (segments_[index + 1].begin <= static_cast<double>(begin)) ++index;
        slots_.push_back(static_cast<std::uint32_t>(index));
    }
}

}  // namespace ghostcar::model
