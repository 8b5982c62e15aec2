// SPDX-License-Identifier: Apache-2.0
// What a tester reads of the car: values, trouble codes, what the session says.
#include <string>

#include "model/math/numeric.h"
#include "rt_core/fault_table.h"
#include "tests/unit/can_bridge/live_car_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

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
    return UNITY_END();
}
