// SPDX-License-Identifier: Apache-2.0
#include "rt_core/tick.h"

#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>

#include "rt_core/arbitrate.h"
#include "rt_core/state_hash.h"
#include "tests/unit/rt_core/test_drive.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;
namespace model = ghostcar::model;

void setUp() {}
void tearDown() {}

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double subnormal = std::numeric_limits<double>::denorm_min() * 12345.0;

/// Now and then a command, a fault or a control that makes no sense, on top of the drive.
class RoughDriver final : public InputSource {
public:
    explicit RoughDriver(std::uint64_t seed) : driver_(seed), dice_(seed) {}

    void latch(std::int64_t tick, Inputs& inputs) noexcept override {
        driver_.latch(tick, inputs);
        if (dice_() % 50 == 0) {
            inputs.command.kind = static_cast<CommandKind>(dice_() % 7);
            inputs.command.parameter = static_cast<Parameter>(dice_() % 4);
            inputs.command.value = odd_number();
            if (inputs.command.kind == CommandKind::stop && dice_() % 8 != 0)
                inputs.command.kind = CommandKind::pause;
        }
        if (dice_() % 200 == 0) inputs.faults = 1U << (dice_() % 3);
        if (dice_() % 30 == 0) inputs.controls.accelerator = odd_number();
        if (dice_() % 30 == 0) inputs.controls.brake = odd_number();
        if (dice_() % 30 == 0) inputs.controls.clutch = odd_number();
        if (dice_() % 90 == 0) inputs.controls.gear = static_cast<std::int64_t>(dice_());
        if (dice_() % 90 == 0) inputs.controls.key = static_cast<model::Key>(dice_());
    }

private:
    double odd_number() noexcept {
        constexpr double odd[] = {not_a_number, -not_a_number, infinite, -infinite, subnormal,
                                  -subnormal,   -0.0,          1.0,      1e308,     -1e308,
                                  0.3,          0.02,          -0.05,    0.999};
        return odd[dice_() % (sizeof odd / sizeof odd[0])];
    }

    ScriptedDriver driver_;
    std::mt19937_64 dice_;
};

bool is_number_fit_for_state(double value) {
    const double size = value < 0.0 ? -value : value;
    return size == 0.0 || (size >= std::numeric_limits<double>::min() &&
                           size <= std::numeric_limits<double>::max());
}

bool has_only_fit_numbers(const model::WorldState& world) {
    const model::LongitudinalState& car = world.car;
    for (const double value :
         {world.environment.grade, world.environment.headwind_mps, world.controls.accelerator,
          world.controls.brake, world.controls.clutch, car.distance_m, car.speed_mps,
          car.acceleration_mps2, car.engine_speed_radps, car.engine_torque_nm, car.charge_torque_nm,
          car.governor_torque_nm, car.clutch_torque_nm, car.brake_force_n})
        if (!is_number_fit_for_state(value)) return false;
    return true;
}

Notebook drive(InputSource& source, const SessionConfig& config, std::int64_t ticks) {
    Notebook notebook;
    Tick tick(config, shipped_world(), bench_judge(), {&source}, {&notebook});
    for (std::int64_t n = 0; n < ticks && !tick.done(); ++n) tick.run(0);
    return notebook;
}

constexpr SessionConfig long_drive{60'000, 10, true};

void the_scripted_drive_really_drives() {
    ScriptedDriver driver;
    const Notebook notebook = drive(driver, long_drive, 20'000);
    const State& last = notebook.pages.back().state;
    TEST_ASSERT_TRUE(last.world.car.engine == model::EngineMode::running);
    TEST_ASSERT_TRUE(last.world.car.distance_m > 10.0);
    TEST_ASSERT_TRUE(last.judge.bench.largest_speed_mps > 1.0);
}

void recorded_inputs_replay_to_the_same_hash_in_every_tick() {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
        RoughDriver driver(seed);
        const Notebook first = drive(driver, long_drive, 10'000);
        std::vector<Inputs> recorded;
        for (const Notebook::Page& page : first.pages) recorded.push_back(page.inputs);
        Player player(recorded);
        const Notebook second = drive(player, long_drive, 10'000);
        TEST_ASSERT_EQUAL_UINT64(first.pages.size(), second.pages.size());
        for (std::size_t n = 0; n < first.pages.size(); ++n)
            TEST_ASSERT_EQUAL_HEX64(first.pages[n].hash, second.pages[n].hash);
    }
}

void different_drives_have_different_hashes() {
    ScriptedDriver one(1);
    ScriptedDriver two(2);
    TEST_ASSERT_TRUE(drive(one, long_drive, 4000).pages.back().hash !=
                     drive(two, long_drive, 4000).pages.back().hash);
}

/// One bit of one control in one tick: every later hash differs, even when the car is the same.
void one_bit_of_one_input_is_seen() {
    ScriptedDriver driver;
    const Notebook clean = drive(driver, long_drive, 3000);
    std::vector<Inputs> recorded;
    for (const Notebook::Page& page : clean.pages) recorded.push_back(page.inputs);
    const std::size_t changed = 2400;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &recorded[changed].controls.accelerator, sizeof bits);
    bits ^= 1;
    std::memcpy(&recorded[changed].controls.accelerator, &bits, sizeof bits);
    Player player(recorded);
    const Notebook other = drive(player, long_drive, 3000);
    for (std::size_t n = 0; n < clean.pages.size(); ++n)
        TEST_ASSERT_TRUE((clean.pages[n].hash == other.pages[n].hash) == (n < changed));
}

void tick_numbers_and_hashes_are_chained() {
    ScriptedDriver driver;
    Notebook notebook;
    Tick tick(long_drive, shipped_world(), bench_judge(), {&driver}, {&notebook});
    TEST_ASSERT_EQUAL_INT64(0, tick.state().tick);
    TEST_ASSERT_EQUAL_HEX64(hash_seed, tick.state_hash());
    TEST_ASSERT_EQUAL_HEX64(hash_seed, tick.inputs_hash());
    std::uint64_t state_hash = hash_seed;
    std::uint64_t inputs_hash = hash_seed;
    for (std::int64_t n = 1; n <= 2000; ++n) {
        tick.run(0);
        const Notebook::Page& page = notebook.pages.back();
        TEST_ASSERT_EQUAL_INT64(n, page.state.tick);
        state_hash = chain_hash(state_hash, page.state);
        inputs_hash = chain_hash(inputs_hash, page.inputs);
        TEST_ASSERT_EQUAL_HEX64(state_hash, page.hash);
        TEST_ASSERT_EQUAL_HEX64(state_hash, tick.state_hash());
        TEST_ASSERT_EQUAL_HEX64(inputs_hash, tick.inputs_hash());
    }
}

void faults_of_the_loop_become_inputs() {
    ScriptedDriver driver;
    Notebook notebook;
    Tick tick(long_drive, shipped_world(), bench_judge(), {&driver}, {&notebook});
    for (int n = 0; n < 20; ++n) tick.run(0);
    tick.run(fault_overrun);
    TEST_ASSERT_EQUAL_UINT64(fault_overrun, notebook.pages.back().inputs.faults);
    TEST_ASSERT_TRUE(tick.state().session.phase == Phase::fault);
}

/// NaN, infinities, subnormal numbers and absurd gears at the wires: none of it gets into State.
void nothing_but_numbers_enters_state() {
    for (std::uint64_t seed = 10; seed < 16; ++seed) {
        std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
        RoughDriver driver(seed);
        const Notebook notebook = drive(driver, long_drive, 10'000);
        for (const Notebook::Page& page : notebook.pages) {
            TEST_ASSERT_TRUE(has_only_fit_numbers(page.state.world));
            TEST_ASSERT_TRUE(page.state.world.controls.accelerator >= 0.0 &&
                             page.state.world.controls.accelerator <= 1.0);
        }
    }
}

/// A car that rolls out and stands for long: everything that decays ends at exactly 0.
void no_subnormal_after_a_long_standstill() {
    ScriptedDriver driver;
    Notebook notebook;
    Tick tick(SessionConfig{60'000, 0, true}, shipped_world(), bench_judge(), {&driver},
              {&notebook});
    for (int n = 0; n < 8000; ++n) tick.run(0);
    tick.run(fault_pedal_signal);
    while (!tick.done() && notebook.pages.size() < 60'000) tick.run(0);
    TEST_ASSERT_TRUE(tick.done());
    for (const Notebook::Page& page : notebook.pages)
        TEST_ASSERT_TRUE(has_only_fit_numbers(page.state.world));
    TEST_ASSERT_TRUE(tick.state().world.car.speed_mps == 0.0);
    TEST_ASSERT_TRUE(tick.state().world.controls.brake == safe_brake);
}

void the_world_stands_still_outside_of_driving() {
    class Waiting final : public InputSource {
    public:
        void latch(std::int64_t tick, Inputs& inputs) noexcept override {
            driver.latch(tick, inputs);
            if (tick == 3000) inputs.command.kind = CommandKind::pause;
        }
        ScriptedDriver driver;
    } source;
    const Notebook notebook = drive(source, SessionConfig{60'000, 100, true}, 5000);
    const auto world_at = [&](std::size_t tick) {
        return words_of(notebook.pages[tick - 1].state.world);
    };
    TEST_ASSERT_TRUE(world_at(1) == world_at(100));
    TEST_ASSERT_TRUE(world_at(101) != world_at(100));
    TEST_ASSERT_TRUE(world_at(3000) == world_at(2999));
    TEST_ASSERT_TRUE(world_at(5000) == world_at(2999));
    TEST_ASSERT_TRUE(words_of(notebook.pages[4999].state.judge) ==
                     words_of(notebook.pages[2998].state.judge));
}

void a_reset_brings_back_a_fresh_car_and_judge() {
    class Resetting final : public InputSource {
    public:
        void latch(std::int64_t tick, Inputs& inputs) noexcept override {
            driver.latch(tick, inputs);
            if (tick == 10) inputs.command = {CommandKind::set_parameter, Parameter::grade, 0.05};
            if (tick == 6000) inputs.command.kind = CommandKind::reset;
        }
        ScriptedDriver driver;
    } source;
    const Notebook notebook = drive(source, SessionConfig{60'000, 5, true}, 6000);
    const State& last = notebook.pages.back().state;
    TEST_ASSERT_TRUE(notebook.pages[5998].state.world.environment.grade == 0.05);
    TEST_ASSERT_TRUE(words_of(last.world) == words_of(shipped_world().initial()));
    TEST_ASSERT_TRUE(words_of(last.judge) == words_of(bench_judge().initial()));
    TEST_ASSERT_EQUAL_INT64(6000, last.tick);  // time goes on
}

/// A model that leaves the real numbers is stopped before anybody sees it, for good.
void a_model_without_numbers_is_a_permanent_fault() {
    class Resetting final : public InputSource {
    public:
        void latch(std::int64_t tick, Inputs& inputs) noexcept override {
            driver.latch(tick, inputs);
            if (tick % 100 == 0) inputs.command.kind = CommandKind::reset;
        }
        ScriptedDriver driver;
    } source;
    model::LongitudinalParameters broken = shipped_car();
    broken.mass_kg = not_a_number;
    Notebook notebook;
    Tick tick(SessionConfig{60'000, 0, true}, model::World(model::Longitudinal(broken), {0.3, 0.0}),
              bench_judge(), {&source}, {&notebook});
    while (!tick.done() && notebook.pages.size() < 20'000) tick.run(0);
    TEST_ASSERT_TRUE(tick.done());
    TEST_ASSERT_TRUE(tick.state().session.outcome == Outcome::invalid);
    TEST_ASSERT_EQUAL_UINT64(fault_not_finite, tick.state().session.latched_faults);
    for (const Notebook::Page& page : notebook.pages)
        TEST_ASSERT_TRUE(has_only_fit_numbers(page.state.world));
}

/// A brake beyond all numbers: the car drives, never comes to rest, and the run ends all the same.
void a_model_that_breaks_while_driving_ends_the_run() {
    ScriptedDriver driver;
    model::LongitudinalParameters broken = shipped_car();
    broken.brake.full_force_n = 1e308;  // overflows as soon as the car moves and brakes
    Notebook notebook;
    Tick tick(SessionConfig{60'000, 0, true}, model::World(model::Longitudinal(broken), {}),
              bench_judge(), {&driver}, {&notebook});
    while (!tick.done() && notebook.pages.size() < 20'000) tick.run(0);
    TEST_ASSERT_TRUE(tick.done());
    TEST_ASSERT_EQUAL_UINT64(fault_not_finite, tick.state().session.latched_faults);
    TEST_ASSERT_TRUE(tick.state().world.car.speed_mps > 0.0);
    for (const Notebook::Page& page : notebook.pages)
        TEST_ASSERT_TRUE(has_only_fit_numbers(page.state.world));
}

void sources_and_sinks_are_called_in_order() {
    class Writer final : public InputSource {
    public:
        explicit Writer(double value) : value_(value) {}
        void latch(std::int64_t /*tick*/, Inputs& inputs) noexcept override {
            inputs.controls.brake = inputs.controls.brake * 10.0 + value_;
        }

    private:
        double value_;
    } first(1.0), second(2.0);
    class Small final : public OutputSink {
    public:
        void publish(const Inputs&, const State&, std::uint64_t) noexcept override {}
        [[nodiscard]] bool has_room(std::size_t ticks) const noexcept override {
            return ticks <= 5;
        }
    } small;
    Notebook notebook;
    Tick tick(long_drive, shipped_world(), bench_judge(), {&first, &second}, {&notebook, &small});
    TEST_ASSERT_TRUE(tick.sinks_have_room(5));
    TEST_ASSERT_FALSE(tick.sinks_have_room(6));
    tick.run(0);
    TEST_ASSERT_TRUE(notebook.pages.back().inputs.controls.brake == 12.0);
    const Tick roomy(long_drive, shipped_world(), bench_judge(), {}, {&notebook});
    TEST_ASSERT_TRUE(roomy.sinks_have_room(1000));
}

/// Bytes between members would be hashed although nobody sets them. Filled with ones, a record
/// without padding keeps all of them when its padding is cleared.
template <typename Record>
void check_no_padding() {
#if defined(__has_builtin) && __has_builtin(__builtin_clear_padding)
    Record record;
    std::memset(static_cast<void*>(&record), 0xFF, sizeof record);
    __builtin_clear_padding(&record);
    for (const std::uint64_t word : words_of(record)) TEST_ASSERT_EQUAL_HEX64(~0ULL, word);
#else
    TEST_IGNORE_MESSAGE("this compiler cannot tell padding");
#endif
}

void no_padding() {
    check_no_padding<Inputs>();
    check_no_padding<State>();
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_scripted_drive_really_drives);
    RUN_TEST(recorded_inputs_replay_to_the_same_hash_in_every_tick);
    RUN_TEST(different_drives_have_different_hashes);
    RUN_TEST(one_bit_of_one_input_is_seen);
    RUN_TEST(tick_numbers_and_hashes_are_chained);
    RUN_TEST(faults_of_the_loop_become_inputs);
    RUN_TEST(nothing_but_numbers_enters_state);
    RUN_TEST(no_subnormal_after_a_long_standstill);
    RUN_TEST(the_world_stands_still_outside_of_driving);
    RUN_TEST(a_reset_brings_back_a_fresh_car_and_judge);
    RUN_TEST(a_model_without_numbers_is_a_permanent_fault);
    RUN_TEST(a_model_that_breaks_while_driving_ends_the_run);
    RUN_TEST(sources_and_sinks_are_called_in_order);
    RUN_TEST(no_padding);
    return UNITY_END();
}
