// SPDX-License-Identifier: Apache-2.0
// `ghostcar judge drive-trace`: drive-quality indices of two traces from anywhere.
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/drive_indices_json.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/result.h"
#include "model/driver/cycle_warnings.h"
#include "model/judge/drive_trace.h"
#include "model/judge/speed_trace.h"

namespace ghostcar::board {
namespace {

constexpr double longest_trace_s = 604'800.0;  // a week: six million samples
constexpr double shortest_trace_s = 1.0;

struct NamedTrace {
    std::string path;
    model::SpeedTrace trace;
};

/// A file of any name, or the name of a shipped cycle.
NamedTrace read_trace(const std::string& name) {
    std::error_code ignored;
    const SourceText source = std::filesystem::exists(name, ignored)
                                  ? read_text(name, DataKind::cycle)
                                  : read_data(DataKind::cycle, name);
    return {source.path, model::read_speed_trace(source.text, source.path)};
}

void warn(const std::string& path, const std::string& text) {
    std::cerr << "ghostcar: warning: " << path << ": " << text << "\n";
}

void warn_of_oddities(const NamedTrace& named) {
    std::vector<model::CycleSample> samples(named.trace.t_s.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i].t_s = named.trace.t_s[i];
        samples[i].v_kph = named.trace.v_kph[i];
    }
    for (const std::string& text : model::cycle_warnings(samples, {})) warn(named.path, text);
}

std::string fixed(double value, int decimals, bool with_sign = false) {
    std::ostringstream out;
    if (with_sign) out << std::showpos;
    out << std::fixed << std::setprecision(decimals) << value;
    return out.str();
}

/// What both traces have in common.
struct Common {
    double begin_s;
    std::size_t samples;
};

Common common_part(const NamedTrace& target, const NamedTrace& driven) {
    const double begin_s = std::max(target.trace.t_s.front(), driven.trace.t_s.front());
    const double end_s = std::min(target.trace.t_s.back(), driven.trace.t_s.back());
    const auto span = [](const model::SpeedTrace& trace) {
        return fixed(trace.t_s.front(), 1) + " to " + fixed(trace.t_s.back(), 1) + " s";
    };
    const std::string spans = "target " + span(target.trace) + ", driven " + span(driven.trace);
    if (end_s - begin_s < shortest_trace_s)
        throw UsageError(driven.path + ": less than a second in common (" + spans +
                         "); give both traces the same time base");
    if (end_s - begin_s > longest_trace_s)
        throw UsageError(driven.path + ": more than a week in common (" + spans +
                         "); is t_s in seconds?");
    const double slack_s = 1.5 * model::drive_trace_step_s;
    if (std::abs(target.trace.t_s.front() - driven.trace.t_s.front()) > slack_s ||
        std::abs(target.trace.t_s.back() - driven.trace.t_s.back()) > slack_s)
        warn(driven.path, "only the common time is judged: " + spans);
    const double steps = std::floor((end_s - begin_s) * 10.0 + 1e-5);
    return {begin_s, static_cast<std::size_t>(steps) + 1};
}

struct Judged {
    std::string name;
    model::DriveIndices indices;
};

std::vector<Judged> judge_phases(const model::DriveTrace& trace, const model::DriveTraceLoad& load,
                                 const std::vector<model::CyclePhase>& phases, double begin_s) {
    std::vector<Judged> result;
    const auto index = [begin_s, &trace](double time_s) {
        const double steps = std::floor((time_s - begin_s) * 10.0 + 0.5);
        return steps > 0.0 ? std::min(static_cast<std::size_t>(steps), trace.samples()) : 0U;
    };
    for (std::size_t i = 0; i < phases.size(); ++i) {
        const std::size_t begin = index(phases[i].from_s);
        const std::size_t end =
            i + 1 < phases.size() ? index(phases[i + 1].from_s) : trace.samples();
        if (begin < end) result.push_back({phases[i].name, trace.indices(load, begin, end)});
    }
    return result;
}

std::string percent_text(const std::optional<double>& value) {
    return value ? fixed(*value, 3, true) + " %" : "not defined";
}

void print_row(const std::string& name, const std::string& value, const std::string& bound,
               const std::string& meaning) {
    std::cout << "  " << std::left << std::setw(7) << name << std::right << std::setw(14) << value
              << "   " << std::left << std::setw(34) << bound << meaning << "\n";
}

void print_indices(const model::DriveIndices& indices) {
    const std::string reported = "reported only";
    const bool iwr_ok = indices.iwr_pct && *indices.iwr_pct > model::lowest_iwr_pct &&
                        *indices.iwr_pct < model::highest_iwr_pct;
    const bool rmsse_ok = indices.rmsse_kph < model::highest_rmsse_kph;
    const auto held = [](bool ok) { return ok ? ": held" : ": MISSED"; };
    const std::string iwr_bound = "above " + fixed(model::lowest_iwr_pct, 1, true) + ", below " +
                                  fixed(model::highest_iwr_pct, 1, true) + " %";
    const std::string rmsse_bound = "below " + fixed(model::highest_rmsse_kph, 1) + " km/h";
    print_row("ER", percent_text(indices.er_pct), reported, "energy rating");
    print_row("DR", percent_text(indices.dr_pct), reported, "distance rating");
    print_row("EER", percent_text(indices.eer_pct), reported, "energy economy rating");
    print_row("ASCR", percent_text(indices.ascr_pct), reported, "absolute speed change rating");
    print_row("IWR", percent_text(indices.iwr_pct), iwr_bound + held(iwr_ok),
              "inertial work rating");
    print_row("RMSSE", fixed(indices.rmsse_kph, 3) + " km/h", rmsse_bound + held(rmsse_ok),
              "root mean square speed error");
}

void print_phases(const std::vector<Judged>& phases) {
    if (phases.size() < 2) return;
    std::cout << "\n  " << std::left << std::setw(16) << "phase" << std::right << std::setw(12)
              << "IWR" << std::setw(14) << "RMSSE" << std::setw(14) << "excursions"
              << "\n";
    for (const Judged& phase : phases)
        std::cout << "  " << std::left << std::setw(16) << phase.name << std::right << std::setw(12)
                  << percent_text(phase.indices.iwr_pct) << std::setw(14)
                  << fixed(phase.indices.rmsse_kph, 3) + " km/h" << std::setw(14)
                  << phase.indices.excursions << "\n";
}

void print_excursions(const model::DriveTrace& trace, const model::DriveIndices& indices,
                      const model::DriveTolerance& tolerance, double begin_s) {
    std::cout << "\nExcursions: " << indices.excursions;
    if (indices.excursions > 0)
        std::cout << ", longest " << fixed(indices.longest_excursion_s, 1) << " s, total "
                  << fixed(indices.total_excursion_s, 1) << " s";
    std::cout << " (tolerance ±" << fixed(tolerance.kph, 1) << " km/h within ±"
              << fixed(tolerance.s, 1) << " s)\n";
    constexpr std::size_t most = 20;
    std::size_t shown = 0;
    for (const model::Excursion& excursion : trace.excursions()) {
        if (++shown > most) {
            std::cout << "  … and " << trace.excursions().size() - most << " more\n";
            break;
        }
        std::cout << "  at " << fixed(begin_s + excursion.from_s, 1) << " s for "
                  << fixed(excursion.duration_s, 1) << " s, up to "
                  << fixed(std::abs(excursion.worst_kph), 2) << " km/h "
                  << (excursion.worst_kph > 0.0 ? "above" : "below") << " the band\n";
    }
}

/// The range checks of the command line let NaN through: it is neither below nor above.
void require_numbers(const JudgeOptions& options) {
    for (const double value : {options.f0, options.f1, options.f2, options.mass,
                               options.tolerance_kph, options.tolerance_s})
        if (!std::isfinite(value))
            throw UsageError(
                "--f0, --f1, --f2, --mass and the tolerances must be numbers, found nan; see "
                "`ghostcar judge drive-trace --help`");
}

}  // namespace

int judge_drive_trace_command(const JudgeOptions& options) {
    require_numbers(options);
    const NamedTrace target = read_trace(options.target);
    const NamedTrace driven = read_trace(options.driven);
    warn_of_oddities(target);
    warn_of_oddities(driven);
    const Common common = common_part(target, driven);
    const model::DriveTraceLoad load{options.f0, options.f1, options.f2, options.mass};
    const model::DriveTolerance tolerance{options.tolerance_kph, options.tolerance_s};
    const auto resampled = [&common](const model::SpeedTrace& trace) {
        return model::at_10_hz(trace.t_s, trace.v_kph, common.begin_s, common.samples);
    };
    const model::DriveTrace trace(resampled(target.trace), resampled(driven.trace), tolerance);
    const model::DriveIndices indices = trace.indices(load);
    const model::VerdictKind verdict = model::drive_trace_verdict(indices);
    const std::vector<Judged> phases =
        judge_phases(trace, load, target.trace.remarks.phases, common.begin_s);

    if (options.json) {
        Json json = indices_json(indices);
        json["verdict"] = model::verdict_text(verdict);
        json["method"] = model::drive_trace_method;
        json["tolerance_kph"] = tolerance.kph;
        json["tolerance_s"] = tolerance.s;
        json["samples"] = trace.samples();
        json["phases"] = Json::array();
        for (const Judged& phase : phases) {
            Json entry{{"name", phase.name}};
            entry.update(indices_json(phase.indices));
            json["phases"].push_back(entry);
        }
        std::cout << text_of(json) << "\n";
    } else {
        std::cout << "Driven:  " << driven.path << "\nTarget:  " << target.path << "\n"
                  << "Method:  " << model::drive_trace_method << "\n"
                  << "Load:    " << options.f0 << " + " << options.f1 << " v + " << options.f2
                  << " v² N (v in m/s), " << options.mass << " kg\n"
                  << "Judged:  " << trace.samples() << " samples at 10 Hz from "
                  << fixed(common.begin_s, 1) << " s on\n\n";
        print_indices(indices);
        print_phases(phases);
        print_excursions(trace, indices, tolerance, common.begin_s);
        std::cout << "Verdict: " << model::verdict_text(verdict) << "\n";
    }
    return verdict == model::VerdictKind::failed ? exit_failed : exit_passed;
}

}  // namespace ghostcar::board
