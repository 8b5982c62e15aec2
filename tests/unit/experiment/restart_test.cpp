// SPDX-License-Identifier: Apache-2.0
// A reset in the middle of an experiment: car, leader, judge and controller begin afresh, and the
// second try ends as if it were the first.
#include <toml++/toml.h>
#include <atomic>
#include <cstring>
#include <string>
#include <utility>

#include "model/experiment/experiment.h"
#include "rt_core/controller/controller_port.h"
#include "rt_core/tick.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

namespace {

using namespace ghostcar;

/// Asks for a reset in one tick.
class Resetter final : public rt_core::InputSource {
public:
    explicit Resetter(std::int64_t tick) : tick_(tick) {}
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override {
        if (tick == tick_) inputs.command.kind = rt_core::CommandKind::reset;
    }

private:
    std::int64_t tick_;
};

/// The last State of a shipped session; `reset_tick` 0: never.
rt_core::State end_of(const std::string& session, const char* controller, std::int64_t reset_tick) {
    const toml::table table = toml::parse_file("model/data/sessions/" + session + ".toml");
    model::TableReader root(table);
    model::TableReader head = root.table("session");
    rt_core::SessionConfig config = rt_core::SessionConfig::from_toml(head);
    config.duration_ticks = session == "park" ? 90'000 : 20'000;
    model::RoadKind kind = model::RoadKind::drive;
    for (const auto& [word, each] : model::road_kinds)
        if (word == *table["session"]["kind"].value<std::string>()) kind = each;
    model::Experiment experiment = model::experiment_from_toml(
        kind, root, tests::shipped_track(*table["session"]["track"].value<std::string>()),
        tests::shipped_vehicle, 3, config.duration_ticks);
    const model::World world(std::move(experiment.world));
    const model::ViewMaker views(*world.road(), experiment.goal);
    rt_core::Exchange exchange;
    const std::atomic<bool> ended{false};
    rt_core::ControllerPort port({}, views, exchange, ended, model::find_builtin(controller));
    Resetter resetter(reset_tick);
    rt_core::Tick tick(config, world, std::move(experiment.judge), {&port, &resetter}, {&port});
    port.begin(tick.cars());
    while (!tick.done()) tick.run(0);
    return tick.state();
}

void expect_the_same_end(const char* session, const char* controller) {
    const rt_core::State once = end_of(session, controller, 0);
    const rt_core::State twice = end_of(session, controller, 9'000);
    TEST_ASSERT_EQUAL_INT64(once.session.running_ticks, twice.session.running_ticks);
    TEST_ASSERT_TRUE(once.session.outcome == twice.session.outcome);
    TEST_ASSERT_EQUAL_INT64(once.tick + 9'000, twice.tick);  // the tick of the reset shows `ready`
    TEST_ASSERT_EQUAL_MEMORY(&once.judge, &twice.judge, sizeof once.judge);
}

void parking_again() {
    expect_the_same_end("park", "parker");
    TEST_ASSERT_TRUE(end_of("park", "parker", 0).session.outcome == rt_core::Outcome::finished);
}

void following_again() {
    expect_the_same_end("follow", "follower");
}

void cruising_again() {
    expect_the_same_end("cruise-1", "line-keeper");
}

void a_violation_ends_the_run_at_once() {
    const rt_core::State end = end_of("follow", "bad-overtaker", 0);
    TEST_ASSERT_TRUE(end.session.outcome == rt_core::Outcome::violation);
    TEST_ASSERT_EQUAL_INT64(end.judge.follow.running_ticks, end.session.running_ticks);
    TEST_ASSERT_LESS_THAN(20'000, end.session.running_ticks);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(parking_again);
    RUN_TEST(following_again);
    RUN_TEST(cruising_again);
    RUN_TEST(a_violation_ends_the_run_at_once);
    return UNITY_END();
}
