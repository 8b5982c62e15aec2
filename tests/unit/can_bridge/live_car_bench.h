// SPDX-License-Identifier: Apache-2.0
// A car that answers diagnostics, and its tester, on the test's desk.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "can_bridge/diagnostics/diagnostic_service.h"
#include "can_bridge/diagnostics/live_car.h"
#include "can_bridge/obd/server.h"
#include "can_bridge/session/bus_status.h"
#include "can_bridge/uds/server.h"
#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

namespace ghostcar::tests {

using namespace can_bridge;
using rt_core::CommandKind;

using Bytes = std::vector<std::uint8_t>;
constexpr std::int64_t ms = 1'000'000;
constexpr const char* identification = "WGH0ST0CAR0000042";

inline rt_core::State driving() {
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

inline rt_core::State standing() {
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

inline void expect(const char* answer, Bench& bench, const Bytes& request) {
    TEST_ASSERT_EQUAL_STRING_MESSAGE(answer, bench.ask(request).c_str(),
                                     Bench::hex(request).c_str());
}

inline DiagnosticsConfig config_from(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("s.toml"));
    model::TableReader reader(table);
    return DiagnosticsConfig::from_toml(reader);
}

}  // namespace ghostcar::tests
