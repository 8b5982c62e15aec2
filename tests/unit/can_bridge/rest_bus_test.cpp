// SPDX-License-Identifier: Apache-2.0
// What is sent, and exactly when.
#include <cerrno>

#include "can_bridge/e2e/protection.h"
#include "can_bridge/fault/engine.h"
#include "can_bridge/session/phase_plan.h"
#include "can_bridge/transport/can_link.h"
#include "can_bridge/transport/can_restart.h"
#include "rt_core/fault_table.h"
#include "tests/unit/can_bridge/can_session.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

namespace {

const std::string engine = one_bus(R"([[can.bus.send]]
message = "Engine"
signals = [ { signal = "Rpm", from = "engine_speed_rpm" }, { signal = "Speed", from = "speed_kph" } ]
)");

double rpm_of(const Frame& frame) {
    return 0.25 * (frame.data[2] | frame.data[3] << 8);
}

void a_cyclic_frame_keeps_its_tick() {
    Desk desk(engine);
    desk.ticks(20'000);
    const std::vector<std::int64_t> ticks = desk.sent(512);
    TEST_ASSERT_EQUAL_UINT64(2000, ticks.size());
    for (std::size_t index = 0; index < ticks.size(); ++index)
        TEST_ASSERT_EQUAL_INT64(ticks[0] + 10 * static_cast<std::int64_t>(index), ticks[index]);
    TEST_ASSERT_TRUE(ticks[0] >= 1 && ticks[0] <= 10);
}

void it_says_what_state_is_in_the_units_of_the_file() {
    Desk desk(engine);
    desk.state.world.car.engine_speed_radps = 1726.0 * 3.14159265358979323846 / 30.0;
    desk.state.world.car.speed_mps = -10.0;
    desk.ticks(10);
    TEST_ASSERT_EQUAL_DOUBLE(1726.0, rpm_of(desk.last()));
    const auto speed = static_cast<std::int16_t>(desk.last().data[4] | desk.last().data[5] << 8);
    TEST_ASSERT_EQUAL_INT(-3600, speed);
}

void what_does_not_fit_is_not_available() {
    Desk desk(engine);
    desk.state.world.car.engine_speed_radps = 1e9;
    desk.ticks(10);
    TEST_ASSERT_EQUAL_UINT(0xFF, desk.last().data[2]);
    TEST_ASSERT_EQUAL_UINT(0xFF, desk.last().data[3]);
    desk.state.world.car.engine_speed_radps = 16000.0 * 3.14159265358979323846 / 30.0;
    desk.ticks(10);
    TEST_ASSERT_EQUAL_DOUBLE(16000.0, rpm_of(desk.last()));
    // In the safe state the car's signals are not available, whatever they are.
    desk.state.session.phase = rt_core::Phase::fault;
    desk.ticks(10);
    TEST_ASSERT_EQUAL_UINT(0xFF, desk.last().data[2]);
}

void counters_and_checksums_are_those_of_each_frame() {
    const char* tables[] = {
        "{ profile = \"profile1\", data_id = 0x123, data_id_mode = \"alternating\" }",
        "{ profile = \"profile2\", data_ids = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] }",
        "{ profile = \"plain\", counter_byte = 1, counter_bits = 4, checksum = \"xor\", "
        "checksum_byte = 0 }",
        "{ profile = \"plain\", counter_byte = 1, counters = 15, checksum = \"crc8-j1850\", "
        "checksum_byte = 0 }",
        "{ profile = \"plain\", counter_byte = 1, checksum = \"crc8\", polynomial = 0x2F, "
        "checksum_byte = 0 }",
        "{ profile = \"plain\", counter_byte = 1, checksum = \"crc8-j1850\", "
        "checksum_byte = 0, checksum_prefix = [0x02, 0x91] }",
    };
    std::array<std::uint8_t, 16> ids{};
    for (std::uint8_t index = 0; index < 16; ++index)
        ids[index] = static_cast<std::uint8_t>(index + 1);
    const e2e::CounterField counter{1, 0, 4, 16};
    e2e::CounterField short_counter = counter;
    short_counter.counters = 15;
    e2e::ChecksumField plain{};
    e2e::ChecksumField j1850{};
    j1850.crc = std::make_shared<const e2e::Crc>(e2e::crc8_j1850);
    e2e::ChecksumField custom{};
    custom.crc = std::make_shared<const e2e::Crc>(e2e::CrcKind{8, 0x2F, 0, 0, false});
    e2e::ChecksumField with_id = j1850;
    with_id.prefix[0] = 0x02;
    with_id.prefix[1] = 0x91;
    with_id.prefix_length = 2;
    const e2e::Protection expected[] = {e2e::Profile1(0x123, e2e::DataIdMode::alternating),
                                        e2e::Profile2(ids),
                                        e2e::PlainProtection(counter, plain),
                                        e2e::PlainProtection(short_counter, j1850),
                                        e2e::PlainProtection(counter, custom),
                                        e2e::PlainProtection(counter, with_id)};
    for (std::size_t kind = 0; kind < 6; ++kind) {
        Desk desk(engine + "protection = " + tables[kind] + "\n");
        desk.ticks(10 * 40);
        TEST_ASSERT_EQUAL_UINT64(40, desk.wire.from_us.size());
        int count = 0;
        for (const BusFrame& frame : desk.wire.from_us) {
            const e2e::Reading reading = e2e::read(expected[kind], frame.timed.frame.payload());
            TEST_ASSERT_TRUE(reading.is_intact);
            TEST_ASSERT_EQUAL_INT(count, reading.counter);
            count = e2e::next_counter(expected[kind], count);
        }
    }
}

void profile_5_sits_at_its_offset() {
    Desk desk(one_bus(R"([[can.bus.send]]
message = "Engine"
protection = { profile = "profile5", data_id = 0x1234, offset = 5 }
signals = [ { signal = "Rpm", from = "engine_speed_rpm" } ]
)"));
    desk.ticks(20);
    const e2e::Protection protection = e2e::Profile5(0x1234, 5);
    for (int number = 0; number < 2; ++number) {
        const e2e::Reading reading =
            e2e::read(protection,
                      desk.wire.from_us.at(static_cast<std::size_t>(number)).timed.frame.payload());
        TEST_ASSERT_TRUE(reading.is_intact);
        TEST_ASSERT_EQUAL_INT(number, reading.counter);
    }
}

void a_change_is_sent_at_once_but_not_too_often() {
    Desk desk(one_bus(R"([[can.bus.send]]
message = "Status"
when = "cyclic-and-on-change"
cycle_ms = 100
phase_ms = 0
minimum_delay_ms = 20
signals = [ { signal = "Phase", from = "phase" } ]
)"));
    desk.ticks(30);  // the cyclic one at tick 1
    desk.state.session.phase = rt_core::Phase::running;
    desk.tick();  // 31: a change
    desk.state.session.phase = rt_core::Phase::paused;
    desk.ticks(5);
    desk.state.session.phase = rt_core::Phase::running;  // 37: back to what was said
    desk.ticks(5);
    desk.state.session.phase = rt_core::Phase::finished;  // 42: has to wait until 51
    desk.ticks(70);
    const std::vector<std::int64_t> expected{1, 31, 51, 101};
    TEST_ASSERT_TRUE(desk.sent(513) == expected);
}

void an_event_message_is_sent_once_and_then_on_changes() {
    Desk desk(one_bus(R"([[can.bus.send]]
message = "Status"
when = "on-change"
signals = [ { signal = "Phase", from = "phase" } ]
)"));
    desk.ticks(500);
    desk.state.session.phase = rt_core::Phase::running;
    desk.ticks(500);
    const std::vector<std::int64_t> expected{1, 501};
    TEST_ASSERT_TRUE(desk.sent(513) == expected);
}

const std::string gear_on_change = one_bus(R"([[can.bus.send]]
message = "Status"
when = "on-change"
signals = [ { signal = "Phase", from = "gear" } ]
)");

void a_change_that_found_no_buffer_is_told_when_there_is_one() {
    Desk desk(gear_on_change);
    desk.ticks(50);
    desk.wire.takes = 0;
    desk.state.world.car.gear = 2;
    desk.ticks(25);  // tried in the first tick and, as it is by then, every 10 ms
    TEST_ASSERT_EQUAL_UINT64(3, desk.bus->counts(0).not_sent);
    desk.wire.takes = 100;
    desk.state.world.car.gear = 3;
    desk.ticks(50);
    const std::vector<std::int64_t> expected{1, 81};
    TEST_ASSERT_TRUE(desk.sent(513) == expected);
    TEST_ASSERT_EQUAL_UINT(3, desk.last().data[0]);
}

void a_change_that_was_late_in_a_queue_is_told_again() {
    Desk desk(gear_on_change);
    desk.ticks(50);
    desk.state.world.car.gear = 2;
    desk.tick();
    desk.wire.counts.lost = 1;  // taken, and dropped behind our back
    desk.ticks(50);
    const std::vector<std::int64_t> expected{1, 51, 61};
    TEST_ASSERT_TRUE(desk.sent(513) == expected);
}

void a_change_while_the_interface_is_down_is_told_when_it_is_up() {
    Desk desk(gear_on_change);
    desk.ticks(50);
    desk.state.world.car.gear = 2;
    desk.tick();  // taken, but the queue dies with the interface
    desk.wire.is_up = false;
    desk.ticks(500);
    desk.wire.is_up = true;
    desk.ticks(50);
    TEST_ASSERT_EQUAL_UINT64(3, desk.wire.from_us.size());  // and no burst
    TEST_ASSERT_EQUAL_UINT(2, desk.last().data[0]);
}

/// Off the bus by a fault, which swallows what the session tries after the restart, too.
void a_gear_change_while_a_fault_keeps_the_bus_off_is_told_afterwards() {
    for (const fault::FaultKind kind : {fault::FaultKind::bus_off, fault::FaultKind::silence}) {
        fault::Fault fault;
        fault.kind = kind;
        fault.is_for_sent = true;
        fault::Engine engine_of_faults({fault}, 1);
        Desk desk(gear_on_change);
        desk.bus->add(engine_of_faults);
        const auto tick = [&] {
            rt_core::Inputs inputs;
            engine_of_faults.latch(desk.state.tick + 1, inputs);
            desk.tick();
            engine_of_faults.publish(desk.inputs, desk.state, 0);
        };
        for (int number = 0; number < 50; ++number) tick();
        engine_of_faults.say(0, fault::TriggerWord::set);
        for (int number = 0; number < 50; ++number) tick();
        desk.state.world.car.gear = 4;
        for (int number = 0; number < 650; ++number) tick();
        TEST_ASSERT_EQUAL_UINT64(1, desk.wire.from_us.size());
        // Where there is an interface, a bus-off takes it down.
        TEST_ASSERT_EQUAL_INT(kind != fault::FaultKind::bus_off, desk.wire.wants_link);
        engine_of_faults.say(0, fault::TriggerWord::clear);
        for (int number = 0; number < 1000; ++number) tick();
        TEST_ASSERT_EQUAL_UINT64(2, desk.wire.from_us.size());
        TEST_ASSERT_EQUAL_UINT(4, desk.last().data[0]);
        TEST_ASSERT_TRUE(desk.wire.wants_link);
    }
}

/// More in one tick than a batch holds: what is left out keeps its ticks afterwards.
void a_cyclic_frame_without_room_comes_in_its_next_cycle() {
    std::string many;
    for (int number = 0; number < 70; ++number)
        many += "[[can.bus.send]]\nmessage=\"Status\"\ncycle_ms=100\nphase_ms=0\nid=" +
                std::to_string(number) + "\n";
    Desk desk(one_bus("load_limit_pct=100.0\n" + many));
    desk.ticks(100);
    TEST_ASSERT_EQUAL_UINT64(64, desk.wire.from_us.size());
    desk.ticks(100);
    TEST_ASSERT_EQUAL_UINT64(128, desk.wire.from_us.size());
    TEST_ASSERT_EQUAL_UINT64(12, desk.bus->counts(0).not_sent);
}

void pages_take_turns() {
    Desk desk(one_bus(R"([[can.bus.send]]
message = "Pages"
cycle_ms = 10
pages = [0, 1]
signals = [ { signal = "Gear", from = "gear" } ]
)"));
    desk.state.world.car.gear = 3;
    desk.ticks(40);
    TEST_ASSERT_EQUAL_UINT64(4, desk.wire.from_us.size());
    for (std::size_t index = 0; index < 4; ++index) {
        const Frame& frame = desk.wire.from_us[index].timed.frame;
        TEST_ASSERT_EQUAL_UINT(index % 2, frame.data[0]);
        TEST_ASSERT_EQUAL_UINT(index % 2 == 1 ? 3 : 0, frame.data[1]);
    }
}

void phases_spread_the_load() {
    const std::vector<PlannedCycle> cycles{{10, 1.0, {}},  {10, 1.0, {}}, {20, 1.0, {}},
                                           {100, 1.0, {}}, {0, 1.0, {}},  {10, 1.0, 0}};
    const std::vector<std::int64_t> phases = spread_phases(cycles);
    std::vector<int> ticks(100, 0);
    for (std::size_t index = 0; index < cycles.size(); ++index)
        for (std::int64_t tick = phases[index]; cycles[index].cycle_ticks > 0 && tick < 100;
             tick += cycles[index].cycle_ticks)
            ++ticks[static_cast<std::size_t>(tick)];
    for (const int count : ticks) TEST_ASSERT_TRUE(count <= 1);
    TEST_ASSERT_EQUAL_INT64(0, phases[5]);  // given, so kept
    // A bus with more messages than ticks: no tick has two more than another.
    const std::vector<PlannedCycle> many(25, PlannedCycle{10, 1.0, {}});
    std::vector<int> crowded(10, 0);
    for (const std::int64_t phase : spread_phases(many)) ++crowded[static_cast<std::size_t>(phase)];
    for (const int count : crowded) TEST_ASSERT_TRUE(count == 2 || count == 3);
}

void no_buffer_is_counted_and_the_next_frame_is_fresh() {
    Desk desk(engine);
    desk.wire.takes = 0;
    desk.state.world.car.engine_speed_radps = 100.0;
    desk.ticks(1000);
    TEST_ASSERT_EQUAL_UINT64(100, desk.bus->counts(0).not_sent);
    TEST_ASSERT_TRUE((desk.inputs.bus_status & status_not_sent) != 0);
    desk.wire.takes = 100;
    desk.state.world.car.engine_speed_radps = 200.0;
    desk.ticks(10);
    TEST_ASSERT_EQUAL_UINT64(1, desk.wire.from_us.size());  // one, not a hundred and one
    TEST_ASSERT_EQUAL_DOUBLE(1909.75, rpm_of(desk.last()));
}

Frame error_frame(std::uint32_t kind, int problem = 0) {
    Frame frame = frame_of(kind, {0, problem, 0, 0, 0, 0, 96, 12});
    frame.is_error = true;
    return frame;
}

void bus_off_silences_restarts_and_waits_longer_each_time() {
    Desk desk(engine);
    desk.tick({error_frame(0x40)});
    TEST_ASSERT_EQUAL_INT(static_cast<int>(WireState::bus_off),
                          static_cast<int>(wire_state(desk.inputs.bus_status, 0)));
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_off) != 0);
    desk.ticks(99);
    TEST_ASSERT_EQUAL_UINT64(0, desk.wire.from_us.size());
    TEST_ASSERT_EQUAL_INT(0, desk.wire.restarts);
    desk.tick();
    TEST_ASSERT_EQUAL_INT(1, desk.wire.restarts);
    desk.ticks(9);
    TEST_ASSERT_EQUAL_UINT64(1, desk.wire.from_us.size());  // no burst
    desk.tick();                                            // which has been on the wire
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.faults);

    desk.tick({error_frame(0x40)});  // again: twice as long
    desk.ticks(199);
    TEST_ASSERT_EQUAL_INT(1, desk.wire.restarts);
    desk.tick();
    TEST_ASSERT_EQUAL_INT(2, desk.wire.restarts);
    desk.ticks(1010);  // well for a second: short again
    desk.tick({error_frame(0x40)});
    desk.ticks(100);
    TEST_ASSERT_EQUAL_INT(3, desk.wire.restarts);
    TEST_ASSERT_EQUAL_UINT64(3, desk.bus->error_counts(0).bus_offs);
    TEST_ASSERT_EQUAL_UINT64(96, desk.bus->error_counts(0).largest_transmit_errors);
    TEST_ASSERT_EQUAL_UINT64(12, desk.bus->error_counts(0).largest_receive_errors);
}

/// The request may be refused, or the controller may not come back: nobody knows it is active
/// before a frame was on the wire.
void a_restart_that_does_not_help_is_tried_again_with_longer_pauses() {
    Desk desk(engine);
    desk.tick({error_frame(0x40)});
    const auto state = [&desk] { return wire_state(desk.inputs.bus_status, 0); };
    desk.wire.takes = 0;
    std::vector<std::int64_t> restarts;
    for (int number = 0; number < 20'000; ++number) {
        const int before = desk.wire.restarts;
        desk.tick();
        TEST_ASSERT_TRUE(state() == WireState::bus_off);
        if (desk.wire.restarts != before) restarts.push_back(desk.state.tick);
    }
    // Pauses of 100, 200, 400 … 5000 ms, and a second of trying behind each restart.
    const std::vector<std::int64_t> expected{101, 1301, 2701, 4501, 7101, 11'301, 17'301};
    TEST_ASSERT_TRUE(restarts == expected);
    desk.wire.takes = 100;
    desk.ticks(5000 + 11);
    TEST_ASSERT_TRUE(state() == WireState::active);
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.faults);
}

void where_nobody_tells_what_was_sent_a_good_second_has_to_do() {
    Desk desk(engine);
    desk.wire.tells_sent = false;
    desk.tick({error_frame(0x40)});
    desk.ticks(100 + 999);
    TEST_ASSERT_TRUE(wire_state(desk.inputs.bus_status, 0) == WireState::bus_off);
    desk.tick();
    TEST_ASSERT_TRUE(wire_state(desk.inputs.bus_status, 0) == WireState::active);
}

void a_refused_restart_says_what_to_do() {
    TEST_ASSERT_TRUE(restart_refusal(EPERM, "can0").find("CAP_NET_ADMIN") != std::string::npos);
    TEST_ASSERT_TRUE(restart_refusal(EINVAL, "can0").find("restart-ms 0") != std::string::npos);
    TEST_ASSERT_TRUE(restart_refusal(EOPNOTSUPP, "vcan0").find("nothing to do") !=
                     std::string::npos);
    TEST_ASSERT_TRUE(restart_refusal(ENODEV, "can7").find("can7") != std::string::npos);
}

void a_link_that_could_not_be_taken_down_is_told_with_the_remedy() {
    TEST_ASSERT_TRUE(link_refusal(EPERM, "can0").find("CAP_NET_ADMIN") != std::string::npos);
    TEST_ASSERT_TRUE(link_refusal(ENODEV, "can0").find("can0 down") != std::string::npos);
    TEST_ASSERT_EQUAL_INT(ENODEV, set_link("no-such-link", false));
}

void warnings_and_a_restart_by_the_kernel_are_seen() {
    Desk desk(engine);
    const auto state = [&desk] { return wire_state(desk.inputs.bus_status, 0); };
    desk.tick({error_frame(0x04, 0x20)});
    TEST_ASSERT_TRUE(state() == WireState::troubled);
    desk.tick({error_frame(0x04, 0x40)});
    TEST_ASSERT_TRUE(state() == WireState::active);
    desk.tick({error_frame(0x40)});
    desk.tick({error_frame(0x04, 0x10)});
    TEST_ASSERT_TRUE(state() == WireState::bus_off);
    desk.tick({error_frame(0x100)});
    TEST_ASSERT_TRUE(state() == WireState::active);
    desk.wire.is_up = false;
    desk.tick();
    TEST_ASSERT_TRUE(state() == WireState::down);
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_off) != 0);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_cyclic_frame_keeps_its_tick);
    RUN_TEST(it_says_what_state_is_in_the_units_of_the_file);
    RUN_TEST(what_does_not_fit_is_not_available);
    RUN_TEST(counters_and_checksums_are_those_of_each_frame);
    RUN_TEST(profile_5_sits_at_its_offset);
    RUN_TEST(a_change_is_sent_at_once_but_not_too_often);
    RUN_TEST(an_event_message_is_sent_once_and_then_on_changes);
    RUN_TEST(a_change_that_found_no_buffer_is_told_when_there_is_one);
    RUN_TEST(a_change_that_was_late_in_a_queue_is_told_again);
    RUN_TEST(a_change_while_the_interface_is_down_is_told_when_it_is_up);
    RUN_TEST(a_gear_change_while_a_fault_keeps_the_bus_off_is_told_afterwards);
    RUN_TEST(a_cyclic_frame_without_room_comes_in_its_next_cycle);
    RUN_TEST(pages_take_turns);
    RUN_TEST(phases_spread_the_load);
    RUN_TEST(no_buffer_is_counted_and_the_next_frame_is_fresh);
    RUN_TEST(bus_off_silences_restarts_and_waits_longer_each_time);
    RUN_TEST(a_restart_that_does_not_help_is_tried_again_with_longer_pauses);
    RUN_TEST(where_nobody_tells_what_was_sent_a_good_second_has_to_do);
    RUN_TEST(a_refused_restart_says_what_to_do);
    RUN_TEST(a_link_that_could_not_be_taken_down_is_told_with_the_remedy);
    RUN_TEST(warnings_and_a_restart_by_the_kernel_are_seen);
    return UNITY_END();
}
