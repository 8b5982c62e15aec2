// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/cycle_trace.h"

#include <array>
#include <cmath>

#include "model/config/csv_reader.h"
#include "model/judge/bench_judge.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

constexpr const char* columns_text =
    "t_s,v_kph,target_kph,low_kph,high_kph,accelerator,brake,clutch,gear,engine_rpm";

constexpr std::array<double CycleMoment::*, 10> members{
    &CycleMoment::t_s,       &CycleMoment::v_kph,    &CycleMoment::target_kph,
    &CycleMoment::low_kph,   &CycleMoment::high_kph, &CycleMoment::accelerator,
    &CycleMoment::brake,     &CycleMoment::clutch,   &CycleMoment::gear,
    &CycleMoment::engine_rpm};

rt_core::State state_of(const CycleMoment& moment) {
    rt_core::State state;
    state.tick = model::to_integer(moment.t_s * 1000.0 + 0.5, 0, 1'000'000'000'000);
    state.session.phase = rt_core::Phase::running;
    state.session.running_ticks = state.tick;
    state.world.car.speed_mps = moment.v_kph / kph_per_mps;
    state.world.car.engine_speed_radps = moment.engine_rpm * model::radps_per_rpm;
    state.world.car.engine = model::EngineMode::running;
    state.world.car.gear = model::to_integer(moment.gear, -1, 100);
    state.world.controls.accelerator = moment.accelerator;
    state.world.controls.brake = moment.brake;
    state.world.controls.clutch = moment.clutch;
    return state;
}

}  // namespace

CycleTrace read_cycle_trace(std::string_view text, const std::string& path) {
    model::CsvReader csv(text, path, columns_text);
    if (csv.header().size() != members.size())
        csv.fail("is not the trace of a drive", "run the session again");
    CycleTrace trace;
    while (csv.next()) {
        CycleMoment& moment = trace.emplace_back();
        for (std::size_t i = 0; i < members.size(); ++i)
            moment.*members[i] = csv.number(i, model::Range::between(-1e9, 1e9));
    }
    return trace;
}

std::vector<PlotPoint> column(const CycleTrace& trace, double CycleMoment::*member,
                              const TimeWindow& window, double tolerance, double factor) {
    std::vector<PlotPoint> points;
    for (const CycleMoment& moment : trace) {
        if (moment.t_s >= window.begin_s && moment.t_s <= window.end_s)
            points.push_back({moment.t_s, moment.*member * factor});
    }
    return simplified(points, tolerance);
}

States first_start(const CycleTrace& trace, double bite_point) {
    constexpr double longest_s = 90.0;
    constexpr double afterwards_s = 3.0;
    const model::BenchJudge judge({bite_point, 0.0, 1.0, 2.0, 0});
    States states;
    model::JudgeState judged;
    judged.kind = model::JudgeKind::bench;
    double first_s = -1.0;
    double fourth_s = -1.0;
    for (const CycleMoment& moment : trace) {
        rt_core::State& state = states.emplace_back(state_of(moment));
        judged.bench.running_ticks = state.tick - 1;
        judge.step(judged.bench, state.world);
        state.judge = judged;
        if (first_s < 0.0 && judged.bench.motion_clutch >= 0.0) first_s = moment.t_s;
        if (fourth_s < 0.0 && judged.bench.shifts >= model::bench_shift_slots)
            fourth_s = moment.t_s;
        if (first_s >= 0.0 && moment.t_s > first_s + longest_s) break;
        if (fourth_s >= 0.0 && moment.t_s > fourth_s + afterwards_s) break;
    }
    return states;
}

States as_states(const CycleTrace& trace) {
    States states;
    double next_s = 0.0;
    for (const CycleMoment& moment : trace) {
        if (moment.t_s + 1e-6 < next_s) continue;
        states.push_back(state_of(moment));
        next_s = moment.t_s + 0.1;
    }
    return states;
}

}  // namespace ghostcar::board
