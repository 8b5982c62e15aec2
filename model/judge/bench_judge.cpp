// SPDX-License-Identifier: Apache-2.0
#include "model/judge/bench_judge.h"

#include "model/judge/bench_rules.h"
#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

ShiftRecord& current_shift(BenchJudgeState& judge) noexcept {
    return judge.shift[judge.shifts < bench_shift_slots ? judge.shifts : bench_shift_slots - 1];
}

void begin_shift(BenchJudgeState& judge, const LongitudinalState& car) noexcept {
    judge.shift_in_progress = 1;
    ShiftRecord& shift = current_shift(judge);
    shift = {};
    shift.from_gear = car.gear;
    shift.begin_tick = judge.running_ticks;
    shift.begin_speed_mps = car.speed_mps;
}

void end_shift(BenchJudgeState& judge, const LongitudinalState& car) noexcept {
    judge.shift_in_progress = 0;
    ShiftRecord& shift = current_shift(judge);
    shift.to_gear = car.gear;
    shift.end_tick = judge.running_ticks;
    if (shift.to_gear > shift.from_gear) {
        judge.largest_upshift_change_mps =
            maximum(judge.largest_upshift_change_mps, shift.largest_change_mps);
    }
    ++judge.shifts;
}

/// A pedal that comes up in the old gear or in neutral was no shift (a declutch, a stop).
void cancel_shift(BenchJudgeState& judge) noexcept {
    judge.shift_in_progress = 0;
    current_shift(judge) = {};
}

void follow_shift(BenchJudgeState& judge, const LongitudinalState& car, double clutch,
                  double bite_point) noexcept {
    ShiftRecord& shift = current_shift(judge);
    shift.largest_change_mps =
        maximum(shift.largest_change_mps, magnitude(car.speed_mps - shift.begin_speed_mps));
    const bool new_gear = car.gear != shift.from_gear && car.gear != 0;
    if (new_gear && clutch <= bite_point) {
        end_shift(judge, car);
    } else if (!new_gear && clutch <= clutch_pressed) {
        cancel_shift(judge);
    }
}

}  // namespace

BenchJudge BenchJudge::from_toml(TableReader& reader) {
    Limits limits;
    limits.bite_point = reader.number("bite_point", Range::between(clutch_pressed, 1.0));
    limits.motion_clutch_low = reader.number("motion_clutch_low", Range::between(0.0, 1.0));
    limits.motion_clutch_high =
        reader.number("motion_clutch_high", Range::between(limits.motion_clutch_low, 1.0));
    limits.shift_speed_change_kph = reader.number("shift_speed_change_kph", Range::positive());
    limits.shifts_expected = reader.integer("shifts_expected", 0, 1'000'000);
    return BenchJudge(limits);
}

void BenchJudge::step(BenchJudgeState& judge, const WorldState& world) const noexcept {
    const LongitudinalState& car = world.car;
    const double clutch = world.controls.clutch;
    ++judge.running_ticks;
    judge.stalls = car.stalls;
    judge.blocked_shifts = car.blocked_shifts;
    judge.largest_speed_mps = maximum(judge.largest_speed_mps, magnitude(car.speed_mps));
    const bool moving = magnitude(car.speed_mps) > motion_mps;
    if (moving && judge.motion_clutch < 0.0) {
        judge.motion_clutch = clutch;
    }

    const bool pressed = clutch > clutch_pressed;
    const bool just_pressed = pressed && judge.clutch_down == 0;
    judge.clutch_down = pressed ? 1 : 0;
    if (judge.shift_in_progress != 0) {
        follow_shift(judge, car, clutch, limits_.bite_point);
    } else if (just_pressed && moving && car.gear != 0) {
        begin_shift(judge, car);
    }
}

Verdict BenchJudge::verdict(const BenchJudgeState& judge) const {
    return bench_verdict(limits_, judge);
}

}  // namespace ghostcar::model
