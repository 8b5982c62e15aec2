// SPDX-License-Identifier: Apache-2.0
// The session's judge passes each tick on to the kind it is, and to no other.
#include "model/judge/judge.h"

#include <memory>
#include <vector>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

RoadTask task() {
    return {straight_road(), 0.0, 1000, 20};
}

Judge cycle_judge() {
    CycleSample stand;
    CycleSample end;
    end.t_s = 10.0;
    GearboxParameters gears{};
    gears.gears = 1;
    gears.ratios = {3.0};
    gears.efficiencies = {1.0};
    gears.reverse_ratio = 3.0;
    gears.reverse_efficiency = 1.0;
    gears.final_drive_ratio = 3.0;
    return Judge(CycleJudge(
        std::make_shared<const DriveCycle>("stand", CycleRemarks{}, std::vector{stand, end}),
        DriveTolerance{}, Gearbox(gears, 0.3), 7));
}

struct Kind {
    Judge judge;
    JudgeKind kind;
};

std::vector<Kind> all_kinds() {
    std::vector<Kind> kinds;
    kinds.push_back({Judge(), JudgeKind::none});
    kinds.push_back({Judge(BenchJudge(BenchJudge::Limits{})), JudgeKind::bench});
    kinds.push_back({cycle_judge(), JudgeKind::cycle});
    kinds.push_back({Judge(CruiseJudge(task(), 100.0, 1.0)), JudgeKind::cruise});
    kinds.push_back({Judge(FollowJudge(task(), small_car, small_car)), JudgeKind::follow});
    kinds.push_back({Judge(ParkJudge(task(), ParkingGoal{}, small_car)), JudgeKind::park});
    const CruiseJudge drive(task(), 100.0, 1.0);
    kinds.push_back({Judge(RaceJudge({drive, drive})), JudgeKind::race});
    return kinds;
}

void each_kind_knows_what_it_is() {
    for (const Kind& each : all_kinds()) {
        TEST_ASSERT_TRUE(each.judge.initial().kind == each.kind);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::bench, each.judge.bench() != nullptr);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::cycle, each.judge.cycle() != nullptr);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::cruise, each.judge.cruise() != nullptr);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::follow, each.judge.follow() != nullptr);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::park, each.judge.park() != nullptr);
        TEST_ASSERT_EQUAL(each.kind == JudgeKind::race, each.judge.race() != nullptr);
        TEST_ASSERT_EQUAL_UINT64(each.kind == JudgeKind::race ? 2 : 0,
                                 each.judge.initial_drives().size());
    }
}

/// Cars that nobody finds fault with; one tick.
Ruling one_tick(const Judge& judge, JudgeState& state, double damage, bool finish) {
    std::vector<RoadCarState> cars{car_at(50.0, 0.0), car_at(70.0, 0.0)};
    std::vector<CruiseJudgeState> drives = judge.initial_drives();
    cars[0].damage = damage;
    WorldState world{};
    world.finish = finish ? 1 : 0;
    return judge.step(state, world, cars, &drives);
}

void the_tick_reaches_the_kind() {
    for (const Kind& each : all_kinds()) {
        JudgeState state = each.judge.initial();
        TEST_ASSERT_TRUE(one_tick(each.judge, state, 0.0, false) == Ruling::go_on);
        switch (each.kind) {
            case JudgeKind::none:
                break;
            case JudgeKind::bench:
                TEST_ASSERT_EQUAL_INT64(1, state.bench.running_ticks);
                break;
            case JudgeKind::cycle:
                TEST_ASSERT_EQUAL_INT64(-6, state.cycle.cycle_tick);
                break;
            case JudgeKind::cruise:
                TEST_ASSERT_EQUAL_INT64(1, state.cruise.running_ticks);
                break;
            case JudgeKind::follow:
                TEST_ASSERT_EQUAL_INT64(1, state.follow.running_ticks);
                break;
            case JudgeKind::park:
                TEST_ASSERT_EQUAL_INT64(1, state.park.running_ticks);
                break;
            case JudgeKind::race:
                TEST_ASSERT_EQUAL_INT64(1, state.race.running_ticks);
                break;
        }
    }
}

/// Only the kinds on a road end a drive, a race only when nobody is on the way, and only a parking
/// listens to the driver's "parked".
void a_ruling_comes_back() {
    for (const Kind& each : all_kinds()) {
        const bool on_road = each.kind == JudgeKind::cruise || each.kind == JudgeKind::follow ||
                             each.kind == JudgeKind::park;
        JudgeState damaged = each.judge.initial();
        TEST_ASSERT_TRUE(one_tick(each.judge, damaged, 2.0, false) ==
                         (on_road ? Ruling::violation : Ruling::go_on));
        JudgeState parked = each.judge.initial();
        TEST_ASSERT_TRUE(one_tick(each.judge, parked, 0.0, true) ==
                         (each.kind == JudgeKind::park ? Ruling::finished : Ruling::go_on));
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(each_kind_knows_what_it_is);
    RUN_TEST(the_tick_reaches_the_kind);
    RUN_TEST(a_ruling_comes_back);
    return UNITY_END();
}
