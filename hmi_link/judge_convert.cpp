// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/judge_convert.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "hmi_link/road_judge_convert.h"

namespace ghostcar::hmi_link {
namespace {

using model::BenchJudgeState;
using model::CycleJudgeState;
using model::PedalWork;

// A member added to a judge has to be added to its message, too.
static_assert(sizeof(BenchJudgeState) == (9 + 6 * model::bench_shift_slots) * 8);
static_assert(sizeof(CycleJudgeState) == 33 * 8);

/// By bits: -0.0 is not untouched.
bool is_untouched(const model::ShiftRecord& slot) {
    return (slot.from_gear | slot.to_gear | slot.begin_tick | slot.end_tick) == 0 &&
           std::bit_cast<std::uint64_t>(slot.begin_speed_mps) == 0 &&
           std::bit_cast<std::uint64_t>(slot.largest_change_mps) == 0;
}

/// Slots up to the last one that was ever written to.
int used_shift_slots(const BenchJudgeState& judge) {
    int used = static_cast<int>(model::bench_shift_slots);
    while (used > 0 && is_untouched(judge.shift[used - 1])) --used;
    return used;
}

void set_judge(const BenchJudgeState& judge, v1::Judge& message) {
    message.set_running_ticks(judge.running_ticks);
    message.set_motion_clutch(judge.motion_clutch);
    message.set_largest_speed_mps(judge.largest_speed_mps);
    message.set_largest_upshift_change_mps(judge.largest_upshift_change_mps);
    message.set_stalls(judge.stalls);
    message.set_blocked_shifts(judge.blocked_shifts);
    message.set_shifts(judge.shifts);
    message.set_shift_in_progress(judge.shift_in_progress != 0);
    message.set_clutch_down(judge.clutch_down != 0);
    message.clear_shift();
    const int used = used_shift_slots(judge);
    for (int i = 0; i < used; ++i) {
        const model::ShiftRecord& slot = judge.shift[i];
        v1::Shift& shift = *message.add_shift();
        shift.set_from_gear(slot.from_gear);
        shift.set_to_gear(slot.to_gear);
        shift.set_begin_tick(slot.begin_tick);
        shift.set_end_tick(slot.end_tick);
        shift.set_begin_speed_mps(slot.begin_speed_mps);
        shift.set_largest_change_mps(slot.largest_change_mps);
    }
}

bool get_judge(const v1::Judge& message, BenchJudgeState& judge) {
    judge = {};
    judge.running_ticks = message.running_ticks();
    judge.motion_clutch = message.motion_clutch();
    judge.largest_speed_mps = message.largest_speed_mps();
    judge.largest_upshift_change_mps = message.largest_upshift_change_mps();
    judge.stalls = message.stalls();
    judge.blocked_shifts = message.blocked_shifts();
    judge.shifts = message.shifts();
    judge.shift_in_progress = message.shift_in_progress() ? 1 : 0;
    judge.clutch_down = message.clutch_down() ? 1 : 0;
    if (message.shift_size() > static_cast<int>(model::bench_shift_slots)) return false;
    bool finite = std::isfinite(judge.motion_clutch) && std::isfinite(judge.largest_speed_mps) &&
                  std::isfinite(judge.largest_upshift_change_mps);
    for (int i = 0; i < message.shift_size(); ++i) {
        const v1::Shift& shift = message.shift(i);
        model::ShiftRecord& slot = judge.shift[i];
        slot.from_gear = shift.from_gear();
        slot.to_gear = shift.to_gear();
        slot.begin_tick = shift.begin_tick();
        slot.end_tick = shift.end_tick();
        slot.begin_speed_mps = shift.begin_speed_mps();
        slot.largest_change_mps = shift.largest_change_mps();
        finite =
            finite && std::isfinite(slot.begin_speed_mps) && std::isfinite(slot.largest_change_mps);
    }
    return finite;
}

void set_work(const PedalWork& work, v1::PedalWork& message) {
    message.set_travel(work.travel);
    message.set_turned_at(work.turned_at);
    message.set_direction(work.direction);
    message.set_presses(work.presses);
    message.set_reversals(work.reversals);
}

bool get_work(const v1::PedalWork& message, PedalWork& work) {
    work.travel = message.travel();
    work.turned_at = message.turned_at();
    work.direction = message.direction();
    work.presses = message.presses();
    work.reversals = message.reversals();
    return std::isfinite(work.travel) && std::isfinite(work.turned_at);
}

void set_judge(const CycleJudgeState& judge, v1::CycleJudge& message) {
    message.set_cycle_tick(judge.cycle_tick);
    message.set_target_kph(judge.target_kph);
    message.set_low_kph(judge.low_kph);
    message.set_high_kph(judge.high_kph);
    message.set_excursions(judge.excursions);
    message.set_outside(judge.outside != 0);
    message.set_excursion_samples(judge.excursion_samples);
    message.set_longest_excursion_samples(judge.longest_excursion_samples);
    message.set_this_excursion_samples(judge.this_excursion_samples);
    set_work(judge.accelerator, *message.mutable_accelerator());
    set_work(judge.brake, *message.mutable_brake());
    set_work(judge.clutch, *message.mutable_clutch());
    message.set_overlap_ticks(judge.overlap_ticks);
    message.set_full_accelerator_ticks(judge.full_accelerator_ticks);
    message.set_slip_ticks(judge.slip_ticks);
    message.set_slip_energy_j(judge.slip_energy_j);
    message.set_shifts(judge.shifts);
    message.set_shift_ticks(judge.shift_ticks);
    message.set_longest_shift_ticks(judge.longest_shift_ticks);
    message.set_out_of_gear_ticks(judge.out_of_gear_ticks);
    message.set_last_gear(judge.last_gear);
}

bool get_judge(const v1::CycleJudge& message, CycleJudgeState& judge) {
    judge = {};
    judge.cycle_tick = message.cycle_tick();
    judge.target_kph = message.target_kph();
    judge.low_kph = message.low_kph();
    judge.high_kph = message.high_kph();
    judge.excursions = message.excursions();
    judge.outside = message.outside() ? 1 : 0;
    judge.excursion_samples = message.excursion_samples();
    judge.longest_excursion_samples = message.longest_excursion_samples();
    judge.this_excursion_samples = message.this_excursion_samples();
    judge.overlap_ticks = message.overlap_ticks();
    judge.full_accelerator_ticks = message.full_accelerator_ticks();
    judge.slip_ticks = message.slip_ticks();
    judge.slip_energy_j = message.slip_energy_j();
    judge.shifts = message.shifts();
    judge.shift_ticks = message.shift_ticks();
    judge.longest_shift_ticks = message.longest_shift_ticks();
    judge.out_of_gear_ticks = message.out_of_gear_ticks();
    judge.last_gear = message.last_gear();
    return get_work(message.accelerator(), judge.accelerator) &&
           get_work(message.brake(), judge.brake) && get_work(message.clutch(), judge.clutch) &&
           std::isfinite(judge.target_kph) && std::isfinite(judge.low_kph) &&
           std::isfinite(judge.high_kph) && std::isfinite(judge.slip_energy_j);
}

}  // namespace

void to_proto(const model::JudgeState& judge, v1::State& message) {
    switch (judge.kind) {
        case model::JudgeKind::none:
            message.clear_judged_by();
            return;
        case model::JudgeKind::bench:
            return set_judge(judge.bench, *message.mutable_judge());
        case model::JudgeKind::cycle:
            return set_judge(judge.cycle, *message.mutable_cycle_judge());
        case model::JudgeKind::cruise:
            return to_proto(judge.cruise, *message.mutable_cruise_judge());
        case model::JudgeKind::follow:
            return to_proto(judge.follow, *message.mutable_follow_judge());
        case model::JudgeKind::park:
            return to_proto(judge.park, *message.mutable_park_judge());
        case model::JudgeKind::race:
            return to_proto(judge.race, *message.mutable_race_judge());
    }
}

bool from_proto(const v1::State& message, model::JudgeState& judge) {
    judge = {};
    switch (message.judged_by_case()) {
        case v1::State::JUDGED_BY_NOT_SET:
            return true;
        case v1::State::kJudge:
            judge.kind = model::JudgeKind::bench;
            return get_judge(message.judge(), judge.bench);
        case v1::State::kCycleJudge:
            judge.kind = model::JudgeKind::cycle;
            return get_judge(message.cycle_judge(), judge.cycle);
        case v1::State::kCruiseJudge:
            judge.kind = model::JudgeKind::cruise;
            return from_proto(message.cruise_judge(), judge.cruise);
        case v1::State::kFollowJudge:
            judge.kind = model::JudgeKind::follow;
            return from_proto(message.follow_judge(), judge.follow);
        case v1::State::kParkJudge:
            judge.kind = model::JudgeKind::park;
            return from_proto(message.park_judge(), judge.park);
        case v1::State::kRaceJudge:
            judge.kind = model::JudgeKind::race;
            return from_proto(message.race_judge(), judge.race);
    }
    return false;
}

}  // namespace ghostcar::hmi_link
