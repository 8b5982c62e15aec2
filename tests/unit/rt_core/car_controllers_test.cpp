// SPDX-License-Identifier: Apache-2.0
// Several cars, each with a controller of its own: whose word counts for whom, and when one fails.
#include "rt_core/controller/car_controllers.h"

#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "model/experiment/experiment.h"
#include "rt_core/fault_table.h"
#include "rt_core/tick.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar;
using namespace ghostcar::rt_core;
using model::CarOut;

void setUp() {}
void tearDown() {}

namespace {

/// Presses a little more in every period.
class Growing final : public model::BuiltinController {
public:
    void restart() noexcept override { calls_ = 0; }
    void drive(const GhostcarView& /*view*/, GhostcarCommand& command) noexcept override {
        command.cmdAcc = 0.01 * ++calls_;
    }

private:
    int calls_ = 0;
};

/// Drives until it sends what is no number, in the third period.
class Failing final : public model::BuiltinController {
public:
    void restart() noexcept override { calls_ = 0; }
    void drive(const GhostcarView& /*view*/, GhostcarCommand& command) noexcept override {
        command.cmdAcc = 0.5;
        command.cmdSteer = 0.25;
        if (++calls_ > 2) command.cmdBrake = std::numeric_limits<double>::quiet_NaN();
    }

private:
    int calls_ = 0;
};

template <typename Controller>
std::unique_ptr<model::BuiltinController> make() {
    return std::make_unique<Controller>();
}

const model::BuiltinEntry growing{"growing", "", make<Growing>};
const model::BuiltinEntry failing{"failing", "", make<Failing>};

/// One of the cars: its own keys come after the shared ones.
std::string controlled_car(double along_m, const std::string& more = "") {
    return "[[car]]\nvehicle = \"focus-2.0-mt\"\nalong_m = " + std::to_string(along_m) +
           "\noffset_m = 0.0\nspeed_kph = 0.0\n" + more + "[car.controller]\nbuiltin = \"x\"\n";
}

/// A race of three on the oval: the second car is the road's own, the others have controllers.
struct Field {
    Field() : Field(growing, failing) {}
    Field(const model::BuiltinEntry& first, const model::BuiltinEntry& last)
        : experiment(made()),
          world(experiment.world),
          views(*world.road(), experiment.goal),
          views_of_last(views.of_car(2)),
          first_port({20, 5}, views, exchanges[0], ended[0], &first),
          last_port({10, 5}, views_of_last, exchanges[1], ended[1], &last),
          wires({&first_port, &last_port}) {
        begin_cars = world.initial_cars();
        first_port.begin(begin_cars);
        last_port.begin(begin_cars);
    }
    static model::Experiment made() {
        const std::string session =
            tests::environment_text() + "[race]\ndistance_m = 500.0\n" + controlled_car(40.0) +
            tests::car_text("line-follower", 20.0, 0.0, 0.0) + controlled_car(0.0);
        const toml::table table = toml::parse(session);
        model::TableReader reader(table);
        return model::experiment_from_toml(model::RoadKind::race, reader,
                                           tests::shipped_track("oval"), tests::shipped_vehicle, 1,
                                           60'000);
    }

    model::Experiment experiment;
    model::World world;
    model::ViewMaker views;
    model::ViewMaker views_of_last;
    Exchange exchanges[2];
    std::atomic<bool> ended[2]{false, false};
    ControllerPort first_port;
    ControllerPort last_port;
    CarControllers wires;
    std::vector<model::RoadCarState> begin_cars;
};

SessionConfig minute() {
    SessionConfig config;
    config.duration_ticks = 60'000;
    return config;
}

/// Keeps what the cars were told and gives it again.
class Tape final : public InputSource, public OutputSink {
public:
    void latch(std::int64_t tick, Inputs& inputs) noexcept override {
        inputs = inputs_[static_cast<std::size_t>(tick - 1)];
    }
    void latch_cars(std::int64_t tick, std::span<model::CarInputs> own) noexcept override {
        const auto& recorded = own_[static_cast<std::size_t>(tick - 1)];
        std::copy(recorded.begin(), recorded.end(), own.begin());
    }
    void publish(const Inputs& inputs, const State& /*state*/,
                 std::uint64_t state_hash) noexcept override {
        inputs_.push_back(inputs);
        hashes.push_back(state_hash);
    }
    void publish_car_inputs(std::int64_t /*tick*/,
                            std::span<const model::CarInputs> own) noexcept override {
        own_.emplace_back(own.begin(), own.end());
    }

    std::vector<std::uint64_t> hashes;
    std::vector<std::vector<model::CarInputs>>& own() { return own_; }

private:
    std::vector<Inputs> inputs_;
    std::vector<std::vector<model::CarInputs>> own_;
};

void each_car_obeys_its_own_controller_in_its_own_time() {
    Field field(growing, growing);
    Tape tape;
    Tick tick(minute(), field.world, field.experiment.judge, {&field.wires}, {&field.wires, &tape});
    for (int n = 1; n <= 30; ++n) tick.run(0);
    // Of periods of 20 and of 10 ticks, each five ticks later.
    const auto answers = [](std::int64_t at, std::int64_t period) {
        return at < 5 ? 0 : static_cast<int>((at - 5) / period) + 1;
    };
    for (std::size_t at = 1; at <= 30; ++at) {
        const std::vector<model::CarInputs>& own = tape.own()[at - 1];
        TEST_ASSERT_EQUAL_size_t(2, own.size());
        const auto tick_number = static_cast<std::int64_t>(at);
        TEST_ASSERT_EQUAL_DOUBLE(0.01 * answers(tick_number, 20), own[0].controls.accelerator);
        TEST_ASSERT_EQUAL_DOUBLE(0.01 * answers(tick_number, 10), own[1].controls.accelerator);
    }
    TEST_ASSERT_EQUAL_DOUBLE(0.02, tick.cars()[0].controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.03, tick.cars()[2].controls.accelerator);
}

void a_failure_takes_its_own_car_out_and_no_other() {
    Field field;
    Tick tick(minute(), field.world, field.experiment.judge, {&field.wires}, {&field.wires});
    for (int n = 1; n < 25; ++n) tick.run(0);
    TEST_ASSERT_TRUE(tick.cars()[2].out == CarOut::no);
    tick.run(0);  // the third answer is due
    const model::RoadCarState& failed = tick.cars()[2];
    TEST_ASSERT_TRUE(failed.out == CarOut::controller_value);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, failed.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.3, failed.controls.brake);
    TEST_ASSERT_EQUAL_DOUBLE(-0.25, failed.controls.steer);  // held; + is left here
    for (int n = 0; n < 5000; ++n) tick.run(0);
    TEST_ASSERT_TRUE(tick.state().session.phase == Phase::running);
    TEST_ASSERT_EQUAL_UINT64(0, tick.state().session.latched_faults);
    TEST_ASSERT_TRUE(tick.cars()[0].out == CarOut::no && tick.cars()[1].out == CarOut::no);
    TEST_ASSERT_TRUE(tick.cars()[0].car.motion.forward_mps > 1.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, tick.cars()[2].car.drive.speed_mps);
    TEST_ASSERT_EQUAL_INT64(3, field.last_port.figures().periods);  // nobody asks it any more
    TEST_ASSERT_TRUE(field.last_port.figures().not_a_number == "brake");
    TEST_ASSERT_EQUAL_INT64(1, tick.state().judge.race.out);
}

void recorded_inputs_replay_bit_for_bit() {
    Field field;
    Tape tape;
    Tick tick(minute(), field.world, field.experiment.judge, {&field.wires}, {&field.wires, &tape});
    for (int n = 0; n < 5000; ++n) tick.run(0);
    Tape again;
    Tick replay(minute(), field.world, field.experiment.judge, {&tape}, {&again});
    for (int n = 0; n < 5000; ++n) replay.run(0);
    TEST_ASSERT_TRUE(tape.hashes == again.hashes);
    TEST_ASSERT_EQUAL_UINT64(tick.inputs_hash(), replay.inputs_hash());
    // The control: one bit of one car's inputs is in the hash of the inputs and of what follows.
    std::uint64_t word = 0;
    double& pedal = tape.own()[100][0].controls.accelerator;
    std::memcpy(&word, &pedal, sizeof word);
    word ^= 1U;
    std::memcpy(&pedal, &word, sizeof word);
    Tape other;
    Tick edited(minute(), field.world, field.experiment.judge, {&tape}, {&other});
    for (int n = 0; n < 5000; ++n) edited.run(0);
    TEST_ASSERT_TRUE(edited.inputs_hash() != tick.inputs_hash());
    TEST_ASSERT_EQUAL_UINT64(tape.hashes[99], other.hashes[99]);
    TEST_ASSERT_TRUE(tape.hashes[100] != other.hashes[100]);
}

/// In the safe state of the whole session nobody listens to controllers.
void a_stopped_session_brakes_every_car() {
    struct Stop final : InputSource {
        void latch(std::int64_t tick, Inputs& inputs) noexcept override {
            if (tick == 3000) inputs.command.kind = CommandKind::stop;
        }
    } stop;
    Field field(growing, growing);
    Tick tick(minute(), field.world, field.experiment.judge, {&stop, &field.wires}, {&field.wires});
    for (int n = 0; n < 3001; ++n) tick.run(0);
    for (const std::size_t car : {0U, 2U}) {
        TEST_ASSERT_EQUAL_DOUBLE(0.0, tick.cars()[car].controls.accelerator);
        TEST_ASSERT_EQUAL_DOUBLE(0.3, tick.cars()[car].controls.brake);
        TEST_ASSERT_TRUE(tick.cars()[car].out == CarOut::no);
    }
}

void a_reset_forgives() {
    struct Reset final : InputSource {
        void latch(std::int64_t tick, Inputs& inputs) noexcept override {
            if (tick == 100) inputs.command.kind = CommandKind::reset;
        }
    } reset;
    Field field;
    SessionConfig config = minute();
    config.countdown_ticks = 10;
    Tick tick(config, field.world, field.experiment.judge, {&reset, &field.wires}, {&field.wires});
    for (int n = 1; n < 100; ++n) tick.run(0);
    TEST_ASSERT_TRUE(tick.cars()[2].out == CarOut::controller_value);
    tick.run(0);
    TEST_ASSERT_TRUE(tick.cars()[2].out == CarOut::no);
    TEST_ASSERT_EQUAL_INT64(0, tick.drives()[0].running_ticks);
    for (int n = 0; n < 10 + 24; ++n) tick.run(0);  // ready is shown for one tick
    TEST_ASSERT_TRUE(tick.cars()[2].out == CarOut::no);
    tick.run(0);  // and fails like the first time
    TEST_ASSERT_TRUE(tick.cars()[2].out == CarOut::controller_value);
}

void faults_have_their_names() {
    TEST_ASSERT_TRUE(failure_of(0) == CarOut::no);
    TEST_ASSERT_TRUE(failure_of(fault_overrun) == CarOut::no);
    TEST_ASSERT_TRUE(failure_of(fault_controller_ended) == CarOut::controller_ended);
    TEST_ASSERT_TRUE(failure_of(fault_controller_silent) == CarOut::controller_silent);
    TEST_ASSERT_TRUE(failure_of(fault_controller_value) == CarOut::controller_value);
}

/// A session without such cars has none of it.
void nothing_is_latched_for_cars_without_a_controller() {
    struct Never final : InputSource {
        void latch(std::int64_t /*tick*/, Inputs& /*inputs*/) noexcept override {}
        void latch_cars(std::int64_t /*tick*/,
                        std::span<model::CarInputs> /*own*/) noexcept override {
            called = true;
        }
        bool called = false;
    } never;
    const model::World world(tests::world_of(
        tests::environment_text() + tests::car_text("line-follower", 20.0, 0.0, 0.0), "oval"));
    Tick tick(minute(), world, model::Judge(), {&never}, {});
    for (int n = 0; n < 10; ++n) tick.run(0);
    TEST_ASSERT_FALSE(never.called);
    TEST_ASSERT_TRUE(tick.drives().empty());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(each_car_obeys_its_own_controller_in_its_own_time);
    RUN_TEST(a_failure_takes_its_own_car_out_and_no_other);
    RUN_TEST(recorded_inputs_replay_bit_for_bit);
    RUN_TEST(a_stopped_session_brakes_every_car);
    RUN_TEST(a_reset_forgives);
    RUN_TEST(faults_have_their_names);
    RUN_TEST(nothing_is_latched_for_cars_without_a_controller);
    return UNITY_END();
}
