// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/engine.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "can_bridge/dbc/database.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using fault::Engine;
using fault::Fault;
using fault::FaultKind;
using rt_core::CommandKind;

void setUp() {}
void tearDown() {}

namespace {

Frame frame_of(std::uint32_t id, std::vector<std::uint8_t> data) {
    Frame frame;
    frame.id = id;
    frame.length = static_cast<std::uint8_t>(data.size());
    for (std::size_t place = 0; place < data.size(); ++place) frame.data[place] = data[place];
    return frame;
}

Fault fault_of(FaultKind kind, double amount = 0.0) {
    Fault fault;
    fault.name = "f";
    fault.kind = kind;
    fault.amount = amount;
    fault.target = {0x100, false};
    return fault;
}

/// An engine and the ticks around it.
class Bench {
public:
    explicit Bench(std::vector<Fault> faults, std::uint64_t seed = 1)
        : engine(std::move(faults), seed) {
        state.session.phase = rt_core::Phase::running;
    }

    void command(CommandKind kind, double value = 0.0) { inputs.command = {kind, {}, value}; }

    /// One tick; what is left of the frames.
    std::vector<Frame> tick(const std::vector<Frame>& frames,
                            Direction direction = Direction::received, std::uint32_t bus = 0) {
        ++state.tick;
        rt_core::Inputs latched = inputs;
        engine.latch(state.tick, latched);
        bits = latched.faults;
        FrameBatch batch;
        for (const Frame& frame : frames) {
            BusFrame in;
            in.timed.frame = frame;
            in.timed.channel = bus;
            in.tick = state.tick;
            in.direction = direction;
            TEST_ASSERT_TRUE(batch.add(in));
        }
        engine.process(bus, direction, state.tick, batch);
        ++state.session.running_ticks;
        engine.publish(latched, state, 0);
        inputs = {};
        std::vector<Frame> result;
        for (const BusFrame& out : batch.frames()) {
            TEST_ASSERT_TRUE(out.direction == direction && out.timed.channel == bus);
            TEST_ASSERT_EQUAL_INT64(state.tick, out.tick);
            result.push_back(out.timed.frame);
        }
        return result;
    }

    /// A command, in a tick without frames; the fault is there in the next tick.
    void start(std::size_t index = 0) {
        command(CommandKind::set_fault, static_cast<double>(index));
        tick({});
    }
    void stop(std::size_t index = 0) {
        command(CommandKind::clear_fault, static_cast<double>(index));
        tick({});
    }

    Engine engine;
    rt_core::State state;
    rt_core::Inputs inputs;
    rt_core::FaultBits bits = 0;
};

const Frame pedals = frame_of(0x100, {1, 2, 3, 4, 5, 6, 7, 8});
const Frame other = frame_of(0x200, {9});

void without_a_trigger_nothing_happens() {
    Bench bench({fault_of(FaultKind::drop), fault_of(FaultKind::bus_off)});
    for (int tick = 0; tick < 10; ++tick) {
        TEST_ASSERT_TRUE((std::vector{pedals, other}) == bench.tick({pedals, other}));
        TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
    }
}

void drop_takes_only_its_target() {
    Bench bench({fault_of(FaultKind::drop)});
    bench.start();
    Frame extended = pedals;
    extended.is_extended = true;
    TEST_ASSERT_TRUE((std::vector{other, extended}) == bench.tick({pedals, other, extended}));
    TEST_ASSERT_EQUAL_UINT64(std::uint64_t{1} << 32, bench.bits);
    // Not on another bus, not in the other direction.
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}, Direction::received, 1));
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}, Direction::sent));
    TEST_ASSERT_EQUAL_UINT64(1, bench.engine.counts(0).hits);
    bench.stop();
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}));
    TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
}

void the_same_seed_hits_the_same_frames() {
    Fault fault = fault_of(FaultKind::drop);
    fault.share = 0.5;
    const auto survivors = [&fault](std::uint64_t seed) {
        Bench bench({fault}, seed);
        bench.start();
        std::string text;
        for (int tick = 0; tick < 400; ++tick) text += bench.tick({pedals}).empty() ? '0' : '1';
        return text;
    };
    const std::string once = survivors(1);
    TEST_ASSERT_EQUAL_STRING(once.c_str(), survivors(1).c_str());
    TEST_ASSERT_TRUE(once != survivors(2));
    const auto kept = std::count(once.begin(), once.end(), '1');
    TEST_ASSERT_TRUE(kept > 150 && kept < 250);  // 5 standard deviations of 10
}

void a_share_of_nothing_and_of_all() {
    for (const double share : {0.0, 1.0}) {
        Fault fault = fault_of(FaultKind::drop);
        fault.share = share;
        Bench bench({fault});
        bench.start();
        for (int tick = 0; tick < 100; ++tick)
            TEST_ASSERT_EQUAL_UINT64(share == 0.0 ? 1 : 0, bench.tick({pedals}).size());
    }
}

void delay_keeps_the_order_and_loses_nothing() {
    Bench bench({fault_of(FaultKind::delay, 3.0)});
    bench.start();
    for (std::uint8_t tick = 0; tick < 10; ++tick) {
        const auto left = bench.tick({frame_of(0x100, {tick})});
        if (tick < 3)
            TEST_ASSERT_TRUE(left.empty());
        else
            TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {std::uint8_t(tick - 3)})} == left);
    }
    bench.stop();  // frame 7 comes out in this tick
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {8})} == bench.tick({}));
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {9})} == bench.tick({}));
    TEST_ASSERT_TRUE(bench.tick({}).empty());
}

void delay_has_a_bounded_room() {
    Bench bench({fault_of(FaultKind::delay, 1000.0)});
    bench.start();
    const std::vector<Frame> many(40, pedals);
    bench.tick(many);
    bench.tick(many);
    TEST_ASSERT_EQUAL_UINT64(16, bench.engine.counts(0).overflow);
    std::size_t late = 0;
    for (int tick = 0; tick < 1100; ++tick) late += bench.tick({}).size();
    TEST_ASSERT_EQUAL_UINT64(64, late);
}

void duplicates_stand_beside_the_original() {
    Bench bench({fault_of(FaultKind::duplicate, 2.0)});
    bench.start();
    TEST_ASSERT_TRUE((std::vector{pedals, pedals, pedals, other}) == bench.tick({pedals, other}));
}

void many_duplicates_of_many_fill_the_tick_and_no_more() {
    std::vector<Fault> faults(32, fault_of(FaultKind::duplicate, 16.0));
    Bench bench(faults);
    for (std::size_t index = 0; index < faults.size(); ++index) bench.start(index);
    TEST_ASSERT_EQUAL_UINT64(FrameBatch::capacity, bench.tick({pedals}).size());
    TEST_ASSERT_TRUE(bench.engine.lost() > 0);
}

void reorder_turns_pairs_round() {
    Bench bench({fault_of(FaultKind::reorder, 50.0)});
    bench.start();
    const Frame one = frame_of(0x100, {1});
    const Frame two = frame_of(0x100, {2});
    TEST_ASSERT_TRUE(std::vector{other} == bench.tick({one, other}));
    TEST_ASSERT_TRUE((std::vector{two, one}) == bench.tick({two}));
    // The last one of a row leaves alone, when its time is over.
    TEST_ASSERT_TRUE(bench.tick({one}).empty());
    for (int tick = 1; tick < 50; ++tick) TEST_ASSERT_TRUE(bench.tick({}).empty());
    TEST_ASSERT_TRUE(std::vector{one} == bench.tick({}));
}

void corrupt_turns_as_many_bits_as_it_says() {
    for (const int bits : {1, 2, 7, 40, 63}) {
        Bench bench({fault_of(FaultKind::corrupt, bits)});
        bench.start();
        for (int tick = 0; tick < 50; ++tick) {
            const auto left = bench.tick({pedals});
            int turned = 0;
            for (std::size_t place = 0; place < 8; ++place)
                turned += std::popcount(
                    static_cast<unsigned>(left.at(0).data[place] ^ pedals.data[place]));
            TEST_ASSERT_EQUAL_INT(bits, turned);
            TEST_ASSERT_EQUAL_INT(8, left[0].length);
        }
    }
    // A frame without bits stays as it is.
    Bench bench({fault_of(FaultKind::corrupt, 5)});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {})} == bench.tick({frame_of(0x100, {})}));
}

void wrong_length_stays_a_frame_that_can_be_sent() {
    struct Row {
        bool is_fd;
        double amount;
        int length;
    };
    const Row rows[] = {{false, 0, 0},  {false, 7, 7},  {false, 64, 8}, {true, 9, 12},
                        {true, 64, 64}, {true, 99, 64}, {false, -3, 0}};
    for (const Row& row : rows) {
        Bench bench({fault_of(FaultKind::length, row.amount)});
        bench.start();
        Frame frame = pedals;
        frame.is_fd = row.is_fd;
        const Frame left = bench.tick({frame}).at(0);
        TEST_ASSERT_EQUAL_INT(row.length, left.length);
        TEST_ASSERT_TRUE(is_sendable(left));
        for (std::size_t place = left.length; place < largest_length; ++place)
            TEST_ASSERT_EQUAL_UINT8(0, left.data[place]);
    }
}

const e2e::Protection profile1 = e2e::Profile1(0x100, e2e::DataIdMode::both);

Frame protected_frame(int counter) {
    Frame frame = frame_of(0x100, {0, 0, 10, 20, 30, 40, 50, 60});
    e2e::protect(profile1, {frame.data.data(), 8}, counter);
    return frame;
}

e2e::Reading reading(const Frame& frame) {
    return e2e::read(profile1, frame.payload());
}

void a_wrong_counter_has_a_right_checksum() {
    // Counters 0 to 14; with 2 more each time the receiver sees steps of 3; 0: it stands still.
    for (const int amount : {0, 2}) {
        Fault fault = fault_of(FaultKind::counter, amount);
        fault.protection = profile1;
        Bench bench({fault});
        bench.start();
        for (int frame = 0; frame < 40; ++frame) {
            const e2e::Reading found = reading(bench.tick({protected_frame((frame + 4) % 15)})[0]);
            TEST_ASSERT_TRUE(found.is_intact);
            const int expected = amount == 0 ? 4 : (frame + 4 + 2 * (frame + 1)) % 15;
            TEST_ASSERT_EQUAL_INT(expected, found.counter);
        }
        bench.stop();
        TEST_ASSERT_EQUAL_INT(7, reading(bench.tick({protected_frame(7)})[0]).counter);
    }
}

void a_wrong_checksum_is_always_wrong() {
    Fault fault = fault_of(FaultKind::checksum);
    fault.protection = profile1;
    Bench bench({fault});
    bench.start();
    for (int frame = 0; frame < 600; ++frame) {
        const Frame sent = protected_frame(frame % 15);
        const Frame left = bench.tick({sent})[0];
        TEST_ASSERT_FALSE(reading(left).is_intact);
        Frame repaired = left;
        repaired.data[0] = sent.data[0];
        TEST_ASSERT_TRUE(repaired == sent);
    }
    // Too short to have one.
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {1})} == bench.tick({frame_of(0x100, {1})}));
}

constexpr const char* signals =
    "BO_ 256 Pedals: 8 X\n"
    " SG_ Group M : 60|2@1+ (1,0) [0|0] \"\" X\n"
    " SG_ Position : 16|10@1+ (0.1,0) [0|100] \"%\" X\n"
    " SG_ Second m1 : 32|8@1+ (1,0) [0|0] \"\" X\n";

Fault signal_fault(FaultKind kind, std::size_t signal, double amount) {
    static const dbc::Database database = dbc::load(signals, "f");
    Fault fault = fault_of(kind, amount);
    fault.message.emplace(database.messages[0]);
    fault.signal = signal;
    fault.protection = profile1;
    return fault;
}

Frame with_position(double value, int counter) {
    static const dbc::Database database = dbc::load(signals, "f");
    Frame frame = frame_of(0x100, {0, 0, 0, 0, 0, 0, 0, 0});
    SignalCodec(database.messages[0].signals[1]).set_value(frame, value);
    e2e::protect(profile1, {frame.data.data(), 8}, counter);
    return frame;
}

void signals_are_changed_and_the_frame_stays_right() {
    struct Row {
        FaultKind kind;
        double amount;
        double first;   // of 20.0
        double second;  // of 30.0
    };
    const Row rows[] = {{FaultKind::freeze, 0.0, 20.0, 20.0},
                        {FaultKind::scale, 0.5, 10.0, 15.0},
                        {FaultKind::scale, 100.0, 102.3, 102.3},  // what the bits can hold
                        {FaultKind::offset, -25.0, 0.0, 5.0},
                        {FaultKind::stuck, 77.7, 77.7, 77.7}};
    for (const Row& row : rows) {
        Bench bench({signal_fault(row.kind, 1, row.amount)});
        bench.start();
        const std::vector<Frame> first = bench.tick({with_position(20.0, 3)});
        const std::vector<Frame> second = bench.tick({with_position(30.0, 4)});
        TEST_ASSERT_TRUE(std::vector{with_position(row.first, 3)} == first);
        TEST_ASSERT_TRUE(std::vector{with_position(row.second, 4)} == second);
        bench.stop();
        TEST_ASSERT_TRUE(std::vector{with_position(30.0, 5)} ==
                         bench.tick({with_position(30.0, 5)}));
    }
}

void freeze_holds_the_value_of_each_beginning() {
    Bench bench({signal_fault(FaultKind::freeze, 1, 0.0)});
    bench.start();
    bench.tick({with_position(20.0, 0)});
    bench.stop();
    bench.start();
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 1)} == bench.tick({with_position(40.0, 1)}));
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 2)} == bench.tick({with_position(50.0, 2)}));
}

void a_signal_that_is_not_in_the_frame_is_left_alone() {
    Bench bench({signal_fault(FaultKind::stuck, 2, 99.0)});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{with_position(40.0, 1)} == bench.tick({with_position(40.0, 1)}));
    TEST_ASSERT_TRUE(std::vector{frame_of(0x100, {1, 2})} == bench.tick({frame_of(0x100, {1, 2})}));
}

void a_checksum_that_was_wrong_or_shall_be_stays_wrong() {
    Fault fault = signal_fault(FaultKind::stuck, 1, 50.0);
    Frame broken = with_position(10.0, 1);
    broken.data[0] ^= 1U;
    Bench careful({fault});
    careful.start();
    TEST_ASSERT_FALSE(reading(careful.tick({broken})[0]).is_intact);
    fault.keeps_checksum_right = false;
    Bench careless({fault});
    careless.start();
    TEST_ASSERT_FALSE(reading(careless.tick({with_position(10.0, 1)})[0]).is_intact);
}

void spoofed_frames_come_on_their_grid() {
    Fault fault = fault_of(FaultKind::spoof, 10.0);
    fault.frame = frame_of(0x100, {0, 0, 7});
    fault.protection = profile1;
    Bench bench({fault});
    bench.start();
    std::vector<int> counters;
    for (int tick = 0; tick < 35; ++tick) {
        const auto left = bench.tick({});
        TEST_ASSERT_EQUAL_UINT64(tick % 10 == 0 ? 1 : 0, left.size());
        for (const Frame& frame : left) counters.push_back(reading(frame).counter);
        for (const Frame& frame : left) TEST_ASSERT_TRUE(reading(frame).is_intact);
    }
    TEST_ASSERT_TRUE((std::vector{0, 1, 2, 3}) == counters);
}

void a_log_is_replayed_at_its_times_each_time() {
    Fault fault = fault_of(FaultKind::replay);
    fault.is_for_received = false;
    fault.is_for_sent = true;
    for (const std::int64_t offset : {0, 0, 7, 1000})
        fault.log.push_back({offset, frame_of(0x300 + static_cast<std::uint32_t>(offset), {1})});
    Bench bench({fault});
    for (int round = 0; round < 2; ++round) {
        bench.start();
        std::string seen;
        for (int tick = 0; tick < 1100; ++tick)
            for (const Frame& frame : bench.tick({}, Direction::sent))
                seen += std::to_string(tick) + ":" + std::to_string(frame.id - 0x300) + " ";
        TEST_ASSERT_EQUAL_STRING("0:0 0:0 7:7 1000:1000 ", seen.c_str());
        bench.stop();
    }
    TEST_ASSERT_EQUAL_UINT64(4, bench.engine.sent_ids().size());
}

void a_flood_takes_its_share_of_the_bus() {
    Fault fault = fault_of(FaultKind::flood, 0.5);
    fault.frame = frame_of(0, {0, 0, 0, 0, 0, 0, 0, 0});
    fault.frame_time_s = 0.00027;  // 135 bits at 500 kbit/s
    Bench bench({fault});
    bench.start();
    std::size_t frames = 0;
    for (int tick = 0; tick < 10'000; ++tick) {
        const std::size_t now = bench.tick({}).size();
        TEST_ASSERT_TRUE(now == 1 || now == 2);
        frames += now;
    }
    TEST_ASSERT_EQUAL_UINT64(18'518, frames);  // 10 s · 0.5 / 0.27 ms
    bench.engine.set_amount(0, 1e9);           // no more than all of it
    TEST_ASSERT_TRUE(bench.tick({}).size() <= 4);
}

void silence_is_silent_for_everybody() {
    Fault fault = fault_of(FaultKind::silence);
    fault.target.reset();
    fault.is_for_sent = true;
    Fault flood = fault_of(FaultKind::spoof, 1.0);
    flood.frame = pedals;
    Bench bench({fault, flood});
    bench.start(1);
    bench.start(0);
    TEST_ASSERT_TRUE(bench.tick({pedals, other}).empty());
    TEST_ASSERT_TRUE(bench.tick({pedals, other}, Direction::sent).empty());
    TEST_ASSERT_EQUAL_UINT64(2, bench.tick({pedals, other}, Direction::received, 1).size());
}

void bus_off_is_told_and_ended_with_error_frames() {
    Fault fault = fault_of(FaultKind::bus_off);
    Bench bench({fault});
    bench.start();
    const auto first = bench.tick({pedals});
    TEST_ASSERT_EQUAL_UINT64(1, first.size());
    TEST_ASSERT_TRUE(first[0].is_error && first[0].id == 0x40);
    TEST_ASSERT_TRUE(bench.tick({pedals}).empty());
    TEST_ASSERT_TRUE(bench.tick({pedals}, Direction::sent).empty());
    // Whoever sends again puts the controller off again.
    TEST_ASSERT_TRUE(bench.tick({pedals}) == first);
    bench.command(CommandKind::clear_fault, 0.0);
    TEST_ASSERT_TRUE(bench.tick({pedals}).empty());
    const auto after = bench.tick({pedals});
    TEST_ASSERT_EQUAL_UINT64(2, after.size());
    TEST_ASSERT_TRUE(after[0] == pedals && after[1].is_error && after[1].id == 0x100);
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}));
}

void error_frames_are_not_hit() {
    Fault fault = fault_of(FaultKind::drop);
    fault.target.reset();
    Frame error;
    error.is_error = true;
    error.id = 0x4;
    error.length = 8;
    Bench bench({fault});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{error} == bench.tick({error, pedals}));
}

void faults_meet_what_the_ones_before_them_left() {
    Fault corrupt = fault_of(FaultKind::corrupt, 1.0);
    Fault copy = fault_of(FaultKind::duplicate, 1.0);
    Bench bench({corrupt, copy});
    bench.start(0);
    bench.start(1);
    const auto left = bench.tick({pedals});
    TEST_ASSERT_TRUE(left.size() == 2 && left[0] == left[1] && !(left[0] == pedals));
}

// ---- triggers ----

std::string when_active(Fault fault, int ticks, void (*drive)(rt_core::State&) = nullptr) {
    Bench bench({std::move(fault)});
    std::string text;
    for (int tick = 0; tick < ticks; ++tick) {
        if (drive != nullptr) drive(bench.state);
        bench.tick({});
        text += bench.bits != 0 ? '1' : '0';
    }
    return text;
}

void by_time_of_driving() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.first_tick = 3;
    // The n-th letter is the n-th tick of driving, counted from 0.
    TEST_ASSERT_EQUAL_STRING("00011111", when_active(fault, 8).c_str());
    fault.trigger.duration_ticks = 2;
    TEST_ASSERT_EQUAL_STRING("00011000", when_active(fault, 8).c_str());
    const auto ready = [](rt_core::State& state) {
        state.session.phase = rt_core::Phase::ready;
        state.session.running_ticks = 0;
    };
    fault.trigger.first_tick = 0;
    TEST_ASSERT_EQUAL_STRING("0000", when_active(fault, 4, ready).c_str());
}

void speed_up(rt_core::State& state) {  // over 50 km/h in the ticks 3 and 4, and from 8 on
    const std::int64_t tick = state.session.running_ticks;
    state.world.car.speed_mps = tick == 3 || tick == 4 || tick >= 8 ? 14.0 : 13.0;
}

void by_condition() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.when = fault::Condition::parse("speed > 50");
    // In the tick behind the State for which it holds.
    TEST_ASSERT_EQUAL_STRING("000011000111", when_active(fault, 12, speed_up).c_str());
    fault.trigger.duration_ticks = 1;
    TEST_ASSERT_EQUAL_STRING("000010000100", when_active(fault, 12, speed_up).c_str());
    fault.trigger.duration_ticks = 3;
    TEST_ASSERT_EQUAL_STRING("000011100111", when_active(fault, 12, speed_up).c_str());
}

void a_command_has_the_last_word_until_reset() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.first_tick = 5;
    Bench bench({fault});
    std::string text;
    for (int tick = 0; tick < 20; ++tick) {
        if (tick == 1) bench.command(CommandKind::set_fault);
        if (tick == 3) bench.command(CommandKind::clear_fault);
        if (tick == 10) bench.command(CommandKind::reset);
        bench.tick({});
        text += bench.bits != 0 ? '1' : '0';
    }
    TEST_ASSERT_EQUAL_STRING("00110000000111111111", text.c_str());
}

void a_command_about_a_fault_that_does_not_exist_is_ignored() {
    Bench bench({fault_of(FaultKind::drop)});
    for (const double number : {1.0, 32.0, 1e300, -1.0, -1e300}) {
        bench.command(CommandKind::set_fault, number);
        bench.tick({});
        bench.tick({});
        TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
    }
}

void every_kind_has_a_name() {
    for (std::size_t index = 0; index < fault::fault_kind_count; ++index) {
        const auto kind = static_cast<FaultKind>(index);
        TEST_ASSERT_TRUE(fault::fault_kind(fault::name_of(kind)) == kind);
    }
    TEST_ASSERT_FALSE(fault::fault_kind("explode").has_value());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(without_a_trigger_nothing_happens);
    RUN_TEST(drop_takes_only_its_target);
    RUN_TEST(the_same_seed_hits_the_same_frames);
    RUN_TEST(a_share_of_nothing_and_of_all);
    RUN_TEST(delay_keeps_the_order_and_loses_nothing);
    RUN_TEST(delay_has_a_bounded_room);
    RUN_TEST(duplicates_stand_beside_the_original);
    RUN_TEST(many_duplicates_of_many_fill_the_tick_and_no_more);
    RUN_TEST(reorder_turns_pairs_round);
    RUN_TEST(corrupt_turns_as_many_bits_as_it_says);
    RUN_TEST(wrong_length_stays_a_frame_that_can_be_sent);
    RUN_TEST(a_wrong_counter_has_a_right_checksum);
    RUN_TEST(a_wrong_checksum_is_always_wrong);
    RUN_TEST(signals_are_changed_and_the_frame_stays_right);
    RUN_TEST(freeze_holds_the_value_of_each_beginning);
    RUN_TEST(a_signal_that_is_not_in_the_frame_is_left_alone);
    RUN_TEST(a_checksum_that_was_wrong_or_shall_be_stays_wrong);
    RUN_TEST(spoofed_frames_come_on_their_grid);
    RUN_TEST(a_log_is_replayed_at_its_times_each_time);
    RUN_TEST(a_flood_takes_its_share_of_the_bus);
    RUN_TEST(silence_is_silent_for_everybody);
    RUN_TEST(bus_off_is_told_and_ended_with_error_frames);
    RUN_TEST(error_frames_are_not_hit);
    RUN_TEST(faults_meet_what_the_ones_before_them_left);
    RUN_TEST(by_time_of_driving);
    RUN_TEST(by_condition);
    RUN_TEST(a_command_has_the_last_word_until_reset);
    RUN_TEST(a_command_about_a_fault_that_does_not_exist_is_ignored);
    RUN_TEST(every_kind_has_a_name);
    return UNITY_END();
}
