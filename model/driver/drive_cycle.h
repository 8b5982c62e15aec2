// SPDX-License-Identifier: Apache-2.0
// A drive cycle: the speed to be driven over time, with the gears and grades prescribed for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/math/numeric.h"

namespace ghostcar::model {

/// What a cycle asks of gear lever, clutch and key at a moment.
struct GearOrder {
    static constexpr std::int64_t free = -1;

    std::int64_t gear = free;  // free: the driver chooses; 0 neutral
    bool clutch_down = false;  // that gear in, clutch pressed ("K1")
    bool changing = false;     // the interval of a gear change to `gear` ("1>2")
    bool engine_off = false;   // a soak
};

struct CycleSample {
    double t_s = 0.0;
    double v_kph = 0.0;
    double grade_pct = 0.0;
    GearOrder order;
};

/// A part of the cycle that is also judged by itself. It ends where the next one begins.
struct CyclePhase {
    std::string name;
    double from_s = 0.0;
};

/// What a file says of itself.
struct CycleRemarks {
    std::string description;
    double tolerance_kph = 2.0;  // WLTP and ECE
    double tolerance_s = 1.0;
    std::vector<CyclePhase> phases;  // empty: the cycle is one
};

/// Linear between samples; an order holds from its sample to the next. Before the first sample its
/// speed holds, after the last one the last one's.
///
/// Any moment is found in constant time: time is cut into even slots no longer than the shortest
/// step between samples, so a slot knows the segment at its begin and at most one more begins in
/// it.
class DriveCycle {
public:
    static constexpr double longest_s = 86'400.0;  // a day; the slots then stay within 350 MB

    /// At least two samples, times not negative, rising, at most longest_s: throws
    /// std::invalid_argument otherwise (a reader has said it better before).
    DriveCycle(std::string name, CycleRemarks remarks, std::vector<CycleSample> samples);

    [[nodiscard]] double speed_kph(std::int64_t tick) const noexcept {
        const double time = clamped(tick);
        const Segment& segment = at(time);
        return segment.v_kph + segment.v_slope * (time - segment.begin);
    }
    [[nodiscard]] double grade(std::int64_t tick) const noexcept {
        if (!has_grades_) return 0.0;
        const double time = clamped(tick);
        const Segment& segment = at(time);
        return segment.grade + segment.grade_slope * (time - segment.begin);
    }
    [[nodiscard]] GearOrder order(std::int64_t tick) const noexcept {
        return orders_[static_cast<std::size_t>(&at(clamped(tick)) - segments_.data())];
    }

    [[nodiscard]] std::int64_t duration_ticks() const noexcept { return duration_ticks_; }
    [[nodiscard]] double duration_s() const noexcept { return samples_.back().t_s; }
    [[nodiscard]] double distance_m() const noexcept { return distance_m_; }  // trapezoids
    [[nodiscard]] double maximum_kph() const noexcept { return maximum_kph_; }
    [[nodiscard]] bool prescribes_gears() const noexcept { return prescribes_gears_; }
    [[nodiscard]] bool has_grades() const noexcept { return has_grades_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const CycleRemarks& remarks() const noexcept { return remarks_; }
    [[nodiscard]] const std::vector<CycleSample>& samples() const noexcept { return samples_; }

private:
    struct Segment {
        double begin;  // in ticks
        double v_kph;
        double v_slope;  // per tick
        double grade;
        double grade_slope;
    };

    void make_segments();
    void make_slots();

    [[nodiscard]] double clamped(std::int64_t tick) const noexcept {
        return clamp(static_cast<double>(tick), segments_.front().begin, last_);
    }
    [[nodiscard]] const Segment& at(double time) const noexcept {
        const auto slot = static_cast<std::size_t>(static_cast<std::int64_t>(time)) >> slot_shift_;
        const std::size_t index = slots_[slot];
        // The last segment is followed by one that begins at infinity.
        return segments_[index + (segments_[index + 1].begin <= time ? 1U : 0U)];
    }

    std::string name_;
    CycleRemarks remarks_;
    std::vector<CycleSample> samples_;
    std::vector<Segment> segments_;
    std::vector<GearOrder> orders_;
    std::vector<std::uint32_t> slots_;
    unsigned slot_shift_ = 0;  // a slot is 2^shift ticks
    double last_ = 0.0;        // in ticks
    std::int64_t duration_ticks_ = 0;
    double distance_m_ = 0.0;
    double maximum_kph_ = 0.0;
    bool prescribes_gears_ = false;
    bool has_grades_ = false;
};

}  // namespace ghostcar::model
