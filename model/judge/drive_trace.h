// SPDX-License-Identifier: Apache-2.0
// How well a speed trace was driven: the drive-quality indices of SAE J2951 as coded by the US EPA
// and used by UN GTR 15, and the tolerance band. IWR depends on sampling rate and filter, so both
// are part of the method:
//
//   1. both speeds at 10 Hz, other rates read off linearly
//   2. twice: y_i = mean(x_{i-2} … x_{i+2}) of the previous array, two samples at either end copied
//   3. v ≤ 0.03 m/s → 0
//   4. a_i = (v_{i+1} - v_{i-1}) / 0.2 s, 0 at both ends; d_i = 0.1 s·v_i, d_0 = 0
//   5. F_I = Me·a, Me = 1.015·mass; F_RL = f0 + f1·v + f2·v²
//      CE = Σ max(0, F_RL + F_I)·d;  D = Σ d;  ASC = 0.1·Σ|a|;  IW = Σ F_I·d over F_I > 0
//   6. ER, DR, ASCR, IWR = 100·(driven - target)/target of CE, D, ASC, IW
//      EER = 100·(1 - (1 + DR/100)/(1 + ER/100));  RMSSE = √(mean (v_driven - v_target)²)
//   7. tolerance on the raw speeds: within the target's largest and smallest value over
//      ± tolerance_s, widened by tolerance_kph; an excursion is a run of samples outside
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/judge/verdict.h"

namespace ghostcar::model {

constexpr double drive_trace_step_s = 0.1;

/// Names the method in every report.
constexpr const char* drive_trace_method =
    "SAE J2951 as in UN GTR 15: 10 Hz, 5-point mean twice, speeds up to 0.03 m/s are 0, "
    "effective mass 1.015 x test mass";

struct DriveTraceLoad {
    double f0_n = 0.0;
    double f1_n_per_mps = 0.0;
    double f2_n_per_mps2 = 0.0;
    double mass_kg = 0.0;
};

struct DriveTolerance {
    double kph = 2.0;
    double s = 1.0;
};

/// Many samples lie exactly on the edge of the band.
constexpr double edge_slack_kph = 1e-9;

struct Excursion {
    double from_s = 0.0;  // from the begin of the trace
    double duration_s = 0.0;
    double worst_kph = 0.0;  // largest distance from the band, + above it
};

/// An index is nothing when the target has none of what it is relative to.
struct DriveIndices {
    std::optional<double> er_pct;
    std::optional<double> dr_pct;
    std::optional<double> eer_pct;
    std::optional<double> ascr_pct;
    std::optional<double> iwr_pct;
    double rmsse_kph = 0.0;
    std::size_t excursions = 0;
    double longest_excursion_s = 0.0;
    double total_excursion_s = 0.0;
};

/// Target and driven speed at 10 Hz, of the same length, filtered once and judged in parts.
class DriveTrace {
public:
    /// Throws std::invalid_argument unless both have the same number of samples, at least one.
    DriveTrace(std::vector<double> target_kph, std::vector<double> driven_kph,
               const DriveTolerance& tolerance);

    /// Of all samples.
    [[nodiscard]] DriveIndices indices(const DriveTraceLoad& load) const;
    /// Of the samples from `begin` to before `end`: a phase. Filter and band know its neighbours;
    /// an excursion belongs to the phase it begins in.
    [[nodiscard]] DriveIndices indices(const DriveTraceLoad& load, std::size_t begin,
                                       std::size_t end) const;

    [[nodiscard]] const std::vector<Excursion>& excursions() const noexcept { return excursions_; }
    [[nodiscard]] std::size_t samples() const noexcept { return target_mps_.size(); }

private:
    void find_excursions(const std::vector<double>& target_kph,
                         const std::vector<double>& driven_kph, const DriveTolerance& tolerance);

    std::vector<double> target_mps_;  // filtered
    std::vector<double> driven_mps_;
    std::vector<Excursion> excursions_;
};

/// The WLTP's bounds, all of them exclusive.
constexpr double lowest_iwr_pct = -2.0;
constexpr double highest_iwr_pct = 4.0;
constexpr double highest_rmsse_kph = 1.3;

/// None when IWR is not defined.
[[nodiscard]] VerdictKind drive_trace_verdict(const DriveIndices& indices) noexcept;

/// Reads a piecewise linear trace off at 10 Hz, from `begin_s` on; a time within a microsecond of a
/// sample is that sample. Beyond its ends the trace holds its end value.
[[nodiscard]] std::vector<double> at_10_hz(const std::vector<double>& t_s,
                                           const std::vector<double>& v_kph, double begin_s,
                                           std::size_t count);

}  // namespace ghostcar::model
