// SPDX-License-Identifier: Apache-2.0
#include "model/judge/drive_trace.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

constexpr double standing_mps = 0.03;
constexpr double effective_mass_factor = 1.015;
std::vector<double> five_point_mean(const std::vector<double>& x) {
    std::vector<double> y = x;
    for (std::size_t i = 2; i + 2 < x.size(); ++i) {
        y[i] = (x[i - 2] + x[i - 1] + x[i] + x[i + 1] + x[i + 2]) / 5.0;
    }
    return y;
}

std::vector<double> filtered_mps(std::vector<double> kph) {
    for (double& value : kph) value /= 3.6;
    std::vector<double> result = five_point_mean(five_point_mean(kph));
    for (double& value : result) {
        if (value <= standing_mps) value = 0.0;
    }
    return result;
}

/// Work, distance and speed changes of one trace.
struct Sums {
    double cycle_energy_j = 0.0;
    double distance_m = 0.0;
    double speed_change_mps = 0.0;
    double inertial_work_j = 0.0;
};

Sums sums_of(const std::vector<double>& v, const DriveTraceLoad& load, std::size_t begin,
             std::size_t end) {
    const double mass_kg = effective_mass_factor * load.mass_kg;
    Sums sums;
    for (std::size_t i = begin; i < end; ++i) {
        const bool inside = i > 0 && i + 1 < v.size();
        const double a = inside ? (v[i + 1] - v[i - 1]) / (2.0 * drive_trace_step_s) : 0.0;
        const double distance_m = i > 0 ? drive_trace_step_s * v[i] : 0.0;
        const double inertial_n = mass_kg * a;
        const double road_n =
            load.f0_n + load.f1_n_per_mps * v[i] + load.f2_n_per_mps2 * v[i] * v[i];
        sums.cycle_energy_j += maximum(0.0, road_n + inertial_n) * distance_m;
        sums.distance_m += distance_m;
        sums.speed_change_mps += drive_trace_step_s * magnitude(a);
        if (inertial_n > 0.0) sums.inertial_work_j += inertial_n * distance_m;
    }
    return sums;
}

std::optional<double> relative_pct(double driven, double target) {
    if (!(target > 0.0)) return std::nullopt;
    return 100.0 * (driven - target) / target;
}

}  // namespace

DriveTrace::DriveTrace(std::vector<double> target_kph, std::vector<double> driven_kph,
                       const DriveTolerance& tolerance) {
    if (target_kph.empty() || target_kph.size() != driven_kph.size()) {
        throw std::invalid_argument("target and driven speed must have the same number of samples");
    }
    find_excursions(target_kph, driven_kph, tolerance);
    target_mps_ = filtered_mps(std::move(target_kph));
    driven_mps_ = filtered_mps(std::move(driven_kph));
}

void DriveTrace::find_excursions(const std::vector<double>& target_kph,
                                 const std::vector<double>& driven_kph,
                                 const DriveTolerance& tolerance) {
    const auto reach =
        static_cast<std::size_t>(to_integer(tolerance.s / drive_trace_step_s + 1e-6, 0, 1'000'000));
    const std::size_t count = target_kph.size();
    bool was_outside = false;
    for (std::size_t i = 0; i < count; ++i) {
        double high = target_kph[i];
        double low = target_kph[i];
        const std::size_t last = i + reach < count ? i + reach : count - 1;
        for (std::size_t j = i > reach ? i - reach : 0; j <= last; ++j) {
            high = maximum(high, target_kph[j]);
            low = minimum(low, target_kph[j]);
        }
        const double above_kph = driven_kph[i] - (high + tolerance.kph);
        const double below_kph = (low - tolerance.kph) - driven_kph[i];
        const bool outside = above_kph > edge_slack_kph || below_kph > edge_slack_kph;
        if (outside) {
            if (!was_outside) {
                excursions_.push_back({static_cast<double>(i) / 10.0, 0.0, 0.0});
            }
            Excursion& excursion = excursions_.back();
            excursion.duration_s += drive_trace_step_s;
            const double distance_kph = above_kph > below_kph ? above_kph : -below_kph;
            if (magnitude(distance_kph) > magnitude(excursion.worst_kph)) {
                excursion.worst_kph = distance_kph;
            }
        }
        was_outside = outside;
    }
    // A tenth added many times is not a tenth times many.
    for (Excursion& excursion : excursions_) {
        excursion.duration_s = std::floor(excursion.duration_s * 10.0 + 0.5) / 10.0;
    }
}

DriveIndices DriveTrace::indices(const DriveTraceLoad& load) const {
    return indices(load, 0, samples());
}

DriveIndices DriveTrace::indices(const DriveTraceLoad& load, std::size_t begin,
                                 std::size_t end) const {
    end = end < samples() ? end : samples();
    const Sums target = sums_of(target_mps_, load, begin, end);
    const Sums driven = sums_of(driven_mps_, load, begin, end);
    DriveIndices result;
    result.er_pct = relative_pct(driven.cycle_energy_j, target.cycle_energy_j);
    result.dr_pct = relative_pct(driven.distance_m, target.distance_m);
    result.ascr_pct = relative_pct(driven.speed_change_mps, target.speed_change_mps);
    result.iwr_pct = relative_pct(driven.inertial_work_j, target.inertial_work_j);
    // Whoever has done work has come some way: where there is an ER there is a DR.
    if (result.er_pct && driven.cycle_energy_j > 0.0) {
        result.eer_pct =
            100.0 * (1.0 - (1.0 + *result.dr_pct / 100.0) / (1.0 + *result.er_pct / 100.0));
    }
    double squares = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        const double error_mps = driven_mps_[i] - target_mps_[i];
        squares += error_mps * error_mps;
    }
    if (end > begin) result.rmsse_kph = 3.6 * std::sqrt(squares / static_cast<double>(end - begin));

    const double begin_s = static_cast<double>(begin) * drive_trace_step_s - 1e-6;
    const double end_s = static_cast<double>(end) * drive_trace_step_s - 1e-6;
    double tenths = 0.0;
    for (const Excursion& excursion : excursions_) {
        if (excursion.from_s < begin_s || excursion.from_s >= end_s) continue;
        ++result.excursions;
        result.longest_excursion_s = maximum(result.longest_excursion_s, excursion.duration_s);
        tenths += std::floor(excursion.duration_s * 10.0 + 0.5);
    }
    result.total_excursion_s = tenths / 10.0;
    return result;
}

VerdictKind drive_trace_verdict(const DriveIndices& indices) noexcept {
    if (!indices.iwr_pct) return VerdictKind::none;
    const bool good = *indices.iwr_pct > lowest_iwr_pct && *indices.iwr_pct < highest_iwr_pct &&
                      indices.rmsse_kph < highest_rmsse_kph;
    return good ? VerdictKind::passed : VerdictKind::failed;
}

std::vector<double> at_10_hz(const std::vector<double>& t_s, const std::vector<double>& v_kph,
                             double begin_s, std::size_t count) {
    constexpr double same_s = 1e-6;
    std::vector<double> result;
    result.reserve(count);
    std::size_t segment = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double time_s = begin_s + static_cast<double>(i) / 10.0;
        while (segment + 2 < t_s.size() && t_s[segment + 1] <= time_s + same_s) ++segment;
        const std::size_t next = segment + 1 < t_s.size() ? segment + 1 : segment;
        if (time_s <= t_s[segment] + same_s) {
            result.push_back(v_kph[segment]);
        } else if (time_s >= t_s[next] - same_s) {
            result.push_back(v_kph[next]);
        } else {
            const double share = (time_s - t_s[segment]) / (t_s[next] - t_s[segment]);
            result.push_back(blend(v_kph[segment], v_kph[next], share));
        }
    }
    return result;
}

}  // namespace ghostcar::model
