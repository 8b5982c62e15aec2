// SPDX-License-Identifier: Apache-2.0
#include "rt_core/controller/controller_port.h"

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "rt_core/fault_table.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar;
using namespace ghostcar::rt_core;

void setUp() {}
void tearDown() {}

namespace {

/// Counts its calls in the pedal, so that a test sees which answer takes effect.
class Counting final : public model::BuiltinController {
public:
    void restart() noexcept override { calls_ = 0; }
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override {
        command.cmdAcc = 0.001 * ++calls_;
        command.cmdBrake = view.time / 1000.0;
        command.bFinish = view.time >= 0.06 ? 1 : 0;
    }

private:
    int calls_ = 0;
};
const model::BuiltinEntry counting{
    "counting", "",
    []() -> std::unique_ptr<model::BuiltinController> { return std::make_unique<Counting>(); }};

/// A port and its surroundings, ticked by hand.
struct Bench {
    explicit Bench(const ControllerTiming& timing, const model::BuiltinEntry* builtin = nullptr)
        : drive(tests::environment_text() + tests::car_text("wires", 20.0, 0.0, 0.0), "oval"),
          views(drive.world),
          port(timing, views, exchange, ended, builtin) {}

    /// Latches the next running tick and shows what came out of it.
    Inputs tick() {
        Inputs inputs;
        port.latch(++state.tick, inputs);
        ++state.session.running_ticks;
        state.session.phase = Phase::running;
        port.publish_cars(state.tick, drive.cars);
        port.publish(inputs, state, 0);
        return inputs;
    }
    /// Answers the newest question at once.
    void answer(double accelerator) {
        Answerer answerer(exchange);
        GhostcarView view;
        TEST_ASSERT_TRUE(answerer.wait(view, 0));
        GhostcarCommand command = model::idle_command();
        command.cmdAcc = accelerator;
        answerer.answer(command, 1000);
    }
    void begin() {
        answer_first();
        port.begin(drive.cars);
    }
    /// The first question is asked and waited for in one call: somebody must be there to answer.
    void answer_first() {
        first = std::make_unique<std::jthread>([this] {
            Answerer answerer(exchange);
            GhostcarView view;
            while (!answerer.wait(view, 1'000'000'000)) {
            }
            answerer.answer(model::idle_command(), 1000);
        });
    }

    tests::RoadDrive drive;
    model::ViewMaker views;
    Exchange exchange;
    std::atomic<bool> ended{false};
    ControllerPort port;
    State state;
    std::unique_ptr<std::jthread> first;
};

void a_command_takes_effect_exactly_latency_ticks_later() {
    for (const auto& [period, latency] :
         {std::pair<std::int64_t, std::int64_t>{20, 5}, {1, 1}, {3, 3}, {100, 1}, {100, 100}}) {
        Bench bench({period, latency}, &counting);
        bench.port.begin(bench.drive.cars);
        for (std::int64_t tick = 1; tick <= 3 * period; ++tick) {
            const Inputs inputs = bench.tick();
            // Answers so far: the one of tick 0 from tick `latency` on, and so forth.
            const std::int64_t answers = tick < latency ? 0 : (tick - latency) / period + 1;
            TEST_ASSERT_EQUAL_DOUBLE(0.001 * static_cast<double>(answers),
                                     inputs.controls.accelerator);
            if (answers > 0)  // the view's time says which State it was
                TEST_ASSERT_EQUAL_DOUBLE(
                    static_cast<double>((answers - 1) * period) * 0.001 / 1000.0,
                    inputs.controls.brake);
        }
        TEST_ASSERT_EQUAL_INT64((3 * period - latency) / period + 1, bench.port.figures().periods);
        TEST_ASSERT_EQUAL_INT64(0, bench.port.figures().missed);
    }
}

void finish_is_an_input() {
    Bench bench({20, 5}, &counting);
    bench.port.begin(bench.drive.cars);
    for (int tick = 1; tick < 65; ++tick) TEST_ASSERT_EQUAL_UINT64(0, bench.tick().finish);
    TEST_ASSERT_EQUAL_UINT64(1, bench.tick().finish);  // the State of tick 60, at tick 65
}

void a_pause_changes_nothing() {
    Bench bench({20, 5}, &counting);
    bench.port.begin(bench.drive.cars);
    for (int tick = 1; tick <= 21; ++tick) bench.tick();
    for (int paused = 0; paused < 50; ++paused) {  // running time stands still
        Inputs inputs;
        bench.port.latch(++bench.state.tick, inputs);
        bench.port.publish_cars(bench.state.tick, bench.drive.cars);
        bench.port.publish(inputs, bench.state, 0);
        TEST_ASSERT_EQUAL_DOUBLE(0.001, inputs.controls.accelerator);
    }
    for (int tick = 22; tick <= 24; ++tick) bench.tick();
    TEST_ASSERT_EQUAL_DOUBLE(0.002, bench.tick().controls.accelerator);
    TEST_ASSERT_EQUAL_INT64(2, bench.port.figures().periods);
}

void a_reset_begins_afresh() {
    Bench bench({20, 5}, &counting);
    bench.port.begin(bench.drive.cars);
    for (int tick = 1; tick <= 50; ++tick) bench.tick();
    bench.state.session.running_ticks = 0;
    bench.state.session.phase = Phase::ready;
    Inputs inputs;
    bench.port.publish_cars(bench.state.tick, bench.drive.cars);
    bench.port.publish(inputs, bench.state, 0);
    for (int tick = 1; tick <= 4; ++tick)
        TEST_ASSERT_EQUAL_DOUBLE(0.0, bench.tick().controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.001, bench.tick().controls.accelerator);  // counts anew
}

void a_late_answer_is_missed_and_the_last_command_stays() {
    Bench bench({10, 5});
    bench.begin();
    while (bench.state.session.running_ticks < 10) bench.tick();
    bench.answer(0.5);
    while (bench.state.session.running_ticks < 20) bench.tick();
    TEST_ASSERT_EQUAL_INT64(0, bench.port.figures().missed);
    for (int tick = 21; tick <= 25; ++tick) bench.tick();  // due at 25: nobody has answered
    TEST_ASSERT_EQUAL_INT64(1, bench.port.figures().missed);
    bench.answer(0.9);  // a tick too late
    for (int tick = 26; tick <= 34; ++tick)
        TEST_ASSERT_EQUAL_DOUBLE(0.5, bench.tick().controls.accelerator);
    // At 35 the answer to the State of tick 30 is due; the late one is not taken for it.
    TEST_ASSERT_EQUAL_DOUBLE(0.5, bench.tick().controls.accelerator);
    TEST_ASSERT_EQUAL_INT64(2, bench.port.figures().missed);
}

void two_seconds_of_silence_are_a_fault() {
    Bench bench({10, 5});
    bench.begin();
    FaultBits faults = 0;
    while (faults == 0 && bench.state.session.running_ticks < 5000) faults = bench.tick().faults;
    TEST_ASSERT_EQUAL_UINT64(fault_controller_silent, faults);
    // Answered at tick 5; silent from 15 on, 200 periods of 10 ticks.
    TEST_ASSERT_EQUAL_INT64(15 + 199 * 10, bench.state.session.running_ticks);
    TEST_ASSERT_EQUAL_INT64(200, bench.port.figures().missed);
}

/// Drives by one who answers so many ticks after seeing a question, then looks for the newest one.
/// Gives the fault that ended it.
FaultBits drive_slowly(Bench& bench, std::int64_t thinking_ticks, std::int64_t ticks) {
    Answerer answerer(bench.exchange);
    GhostcarView view;
    bench.begin();
    TEST_ASSERT_TRUE(answerer.wait(view, 0));  // the first question, which is answered
    std::int64_t answer_at = 0;
    for (std::int64_t tick = 1; tick <= ticks; ++tick) {
        if (const FaultBits faults = bench.tick().faults; faults != 0) return faults;
        if (answer_at == tick) {
            answerer.answer(model::idle_command(), thinking_ticks * 1'000'000);
            answer_at = 0;
        }
        if (answer_at == 0 && answerer.wait(view, 0)) answer_at = tick + thinking_ticks;
    }
    return 0;
}

void who_is_always_late_is_not_silent() {
    // A tick too late; when the next questions are out; all but two seconds.
    for (const std::int64_t thinking_ticks : {6, 16, 36, 1900}) {
        Bench bench({10, 5});
        TEST_ASSERT_EQUAL_UINT64(0, drive_slowly(bench, thinking_ticks, 10'000));
        TEST_ASSERT_EQUAL_INT64(1000, bench.port.figures().periods);
        TEST_ASSERT_EQUAL_INT64(999, bench.port.figures().missed);
        // And how long it took is told.
        TEST_ASSERT_EQUAL_DOUBLE(1000.0 * static_cast<double>(thinking_ticks),
                                 bench.port.figures().spend.max_us());
    }
    Bench bench({10, 5});
    TEST_ASSERT_EQUAL_UINT64(fault_controller_silent, drive_slowly(bench, 2100, 10'000));
}

/// A word of the past is one word, not one in every period.
void one_late_answer_does_not_help_for_ever() {
    Bench bench({10, 5});
    bench.begin();
    while (bench.state.session.running_ticks < 506)
        TEST_ASSERT_EQUAL_UINT64(0, bench.tick().faults);
    bench.answer(0.5);
    FaultBits faults = 0;
    while (faults == 0 && bench.state.session.running_ticks < 5000) faults = bench.tick().faults;
    TEST_ASSERT_EQUAL_UINT64(fault_controller_silent, faults);
    TEST_ASSERT_EQUAL_INT64(515 + 199 * 10, bench.state.session.running_ticks);
    TEST_ASSERT_EQUAL_UINT64(2, bench.port.figures().spend.count());
}

void the_end_of_a_controller_is_a_fault_when_its_answer_is_due() {
    Bench bench({10, 5});
    bench.begin();
    while (bench.state.session.running_ticks < 11) bench.tick();
    bench.ended = true;
    for (int tick = 12; tick <= 14; ++tick) TEST_ASSERT_EQUAL_UINT64(0, bench.tick().faults);
    TEST_ASSERT_EQUAL_UINT64(fault_controller_ended, bench.tick().faults);
}

void an_answer_before_the_end_still_counts() {
    Bench bench({10, 5});
    bench.begin();
    while (bench.state.session.running_ticks < 10) bench.tick();
    bench.answer(0.25);
    bench.ended = true;
    while (bench.state.session.running_ticks < 15) TEST_ASSERT_EQUAL_UINT64(0, bench.tick().faults);
    TEST_ASSERT_EQUAL_INT64(0, bench.port.figures().missed);
}

void what_is_no_number_is_a_fault_and_not_obeyed() {
    Bench bench({10, 5});
    bench.begin();
    while (bench.state.session.running_ticks < 10) bench.tick();
    bench.answer(std::numeric_limits<double>::quiet_NaN());
    while (bench.state.session.running_ticks < 14) bench.tick();
    const Inputs inputs = bench.tick();
    TEST_ASSERT_EQUAL_UINT64(fault_controller_value, inputs.faults);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, inputs.controls.accelerator);
    TEST_ASSERT_TRUE(bench.port.figures().not_a_number == "accelerator");
}

void scribbles_in_the_exchange_do_no_harm() {
    Bench bench({10, 5});
    bench.begin();
    for (std::uint32_t round = 0; round < 200; ++round) {
        // Everything the other side can reach, and what it must not touch.
        bench.exchange.asked = round * 0x9e3779b9U;
        bench.exchange.answered = round % 3 == 0 ? round / 10 : ~round;
        for (Answer& answer : bench.exchange.answers) {
            answer.number = round / 10;
            answer.spend_ns = round % 2 == 0 ? std::numeric_limits<std::int64_t>::max()
                                             : std::numeric_limits<std::int64_t>::min();
            answer.command.cmdAcc = 1e300;
            answer.command.cmdGear = std::numeric_limits<std::int32_t>::min();
        }
        const Inputs inputs = bench.tick();
        TEST_ASSERT_TRUE(inputs.controls.accelerator >= 0.0 && inputs.controls.accelerator <= 1.0);
        TEST_ASSERT_TRUE(inputs.controls.gear >= -1 && inputs.controls.gear <= 6);
    }
    TEST_ASSERT_EQUAL_INT64(20, bench.port.figures().periods);
}

void a_loop_that_waits_gets_its_answer() {
    Bench bench({10, 5});
    bench.begin();
    std::jthread other([&bench](const std::stop_token& stop) {
        Answerer answerer(bench.exchange);
        GhostcarView view;
        while (!stop.stop_requested()) {
            if (!answerer.wait(view, 10'000'000)) continue;
            GhostcarCommand command = model::idle_command();
            command.cmdBrake = view.time;
            answerer.answer(command, 5000);
        }
    });
    for (int tick = 1; tick <= 500; ++tick) {
        bench.port.await();
        const Inputs inputs = bench.tick();
        const int answered = tick < 15 ? 0 : (tick - 5) / 10;
        if (answered > 0) TEST_ASSERT_EQUAL_DOUBLE(answered * 10 * tick_s, inputs.controls.brake);
    }
    TEST_ASSERT_EQUAL_INT64(0, bench.port.figures().missed);
    TEST_ASSERT_EQUAL_INT64(50, bench.port.figures().periods);
}

/// However many wait for a question: one is woken, and asking costs the loop no more than that.
void a_question_wakes_one() {
    constexpr std::uint32_t crowd = 60;
    Exchange exchange;
    std::atomic<std::uint32_t> waiting{0};
    std::atomic<std::uint32_t> woken{0};
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < crowd; ++i)
        threads.emplace_back([&] {
            ++waiting;
            futex_wait(exchange.asked, 0, 60'000'000'000);
            ++woken;
        });
    // Asleep: of the number that a wake-up would reach, none must still be on its way.
    const auto pause = [](int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); };
    while (waiting.load() < crowd) pause(1);
    pause(300);
    Asker asker(exchange);
    asker.ask();
    pause(300);
    TEST_ASSERT_EQUAL_UINT32(1, woken.load());
    while (woken.load() < crowd) {
        futex_wake(exchange.asked);
        std::this_thread::yield();
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_command_takes_effect_exactly_latency_ticks_later);
    RUN_TEST(finish_is_an_input);
    RUN_TEST(a_pause_changes_nothing);
    RUN_TEST(a_reset_begins_afresh);
    RUN_TEST(a_late_answer_is_missed_and_the_last_command_stays);
    RUN_TEST(two_seconds_of_silence_are_a_fault);
    RUN_TEST(who_is_always_late_is_not_silent);
    RUN_TEST(one_late_answer_does_not_help_for_ever);
    RUN_TEST(the_end_of_a_controller_is_a_fault_when_its_answer_is_due);
    RUN_TEST(an_answer_before_the_end_still_counts);
    RUN_TEST(what_is_no_number_is_a_fault_and_not_obeyed);
    RUN_TEST(scribbles_in_the_exchange_do_no_harm);
    RUN_TEST(a_loop_that_waits_gets_its_answer);
    RUN_TEST(a_question_wakes_one);
    return UNITY_END();
}
