// SPDX-License-Identifier: Apache-2.0
#include "model/judge/bench_rules.h"

#include <iomanip>
#include <sstream>
#include <string>

#include "model/tick.h"

namespace ghostcar::model {
namespace {

using Limits = BenchJudge::Limits;

constexpr double kph_per_mps = 3.6;

double zero(const Limits& /*limits*/) {
    return 0.0;
}
bool always(const BenchJudgeState& /*judge*/) {
    return true;
}
bool has_moved(const BenchJudgeState& judge) {
    return judge.motion_clutch >= 0.0;
}

std::string number_text(double value) {
    std::ostringstream text;
    text << std::setprecision(4) << value;
    return text.str();
}

std::string limit_text(const BenchRule& rule, const Limits& limits) {
    switch (rule.comparison) {
        case Comparison::within:
            return "must be " + number_text(rule.low(limits)) + " to " +
                   number_text(rule.high(limits));
        case Comparison::below:
            return "must be below " + number_text(rule.high(limits));
        default:  // at_most
            return "must be at most " + number_text(rule.high(limits));
    }
}

void add_shift_figures(Verdict& verdict, const BenchJudgeState& judge) {
    for (std::int64_t slot = 0; slot < judge.shifts && slot < bench_shift_slots; ++slot) {
        const ShiftRecord& shift = judge.shift[slot];
        const std::string name = "shift_" + std::to_string(slot + 1) + "_from_" +
                                 std::to_string(shift.from_gear) + "_to_" +
                                 std::to_string(shift.to_gear);
        verdict.figures.push_back(
            {name + "_speed_change_kph", shift.largest_change_mps * kph_per_mps});
        verdict.figures.push_back(
            {name + "_time_s", static_cast<double>(shift.end_tick - shift.begin_tick) * tick_s});
    }
}

}  // namespace

const std::array<BenchRule, 4> bench_rules{{
    {"motion_clutch_pedal", [](const BenchJudgeState& judge) { return judge.motion_clutch; },
     has_moved, Comparison::within, [](const Limits& limits) { return limits.motion_clutch_low; },
     [](const Limits& limits) { return limits.motion_clutch_high; },
     "the car began to move away from the clutch's bite point: raise the clutch more slowly"},
    {"largest_upshift_speed_change_kph",
     [](const BenchJudgeState& judge) { return judge.largest_upshift_change_mps * kph_per_mps; },
     always, Comparison::below, zero,
     [](const Limits& limits) { return limits.shift_speed_change_kph; },
     "the speed changed too much during an upshift: shift faster"},
    {"stalls", [](const BenchJudgeState& judge) { return static_cast<double>(judge.stalls); },
     always, Comparison::at_most, zero, zero,
     "the engine stalled: raise the clutch more slowly or press the accelerator more"},
    {"blocked_shifts",
     [](const BenchJudgeState& judge) { return static_cast<double>(judge.blocked_shifts); }, always,
     Comparison::at_most, zero, zero,
     "the gearbox refused a gear: press the clutch fully before the lever moves"},
}};

bool holds(const BenchRule& rule, const Limits& limits, const BenchJudgeState& judge) {
    if (!rule.has_evidence(judge)) {
        return true;
    }
    const double measured = rule.measured(judge);
    switch (rule.comparison) {
        case Comparison::within:
            return measured >= rule.low(limits) && measured <= rule.high(limits);
        case Comparison::below:
            return measured < rule.high(limits);
        default:  // at_most
            return measured <= rule.high(limits);
    }
}

Verdict bench_verdict(const Limits& limits, const BenchJudgeState& judge) {
    Verdict verdict;
    verdict.kind = VerdictKind::passed;
    for (const BenchRule& rule : bench_rules) {
        if (rule.has_evidence(judge)) {
            verdict.figures.push_back({std::string(rule.figure), rule.measured(judge)});
        }
        if (!holds(rule, limits, judge) && verdict.kind == VerdictKind::passed) {
            verdict.kind = VerdictKind::failed;
            verdict.message = std::string(rule.words) + " (" + std::string(rule.figure) + " is " +
                              number_text(rule.measured(judge)) + ", " + limit_text(rule, limits) +
                              ")";
        }
    }
    verdict.figures.push_back({"largest_speed_kph", judge.largest_speed_mps * kph_per_mps});
    verdict.figures.push_back({"shifts", static_cast<double>(judge.shifts)});
    verdict.figures.push_back({"shifts_expected", static_cast<double>(limits.shifts_expected)});
    add_shift_figures(verdict, judge);
    if (verdict.kind == VerdictKind::failed) {
        return verdict;
    }
    if (!has_moved(judge)) {
        verdict.kind = VerdictKind::none;
        verdict.message = "the car never moved: nothing to judge";
    } else if (judge.shifts < limits.shifts_expected) {
        verdict.kind = VerdictKind::none;
        verdict.message = "the drive was not complete: " + std::to_string(judge.shifts) + " of " +
                          std::to_string(limits.shifts_expected) + " shifts were made";
    } else {
        verdict.message = "every rule was kept over " + std::to_string(judge.shifts) + " shifts";
    }
    return verdict;
}

}  // namespace ghostcar::model
