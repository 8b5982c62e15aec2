// SPDX-License-Identifier: Apache-2.0
// The verdict on a drive along a cycle, from its samples: drive-quality indices together and phase
// by phase, every excursion with its cause, and the work of the legs. Off the tick: it allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/table_reader.h"
#include "model/driver/drive_cycle.h"
#include "model/judge/cycle_judge_state.h"
#include "model/judge/drive_trace.h"
#include "model/judge/verdict.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

/// One moment of a drive along a cycle.
struct DriveSample {
    double driven_kph = 0.0;
    double target_kph = 0.0;
    float low_kph = 0.0F;  // the tolerance band
    float high_kph = 0.0F;
    float accelerator = 0.0F;
    float brake = 0.0F;
    float clutch = 0.0F;
    float engine_rpm = 0.0F;
    std::int16_t gear = 0;  // engaged
    EngineMode engine = EngineMode::off;
    bool full_accelerator = false;  // the target replaces the driven speed
};

/// Against what a drive is judged.
struct CycleRules {
    DriveTolerance tolerance;
    DriveTraceLoad load;

    /// Reads tolerance_kph, tolerance_s, f0_n, f1_n_per_mps, f2_n_per_mps2 and mass_kg of a [judge]
    /// table; what it does not say is the cycle's tolerance and the vehicle's road load and mass.
    static CycleRules from_toml(TableReader& reader, const CycleRemarks& cycle,
                                const DriveTraceLoad& of_vehicle);
};

enum class ExcursionCause : std::int64_t { stall, flat_out, late_start, gear_change, none };

/// "stall", "full accelerator", "late start", "gear change" or "driver": none of these.
[[nodiscard]] std::string_view cause_text(ExcursionCause cause) noexcept;

struct CausedExcursion {
    Excursion excursion;
    ExcursionCause cause = ExcursionCause::none;
    bool counts = true;  // false: only because of what a full accelerator excuses
};

struct PhaseFigures {
    std::string name;
    double from_s = 0.0;
    double to_s = 0.0;
    DriveIndices indices;
    VerdictKind verdict = VerdictKind::none;
};

/// The work of one leg. Speeds are read off ten times a second: faster is the sensor's noise.
struct LegFigures {
    std::int64_t presses = 0;
    std::int64_t reversals = 0;
    double travel = 0.0;  // in full strokes
    double largest_speed_per_s = 0.0;
    double rms_acceleration_per_s2 = 0.0;  // how smooth: less is smoother
};

struct CycleFigures {
    Verdict verdict;  // its figures are the keys of `ghostcar judge drive-trace`, and the work
    DriveIndices indices;
    DriveIndices as_driven;  // without replacing anything
    std::vector<PhaseFigures> phases;
    std::vector<CausedExcursion> excursions;
    std::array<LegFigures, 3> legs;  // accelerator, brake, clutch
    double driven_s = 0.0;
    double cycle_s = 0.0;
};

/// `samples` are ten a second from the cycle's first moment on, at least one; `judge` and `car` are
/// what the last tick left.
[[nodiscard]] CycleFigures judge_drive(const std::vector<DriveSample>& samples,
                                       const DriveCycle& cycle, const CycleRules& rules,
                                       const CycleJudgeState& judge, const LongitudinalState& car);

}  // namespace ghostcar::model
