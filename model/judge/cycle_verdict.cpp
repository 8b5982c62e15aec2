// SPDX-License-Identifier: Apache-2.0
#include "model/judge/cycle_verdict.h"

#include <cmath>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

constexpr double samples_per_s = 10.0;

// How far back a cause may lie, in samples.
constexpr std::size_t shift_reach = 15;
constexpr std::size_t stall_reach = 50;
constexpr std::size_t full_reach = 20;
constexpr std::size_t start_reach = 50;
constexpr float open_clutch = 0.5F;

std::string fixed(double value, int decimals, bool with_sign = false) {
    std::ostringstream out;
    if (with_sign) out << std::showpos;
    out << std::fixed << std::setprecision(decimals) << value;
    return out.str();
}

std::size_t sample_at(double time_s) {
    return static_cast<std::size_t>(to_integer(time_s * samples_per_s + 0.5, 0, 1'000'000'000));
}

/// Is something true of a sample from `reach` before `begin` to before `end`?
template <typename Condition>
bool any_of(const std::vector<DriveSample>& samples, std::size_t begin, std::size_t end,
            std::size_t reach, Condition condition) {
    for (std::size_t i = begin > reach ? begin - reach : 0; i < end; ++i) {
        if (condition(samples[i])) return true;
    }
    return false;
}

ExcursionCause cause_of(const std::vector<DriveSample>& samples, const Excursion& excursion) {
    const std::size_t begin = sample_at(excursion.from_s);
    const std::size_t end = begin + sample_at(excursion.duration_s);
    const bool too_slow = excursion.worst_kph < 0.0;
    if (any_of(samples, begin, end, stall_reach,
               [](const DriveSample& sample) { return sample.engine == EngineMode::stalled; })) {
        return ExcursionCause::stall;
    }
    if (too_slow && any_of(samples, begin, end, full_reach,
                           [](const DriveSample& sample) { return sample.full_accelerator; })) {
        return ExcursionCause::flat_out;
    }
    if (too_slow && any_of(samples, begin, end, start_reach,
                           [](const DriveSample& sample) { return sample.target_kph <= 0.0; })) {
        return ExcursionCause::late_start;
    }
    const std::int16_t gear = samples[begin].gear;
    if (any_of(samples, begin, end, shift_reach, [gear](const DriveSample& sample) {
            return sample.gear != gear || sample.clutch > open_clutch;
        })) {
        return ExcursionCause::gear_change;
    }
    return ExcursionCause::none;
}

/// Those that count, and those that only a full accelerator explains, by their time.
std::vector<CausedExcursion> caused(const std::vector<DriveSample>& samples,
                                    const DriveTrace& judged, const DriveTrace& as_driven) {
    std::vector<CausedExcursion> result;
    std::size_t next = 0;
    for (const Excursion& raw : as_driven.excursions()) {
        bool counts = false;
        const double end_s = raw.from_s + raw.duration_s;
        for (; next < judged.excursions().size() && judged.excursions()[next].from_s < end_s;
             ++next) {
            const Excursion& excursion = judged.excursions()[next];
            result.push_back({excursion, cause_of(samples, excursion), true});
            counts = true;
        }
        if (!counts) result.push_back({raw, ExcursionCause::flat_out, false});
    }
    return result;
}

std::vector<PhaseFigures> phases_of(const DriveTrace& trace, const CycleRules& rules,
                                    const std::vector<CyclePhase>& phases) {
    std::vector<PhaseFigures> result;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        const std::size_t begin = sample_at(phases[i].from_s);
        std::size_t end = i + 1 < phases.size() ? sample_at(phases[i + 1].from_s) : trace.samples();
        if (end > trace.samples()) end = trace.samples();
        if (begin >= end) continue;
        PhaseFigures phase;
        phase.name = phases[i].name;
        phase.from_s = phases[i].from_s;
        phase.to_s = static_cast<double>(end < trace.samples() ? end : end - 1) / samples_per_s;
        phase.indices = trace.indices(rules.load, begin, end);
        phase.verdict = drive_trace_verdict(phase.indices);
        result.push_back(phase);
    }
    return result;
}

LegFigures leg_of(const std::vector<DriveSample>& samples, float DriveSample::*leg,
                  const PedalWork& work) {
    LegFigures figures{work.presses, work.reversals, work.travel, 0.0, 0.0};
    double last_speed = 0.0;
    double squares = 0.0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
        const double speed =
            (static_cast<double>(samples[i].*leg) - static_cast<double>(samples[i - 1].*leg)) *
            samples_per_s;
        const double acceleration = (speed - last_speed) * samples_per_s;
        squares += acceleration * acceleration;
        figures.largest_speed_per_s = maximum(figures.largest_speed_per_s, magnitude(speed));
        last_speed = speed;
    }
    if (samples.size() > 1) {
        figures.rms_acceleration_per_s2 =
            std::sqrt(squares / static_cast<double>(samples.size() - 1));
    }
    return figures;
}

std::string message_of(const CycleFigures& figures) {
    const DriveIndices& indices = figures.indices;
    if (figures.driven_s + 0.05 < figures.cycle_s) {
        return "the cycle was not completed: " + fixed(figures.driven_s, 1) + " of " +
               fixed(figures.cycle_s, 1) + " s were driven";
    }
    if (!indices.iwr_pct) return "the cycle never speeds up: there is no IWR to judge by";
    const std::string iwr = "IWR " + fixed(*indices.iwr_pct, 2, true) + " %";
    const std::string rmsse = "RMSSE " + fixed(indices.rmsse_kph, 2) + " km/h";
    if (!(*indices.iwr_pct > lowest_iwr_pct && *indices.iwr_pct < highest_iwr_pct)) {
        return iwr + " is not between " + fixed(lowest_iwr_pct, 1) + " and +" +
               fixed(highest_iwr_pct, 1) + " %" +
               (*indices.iwr_pct > 0.0 ? ": a nervous foot" : ": corners are cut");
    }
    if (!(indices.rmsse_kph < highest_rmsse_kph)) {
        return rmsse + " is not below " + fixed(highest_rmsse_kph, 1) +
               " km/h: the driver is late, or the car too weak";
    }
    return iwr + ", " + rmsse + ", " + std::to_string(indices.excursions) +
           (indices.excursions == 1 ? " excursion" : " excursions");
}

double seconds(std::int64_t ticks) {
    return static_cast<double>(ticks) * tick_s;
}

}  // namespace

CycleRules CycleRules::from_toml(TableReader& reader, const CycleRemarks& cycle,
                                 const DriveTraceLoad& of_vehicle) {
    const auto force = Range::between(-1e6, 1e6);
    CycleRules rules;
    rules.tolerance.kph =
        reader.number_or("tolerance_kph", cycle.tolerance_kph, Range::between(0.0, 100.0));
    rules.tolerance.s =
        reader.number_or("tolerance_s", cycle.tolerance_s, Range::between(0.0, 60.0));
    rules.load.f0_n = reader.number_or("f0_n", of_vehicle.f0_n, force);
    rules.load.f1_n_per_mps = reader.number_or("f1_n_per_mps", of_vehicle.f1_n_per_mps, force);
    rules.load.f2_n_per_mps2 = reader.number_or("f2_n_per_mps2", of_vehicle.f2_n_per_mps2, force);
    rules.load.mass_kg = reader.number_or("mass_kg", of_vehicle.mass_kg, Range::between(1.0, 1e6));
    return rules;
}

std::string_view cause_text(ExcursionCause cause) noexcept {
    switch (cause) {
        case ExcursionCause::stall:
            return "stall";
        case ExcursionCause::flat_out:
            return "full accelerator";
        case ExcursionCause::late_start:
            return "late start";
        case ExcursionCause::gear_change:
            return "gear change";
        default:  // none
            return "driver";
    }
}

CycleFigures judge_drive(const std::vector<DriveSample>& samples, const DriveCycle& cycle,
                         const CycleRules& rules, const CycleJudgeState& judge,
                         const LongitudinalState& car) {
    std::vector<double> target_kph;
    std::vector<double> driven_kph;
    std::vector<double> judged_kph;
    target_kph.reserve(samples.size());
    driven_kph.reserve(samples.size());
    judged_kph.reserve(samples.size());
    for (const DriveSample& sample : samples) {
        target_kph.push_back(sample.target_kph);
        driven_kph.push_back(sample.driven_kph);
        judged_kph.push_back(sample.full_accelerator ? sample.target_kph : sample.driven_kph);
    }
    const DriveTrace judged(target_kph, judged_kph, rules.tolerance);
    const DriveTrace as_driven(target_kph, driven_kph, rules.tolerance);

    CycleFigures figures;
    figures.indices = judged.indices(rules.load);
    figures.as_driven = as_driven.indices(rules.load);
    figures.phases = phases_of(judged, rules, cycle.remarks().phases);
    figures.excursions = caused(samples, judged, as_driven);
    figures.legs = {leg_of(samples, &DriveSample::accelerator, judge.accelerator),
                    leg_of(samples, &DriveSample::brake, judge.brake),
                    leg_of(samples, &DriveSample::clutch, judge.clutch)};
    figures.driven_s = static_cast<double>(samples.size() - 1) / samples_per_s;
    const std::int64_t last_sample = cycle.duration_ticks() / 100;
    figures.cycle_s = static_cast<double>(last_sample) / samples_per_s;
    const bool complete = figures.driven_s + 0.05 >= figures.cycle_s;
    figures.verdict.kind = complete ? drive_trace_verdict(figures.indices) : VerdictKind::none;
    figures.verdict.message = message_of(figures);
    const double shifts = static_cast<double>(judge.shifts);
    const std::pair<const char*, double> counted[] = {
        {"full_accelerator_s", seconds(judge.full_accelerator_ticks)},
        {"stalls", static_cast<double>(car.stalls)},
        {"blocked_shifts", static_cast<double>(car.blocked_shifts)},
        {"shifts", shifts},
        {"mean_shift_s", judge.shifts > 0 ? seconds(judge.shift_ticks) / shifts : 0.0},
        {"longest_shift_s", seconds(judge.longest_shift_ticks)},
        {"clutch_slip_s", seconds(judge.slip_ticks)},
        {"clutch_slip_energy_j", judge.slip_energy_j},
        {"pedal_overlap_s", seconds(judge.overlap_ticks)}};
    for (const auto& [name, value] : counted) figures.verdict.figures.push_back({name, value});
    return figures;
}

}  // namespace ghostcar::model
