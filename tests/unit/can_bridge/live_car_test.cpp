// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostics/live_car.h"

#include <toml++/toml.h>
#include <deque>
#include <string>
#include <vector>

#include "can_bridge/diagnostics/diagnostic_service.h"
#include "can_bridge/obd/server.h"
#include "can_bridge/session/bus_status.h"
#include "can_bridge/uds/server.h"
#include "model/math/numeric.h"
#include "rt_core/fault_table.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using rt_core::CommandKind;

void setUp() {}
void tearDown() {}

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::int64_t ms = 1'000'000;
constexpr const char* identification = "WGH0ST0CAR0000042";

rt_core::State driving() {
    rt_core::State state;
    state.tick = 5000;
    state.session.phase = rt_core::Phase::running;
    state.session.running_ticks = 4000;
    state.world.car.engine_speed_radps = 1726.0 * model::radps_per_rpm;
    state.world.car.engine = model::EngineMode::running;
    state.world.car.speed_mps = 50.0 * model::mps_per_kph;
    state.world.car.distance_m = 2345.0;
    state.world.car.gear = -1;
    state.world.controls.accelerator = 0.5;
    return state;
}

rt_core::State standing() {
    rt_core::State state = driving();
    state.world.car.speed_mps = 0.0;
    return state;
}

/// A car, its servers, and what it asked for.
class Bench {
public:
    explicit Bench(bool is_unlocked = false, rt_core::State state = driving())
        : car(config(is_unlocked), {[this](const rt_core::Command& command) {
                                        if (is_full) return false;
                                        commands.push_back(command);
                                        return true;
                                    },
                                    [this](bool receives, bool transmits) {
                                        communication = std::string(receives ? "R" : "-") +
                                                        (transmits ? "T" : "-");
                                    },
                                    [] { return 0xA1B2C3D4U; }}),
          uds_server({}, car),
          obd_server(car) {
        car.update(state);
    }

    std::string ask(const Bytes& request, bool is_functional = false) {
        const auto answer = request[0] <= obd::Server::largest_mode
                                ? obd_server.handle(request, is_functional)
                                : uds_server.handle(request, is_functional, now_ns += ms);
        return hex(answer);
    }
    static std::string hex(std::span<const std::uint8_t> bytes) {
        std::string text;
        for (const std::uint8_t byte : bytes) {
            constexpr const char* digits = "0123456789ABCDEF";
            text += digits[byte >> 4U];
            text += digits[byte & 15U];
        }
        return text;
    }
    void unlock() {
        TEST_ASSERT_EQUAL_STRING("5003003201F4", ask({0x10, 0x03}).c_str());
        TEST_ASSERT_EQUAL_STRING("6701D5C3B2A1", ask({0x27, 0x01}).c_str());
        // 0xD5C3B2A1 xor 0x01020304
        TEST_ASSERT_EQUAL_STRING("6702", ask({0x27, 0x02, 0xD4, 0xC1, 0xB1, 0xA5}).c_str());
    }

    std::deque<rt_core::Command> commands;
    std::string communication;
    bool is_full = false;
    std::int64_t now_ns = 0;
    LiveCar car;
    uds::Server uds_server;
    obd::Server obd_server;

private:
    static LiveCarConfig config(bool is_unlocked) {
        LiveCarConfig config;
        config.vehicle_identification = identification;
        config.calibration_identification = "CAL";
        config.software_version = "1.2";
        config.security_secret = 0x0102'0304;
        config.is_bench_unlocked = is_unlocked;
        config.largest_torque_nm = 200.0;
        config.sources = {2, 3, 4};
        return config;
    }
};

void expect(const char* answer, Bench& bench, const Bytes& request) {
    TEST_ASSERT_EQUAL_STRING_MESSAGE(answer, bench.ask(request).c_str(),
                                     Bench::hex(request).c_str());
}

void live_values_of_obd() {
    Bench bench;
    expect("410C1AF8", bench, {0x01, 0x0C});  // 1726 rpm
    expect("410D32", bench, {0x01, 0x0D});    // 50 km/h
    expect("411180", bench, {0x01, 0x11});    // 50 %
    expect("411F0004", bench, {0x01, 0x1F});  // 4 s
    expect("41310002", bench, {0x01, 0x31});  // 2 km
    rt_core::State reversing = driving();
    reversing.world.car.speed_mps = -10.0 * model::mps_per_kph;
    bench.car.update(reversing);
    expect("410D0A", bench, {0x01, 0x0D});
}

void live_values_of_uds() {
    Bench bench;
    expect("6201001AF8", bench, {0x22, 0x01, 0x00});
    expect("6201011388", bench, {0x22, 0x01, 0x01});      // 50.00 km/h
    expect("620102FF", bench, {0x22, 0x01, 0x02});        // reverse
    expect("620103800000", bench, {0x22, 0x01, 0x03});    // pedals
    expect("62010400000929", bench, {0x22, 0x01, 0x04});  // 2345 m
    expect("6201050000000000000000", bench, {0x22, 0x01, 0x05});
    expect("62F18601", bench, {0x22, 0xF1, 0x86});
    expect("62F1905747483053543043415230303030303432", bench, {0x22, 0xF1, 0x90});
    expect("62F195312E32", bench, {0x22, 0xF1, 0x95});
    expect("7F2231", bench, {0x22, 0x12, 0x34});
}

void real_conditions_set_trouble_codes() {
    struct Row {
        const char* what;
        void (*set)(rt_core::State& state);
        std::uint32_t code;
    };
    const Row rows[] = {
        {"pedal", [](rt_core::State& s) { s.session.active_faults = rt_core::fault_pedal_signal; },
         0x012000},
        {"lever", [](rt_core::State& s) { s.session.active_faults = rt_core::fault_lever_signal; },
         0x070500},
        {"stall", [](rt_core::State& s) { s.world.car.engine = model::EngineMode::stalled; },
         0x150000},
        {"bus off", [](rt_core::State& s) { s.bus_status = status_bits(1, WireState::bus_off); },
         0xC07398},
        {"bus down", [](rt_core::State& s) { s.bus_status = status_bits(0, WireState::down); },
         0xC02800},
        {"missing",
         [](rt_core::State& s) { s.bus_status = status_bits(2, MessageStatus::timed_out); },
         0xD00287},
        {"wrong", [](rt_core::State& s) { s.bus_status = status_bits(0, MessageStatus::invalid); },
         0xD10081},
        {"foreign", [](rt_core::State& s) { s.bus_status = status_foreign_sender; }, 0xD20081},
        {"injected",
         [](rt_core::State& s) { s.session.active_faults = rt_core::FaultBits{1} << 35U; },
         0xD30300},
    };
    for (const Row& row : rows) {
        Bench bench;
        const auto all = [&bench] { return bench.ask({0x19, 0x02, 0x09}); };
        TEST_ASSERT_EQUAL_STRING_MESSAGE("590209", all().c_str(), row.what);
        rt_core::State state = driving();
        row.set(state);
        bench.car.update(state);
        const Bytes code = {static_cast<std::uint8_t>(row.code >> 16U),
                            static_cast<std::uint8_t>(row.code >> 8U),
                            static_cast<std::uint8_t>(row.code)};
        const std::string text = Bench::hex(code);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(("590209" + text + "09").c_str(), all().c_str(), row.what);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(("4301" + text.substr(0, 4)).c_str(),
                                         bench.ask({0x03}).c_str(), row.what);
        // Gone, but not forgotten.
        bench.car.update(driving());
        TEST_ASSERT_EQUAL_STRING_MESSAGE(("590209" + text + "08").c_str(), all().c_str(), row.what);
        TEST_ASSERT_EQUAL_STRING("7F1431", bench.ask({0x14, 0x12, 0x34, 0x56}).c_str());
        TEST_ASSERT_EQUAL_STRING("54", bench.ask({0x14, code[0], code[1], code[2]}).c_str());
        TEST_ASSERT_EQUAL_STRING_MESSAGE("590209", all().c_str(), row.what);
    }
}

void before_the_drive_nobody_is_missed() {
    Bench bench;
    rt_core::State ready = standing();
    ready.session.phase = rt_core::Phase::countdown;
    ready.bus_status = status_bits(0, MessageStatus::timed_out);
    bench.car.update(ready);
    expect("4300", bench, {0x03});
}

void the_setting_of_codes_can_be_switched_off() {
    Bench bench;
    rt_core::State state = driving();
    state.session.active_faults = rt_core::fault_pedal_signal;
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("C502", bench, {0x85, 0x02});
    bench.car.update(state);
    expect("4300", bench, {0x03});
    expect("C501", bench, {0x85, 0x01});
    bench.car.update(state);
    expect("43010120", bench, {0x03});
}

void obd_clears_only_with_the_engine_off() {
    Bench bench;
    rt_core::State state = driving();
    state.session.active_faults = rt_core::fault_pedal_signal;
    bench.car.update(state);
    expect("410181000000", bench, {0x01, 0x01});  // the lamp, one code
    expect("7F0422", bench, {0x04});
    rt_core::State off = standing();
    off.world.car.engine_speed_radps = 0.0;
    bench.car.update(off);
    expect("44", bench, {0x04});
    expect("410100000000", bench, {0x01, 0x01});
}

void writing_needs_a_key_and_a_car_at_rest() {
    Bench bench;
    const Bytes grade = {0x2E, 0x02, 0x00, 0x01, 0xF4};  // 5 %
    expect("7F2E7F", bench, grade);
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("7F2E33", bench, grade);
    bench.unlock();
    expect("7F2E22", bench, grade);  // the car drives
    TEST_ASSERT_TRUE(bench.commands.empty());
    bench.car.update(standing());
    expect("6E0200", bench, grade);
    TEST_ASSERT_EQUAL_UINT64(1, bench.commands.size());
    TEST_ASSERT_TRUE(bench.commands[0].kind == CommandKind::set_parameter);
    TEST_ASSERT_TRUE(bench.commands[0].parameter == rt_core::Parameter::grade);
    TEST_ASSERT_EQUAL_DOUBLE(0.05, bench.commands[0].value);
    expect("6E0201", bench, {0x2E, 0x02, 0x01, 0xFF, 0x38});  // -2 m/s
    TEST_ASSERT_EQUAL_DOUBLE(-2.0, bench.commands[1].value);
    expect("7F2E31", bench, {0x2E, 0x02, 0x00, 0x7F, 0xFF});  // no road is that steep
    expect("7F2E13", bench, {0x2E, 0x02, 0x00, 0x01});
    expect("7F2E31", bench, {0x2E, 0xF1, 0x90, 0x01});  // not to be written
}

void an_unlocked_bench_writes_while_it_drives() {
    Bench bench(true);
    bench.unlock();
    expect("6E0200", bench, {0x2E, 0x02, 0x00, 0x01, 0xF4});
    TEST_ASSERT_EQUAL_UINT64(1, bench.commands.size());
}

void a_wrong_key_opens_nothing() {
    Bench bench;
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("6701D5C3B2A1", bench, {0x27, 0x01});
    expect("7F2735", bench, {0x27, 0x02, 0xD4, 0xC1, 0xB1, 0xA4});
    expect("6701D5C3B2A1", bench, {0x27, 0x01});
    expect("7F2713", bench, {0x27, 0x02, 0xD4, 0xC1, 0xB1});
    expect("7F2E33", bench, {0x2E, 0x02, 0x00, 0x01, 0xF4});
    expect("7F2712", bench, {0x27, 0x03});
}

void routines_start_and_stop_faults() {
    Bench bench;
    expect("7F317F", bench, {0x31, 0x01, 0x02, 0x03});
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("7F3124", bench, {0x31, 0x02, 0x02, 0x03});  // nothing to stop yet
    expect("71010203", bench, {0x31, 0x01, 0x02, 0x03});
    TEST_ASSERT_TRUE(bench.commands.back().kind == CommandKind::set_fault);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, bench.commands.back().value);
    expect("7103020300", bench, {0x31, 0x03, 0x02, 0x03});
    rt_core::State state = driving();
    state.session.active_faults = rt_core::FaultBits{1} << 35U;
    bench.car.update(state);
    expect("7103020301", bench, {0x31, 0x03, 0x02, 0x03});
    expect("71020203", bench, {0x31, 0x02, 0x02, 0x03});
    TEST_ASSERT_TRUE(bench.commands.back().kind == CommandKind::clear_fault);
    expect("7F3131", bench, {0x31, 0x01, 0x02, 0x04});  // the session has four
    expect("7F3131", bench, {0x31, 0x01, 0x01, 0xFF});
    expect("7F3113", bench, {0x31, 0x01, 0x02, 0x03, 0x00});
}

void a_fault_does_not_outlive_its_tester() {
    Bench bench;
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("71010201", bench, {0x31, 0x01, 0x02, 0x01});
    static_cast<void>(bench.uds_server.poll(bench.now_ns + 4999 * ms));
    TEST_ASSERT_EQUAL_UINT64(1, bench.commands.size());
    static_cast<void>(bench.uds_server.poll(bench.now_ns + 5001 * ms));  // S3
    TEST_ASSERT_EQUAL_UINT64(2, bench.commands.size());
    TEST_ASSERT_TRUE(bench.commands[1].kind == CommandKind::clear_fault);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, bench.commands[1].value);
}

void a_full_queue_makes_the_tester_wait() {
    Bench bench;
    bench.is_full = true;
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("", bench, {0x31, 0x01, 0x02, 0x00});
    const std::int64_t now_ns = bench.now_ns;
    TEST_ASSERT_EQUAL_STRING("7F3178", Bench::hex(bench.uds_server.poll(now_ns + 40 * ms)).c_str());
    bench.is_full = false;
    TEST_ASSERT_EQUAL_STRING("71010200",
                             Bench::hex(bench.uds_server.poll(now_ns + 60 * ms)).c_str());
}

void communication_is_not_cut_while_driving() {
    Bench bench;
    expect("5003003201F4", bench, {0x10, 0x03});
    expect("7F2822", bench, {0x28, 0x03, 0x01});
    expect("6803", bench, {0x28, 0x03, 0x02});  // network management: there is none
    bench.car.update(standing());
    expect("6801", bench, {0x28, 0x01, 0x01});
    TEST_ASSERT_EQUAL_STRING("R-", bench.communication.c_str());
    expect("5001003201F4", bench, {0x10, 0x01});
    TEST_ASSERT_EQUAL_STRING("RT", bench.communication.c_str());
    expect("5101", bench, {0x11, 0x01});
    bench.car.update(driving());
    expect("7F1122", bench, {0x11, 0x01});
}

// ---- on the bus ----

DiagnosticsConfig config_from(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("s.toml"));
    model::TableReader reader(table);
    return DiagnosticsConfig::from_toml(reader);
}

/// What the session says, and nothing when it says nothing.
void temperature_and_fuel_are_those_of_the_session() {
    const auto masks = [](const char* keys, const char* first, const char* second) {
        DiagnosticsConfig config = config_from(std::string("vin = 'WGH0ST0CAR0000042'\n") + keys);
        config.car.largest_torque_nm = 200.0;
        LiveCar car(config.car, {});
        car.update(driving());
        obd::Server server(car);
        const auto ask = [&](std::uint8_t parameter) {
            return Bench::hex(server.handle(Bytes{0x01, parameter}, false));
        };
        TEST_ASSERT_EQUAL_STRING(first, ask(0x00).c_str());
        TEST_ASSERT_EQUAL_STRING(second, ask(0x20).c_str());
        return ask(0x05) + " " + ask(0x2F);
    };
    // 01, 04, 0C, 0D, 11, 1F, and 21, 31: with 05 and 2F as well.
    TEST_ASSERT_EQUAL_STRING("7F0112 7F0112", masks("", "410090188003", "412080008001").c_str());
    TEST_ASSERT_EQUAL_STRING(
        "410580 412F80",
        masks("coolant_temperature_c = 88\nfuel_level_pct = 50", "410098188003", "412080028001")
            .c_str());
    for (const char* wrong : {"coolant_temperature_c = 216", "coolant_temperature_c = -41",
                              "fuel_level_pct = 101", "fuel_level_pct = -1"}) {
        try {
            static_cast<void>(config_from(std::string("vin = 'WGH0ST0CAR0000042'\n") + wrong));
            TEST_FAIL_MESSAGE(wrong);
        } catch (const model::ConfigError&) {
        }
    }
}

Frame frame_of(std::uint32_t id, const Bytes& data) {
    Frame frame;
    frame.id = id;
    frame.length = static_cast<std::uint8_t>(data.size());
    for (std::size_t place = 0; place < data.size(); ++place) frame.data[place] = data[place];
    return frame;
}

std::vector<std::string> exchange(DiagnosticService& service, const Frame& request,
                                  std::int64_t now_ns) {
    BusFrame heard;
    heard.timed.frame = request;
    if (service.link().wants(request)) service.link().hear(heard);
    service.turn(now_ns);
    std::vector<std::string> answers;
    Frame frame;
    while (service.link().next(frame)) answers.push_back(Bench::hex(frame.payload()));
    return answers;
}

void requests_travel_through_the_side_link() {
    DiagnosticService service(config_from("vin = 'WGH0ST0CAR0000042'"), 0);
    rt_core::State state = driving();
    service.publish({}, state, 0);  // tick 5000: a snapshot
    const auto rpm = exchange(service, frame_of(0x7DF, {2, 1, 0x0C, 0, 0, 0, 0, 0}), ms);
    TEST_ASSERT_TRUE(rpm == std::vector<std::string>{"04410C1AF8CCCCCC"});
    const auto first = exchange(service, frame_of(0x7E0, {2, 9, 2, 0, 0, 0, 0, 0}), 2 * ms);
    TEST_ASSERT_TRUE(first == std::vector<std::string>{"1014490201574748"});
    const auto rest = exchange(service, frame_of(0x7E0, {0x30, 0, 0, 0, 0, 0, 0, 0}), 3 * ms);
    TEST_ASSERT_TRUE((rest == std::vector<std::string>{"2130535430434152", "2230303030303432"}));
    // Not for us, too short, empty, 64 bytes long.
    TEST_ASSERT_TRUE(exchange(service, frame_of(0x7E1, {2, 1, 0x0C}), 4 * ms).empty());
    TEST_ASSERT_TRUE(exchange(service, frame_of(0x7E0, {}), 5 * ms).empty());
    TEST_ASSERT_TRUE(exchange(service, frame_of(0x7E0, {1, 1}), 6 * ms).empty());
    Frame longest = frame_of(0x7E0, Bytes(64, 0xFF));
    longest.is_fd = true;
    TEST_ASSERT_TRUE(exchange(service, longest, 7 * ms).empty());
}

void wishes_enter_the_tick_as_commands() {
    DiagnosticsConfig config = config_from("vin = 'WGH0ST0CAR0000042'");
    config.car.sources.faults = 2;
    DiagnosticService service(config, 0);
    exchange(service, frame_of(0x7E0, {2, 0x10, 3}), ms);
    const auto started = exchange(service, frame_of(0x7E0, {4, 0x31, 1, 2, 1}), 2 * ms);
    TEST_ASSERT_TRUE(started == std::vector<std::string>{"0471010201CCCCCC"});
    rt_core::Inputs inputs;
    inputs.command.kind = CommandKind::pause;  // another source was first
    service.latch(1, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == CommandKind::pause);
    inputs = {};
    service.latch(2, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == CommandKind::set_fault);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, inputs.command.value);
    inputs = {};
    service.latch(3, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == CommandKind::none);
}

void a_closed_gate_lets_diagnostics_through() {
    CommunicationGate gate(0, {{0x7E0, false}, {0x7E8, false}});
    const auto left = [&gate](Direction direction, std::uint32_t bus) {
        FrameBatch batch;
        for (const std::uint32_t id : {0x100U, 0x7E0U, 0x7E8U, 0x200U}) {
            BusFrame frame;
            frame.timed.frame.id = id;
            batch.add(frame);
        }
        gate.process(bus, direction, 1, batch);
        return batch.size();
    };
    TEST_ASSERT_EQUAL_UINT64(4, left(Direction::sent, 0));
    gate.set(true, false);
    TEST_ASSERT_EQUAL_UINT64(2, left(Direction::sent, 0));
    TEST_ASSERT_EQUAL_UINT64(4, left(Direction::received, 0));
    TEST_ASSERT_EQUAL_UINT64(4, left(Direction::sent, 1));
    gate.set(false, true);
    TEST_ASSERT_EQUAL_UINT64(2, left(Direction::received, 0));
}

void its_table() {
    const DiagnosticsConfig config = config_from(
        "vin = 'WGH0ST0CAR0000042'\nrequest_id = 0x7E1\nresponse_id = 0x7E9\n"
        "bench_unlocked = true\nbus = 'b'\ncalibration_id = 'X'");
    TEST_ASSERT_EQUAL_UINT32(0x7E1, config.address.request_id);
    TEST_ASSERT_EQUAL_UINT32(0x7DF, config.address.functional_id);
    TEST_ASSERT_TRUE(config.car.is_bench_unlocked);
    for (const char* wrong :
         {"", "vin = 'short'", "vin = 'WGHOST0CAR0000042'", "vin = 'WGH0ST0CAR000004i'",
          "vin = 'WGH0ST0CAR0000042'\nresponse_id = 0x7E0",
          "vin = 'WGH0ST0CAR0000042'\nresponse_id = 0x7DF",
          "vin = 'WGH0ST0CAR0000042'\nrequest_id = 0x800",
          "vin = 'WGH0ST0CAR0000042'\nextended = true",
          "vin = 'WGH0ST0CAR0000042'\ncalibration_id = 'seventeen letters'",
          "vin = 'WGH0ST0CAR0000042'\nvinn = 1"}) {
        try {
            static_cast<void>(config_from(wrong));
            TEST_FAIL_MESSAGE(wrong);
        } catch (const model::ConfigError&) {
        }
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(live_values_of_obd);
    RUN_TEST(temperature_and_fuel_are_those_of_the_session);
    RUN_TEST(live_values_of_uds);
    RUN_TEST(real_conditions_set_trouble_codes);
    RUN_TEST(before_the_drive_nobody_is_missed);
    RUN_TEST(the_setting_of_codes_can_be_switched_off);
    RUN_TEST(obd_clears_only_with_the_engine_off);
    RUN_TEST(writing_needs_a_key_and_a_car_at_rest);
    RUN_TEST(an_unlocked_bench_writes_while_it_drives);
    RUN_TEST(a_wrong_key_opens_nothing);
    RUN_TEST(routines_start_and_stop_faults);
    RUN_TEST(a_fault_does_not_outlive_its_tester);
    RUN_TEST(a_full_queue_makes_the_tester_wait);
    RUN_TEST(communication_is_not_cut_while_driving);
    RUN_TEST(requests_travel_through_the_side_link);
    RUN_TEST(wishes_enter_the_tick_as_commands);
    RUN_TEST(a_closed_gate_lets_diagnostics_through);
    RUN_TEST(its_table);
    return UNITY_END();
}
