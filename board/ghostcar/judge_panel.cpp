// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/judge_panel.h"

#include <cstdio>

#include "board/ghostcar/panel_line.h"
#include "model/judge/cruise_judge.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

constexpr double go_s = 1.0;  // so long "Go!" is shown

std::string cruise_line(const model::CruiseJudgeState& judge) {
    return panel_line("  %-12s%.0f m along the road   damage %.1f   score so far %.2f\n", "cruise",
                      judge.progress_m, judge.damage,
                      static_cast<double>(judge.running_ticks) * rt_core::tick_s +
                          judge.damage / model::damage_per_second);
}

std::string follow_line(const model::FollowJudgeState& judge) {
    const auto periods = static_cast<double>(judge.drive.periods);
    return panel_line("  %-12s%.1f m, mean %.2f m over %.0f periods   damage %.1f\n", "distance",
                      judge.distance_m, periods > 0.0 ? judge.distance_sum_m / periods : 0.0,
                      periods, judge.damage);
}

std::string park_line(const model::ParkJudgeState& judge) {
    if (judge.start_tick == 0)
        return panel_line("  %-12snot started   damage %.1f\n", "parking", judge.damage);
    return panel_line("  %-12s%.2f s   %.2f m and %.1f° off   damage %.1f\n", "parking",
                      static_cast<double>(judge.running_ticks - judge.start_tick) * rt_core::tick_s,
                      judge.deviation_m, judge.heading_error_rad * 180.0 / model::pi, judge.damage);
}

std::string race_line(const model::RaceJudgeState& judge) {
    return panel_line("  %-12s%.1f s   %d finished, %d out\n", "race",
                      static_cast<double>(judge.running_ticks) * rt_core::tick_s,
                      static_cast<int>(judge.finished), static_cast<int>(judge.out));
}

}  // namespace

std::string start_word(const rt_core::SessionState& session, double countdown_s) {
    const double since_s = static_cast<double>(session.phase_ticks) * rt_core::tick_s;
    if (countdown_s <= 0.0) return "";
    if (session.phase == rt_core::Phase::countdown)
        return since_s < 0.5 * countdown_s ? "Ready" : "Set";
    if (session.phase == rt_core::Phase::running &&
        static_cast<double>(session.running_ticks) * rt_core::tick_s <= go_s)
        return "Go!";
    return "";
}

std::string judge_line(const model::JudgeState& judge) {
    switch (judge.kind) {
        case model::JudgeKind::cruise:
            return cruise_line(judge.cruise);
        case model::JudgeKind::follow:
            return follow_line(judge.follow);
        case model::JudgeKind::park:
            return park_line(judge.park);
        case model::JudgeKind::race:
            return race_line(judge.race);
        case model::JudgeKind::none:
        case model::JudgeKind::bench:
        case model::JudgeKind::cycle:
            break;
    }
    return "";
}

}  // namespace ghostcar::board
