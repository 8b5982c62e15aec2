// SPDX-License-Identifier: Apache-2.0
// can_cost TICKS bus|empty DBC: receives 4 and sends 8 protected frames in each tick, or has a bus
// with nothing on it. can_cost_test.py counts its instructions.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "can_bridge/e2e/profile1.h"
#include "tests/unit/can_bridge/can_session.h"

using namespace ghostcar;
using namespace ghostcar::tests;

namespace {

constexpr int counters = e2e::Profile1::counters;

/// Four frames every tick, made before; the tick's are copied, as from a ring.
class FeedTransport final : public Transport {
public:
    FeedTransport() {
        const std::uint32_t ids[] = {256, 272, 288, 257};
        const std::uint16_t data_ids[] = {256, 272, 288, 256};
        for (int counter = 0; counter < counters; ++counter)
            for (std::size_t index = 0; index < 4; ++index) {
                Frame& frame = frames_[static_cast<std::size_t>(counter)][index];
                frame = frame_of(ids[index], {0, 0, 1, 1, 0, 0, 0, 0});
                e2e::Profile1(data_ids[index], e2e::DataIdMode::both)
                    .protect({frame.data.data(), 8}, counter);
            }
    }
    void receive(FrameBatch& batch, std::size_t /*most*/) noexcept override {
        for (const Frame& frame : frames_[counter_]) batch.add()->timed = {0, 0, frame};
        counter_ = (counter_ + 1) % counters;
    }
    std::size_t send(std::span<const BusFrame> frames) noexcept override { return frames.size(); }
    [[nodiscard]] TransportCounts counts() const noexcept override { return {}; }

private:
    std::array<std::array<Frame, 4>, counters> frames_{};
    std::size_t counter_ = 0;
};

constexpr const char* messages = R"(
load_limit_pct = 100.0
[[can.bus.receive]]
message = "Pedals"
cycle_ms = 1
signals = [ { signal = "AcceleratorPosition", to = "accelerator" }, { signal = "BrakePosition", to = "brake" }, { signal = "ClutchPosition", to = "clutch" } ]
[[can.bus.receive]]
message = "GearLever"
cycle_ms = 1
signals = [ { signal = "LeverGear", to = "gear" }, { signal = "IgnitionKey", to = "key" } ]
[[can.bus.receive]]
message = "Steering"
cycle_ms = 1
signals = [ { signal = "SteeringWheelAngle", to = "steer", factor = 0.002 } ]
[[can.bus.receive]]
message = "Pedals"
id = 257
cycle_ms = 1
signals = [ { signal = "AcceleratorPosition", to = "accelerator" } ]
)";

std::string sends() {
    std::string text;
    const auto add = [&text](const char* name, int id, const char* signals) {
        text += "[[can.bus.send]]\nmessage = \"" + std::string(name) +
                "\"\ncycle_ms = 1\nid = " + std::to_string(id) +
                "\nwhen = \"cyclic\"\nsignals = [" + signals + "]\n";
    };
    const char* engine =
        "{signal=\"EngineState\",from=\"engine\"},{signal=\"EngineSpeed\",from=\"engine_speed_"
        "rpm\"},"
        "{signal=\"EngineTorque\",from=\"engine_torque_nm\"}";
    const char* wheels =
        "{signal=\"WheelSpeedFrontLeft\",from=\"wheel_speed_front_left_mps\"},"
        "{signal=\"WheelSpeedFrontRight\",from=\"wheel_speed_front_right_mps\"}";
    const char* motion =
        "{signal=\"LongitudinalAcceleration\",from=\"acceleration_mps2\"},"
        "{signal=\"VehicleSpeed\",from=\"speed_kph\"}";
    const char* gearbox =
        "{signal=\"GearEngaged\",from=\"gear\"},{signal=\"ClutchTorque\",from=\"clutch_torque_"
        "nm\"}";
    add("EngineData", 0x200, engine);
    add("EngineData", 0x201, engine);
    add("WheelSpeedsFront", 0x300, wheels);
    add("WheelSpeedsFront", 0x301, wheels);
    add("VehicleMotion", 0x310, motion);
    add("VehicleMotion", 0x311, motion);
    add("Transmission", 0x220, gearbox);
    add("Transmission", 0x221, gearbox);
    return text;
}

std::string file_text(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) return 2;
    const bool is_full = std::string(words[2]) == "bus";
    // 2.4 frames a millisecond fill a real bus; here only the tick is asked.
    const std::string bus_text =
        "[[can.bus]]\nname=\"car\"\nchannel=\"none\"\nbit_rate_bps=1000000\ndbc=\"ghostcar\"\n";
    CanConfig config = can_config(bus_text + (is_full ? messages : "load_limit_pct = 100.0\n"),
                                  file_text(words[3]));
    if (is_full) {
        // The load of 12 frames a tick is beyond any limit, so the messages are read one bus each.
        CanConfig more;
        std::string text = sends();
        std::size_t begin = 0;
        while (begin < text.size()) {
            std::size_t end = text.find("[[can", begin + 1);
            if (end == std::string::npos) end = text.size();
            more =
                can_config(bus_text + "load_limit_pct = 100.0\n" + text.substr(begin, end - begin),
                           file_text(words[3]));
            more.buses[0].sends[0].config.phase_ticks = 0;
            config.buses[0].sends.push_back(more.buses[0].sends[0]);
            begin = end;
        }
    }
    std::vector<std::unique_ptr<Transport>> transports;
    if (is_full)
        transports.push_back(std::make_unique<FeedTransport>());
    else {
        static Wire nothing;
        transports.push_back(std::make_unique<TestTransport>(nothing));
    }
    Bus bus(config, std::move(transports), 0.3);
    rt_core::State state;
    state.world.car.engine_speed_radps = 200.0;
    state.world.car.speed_mps = 20.0;
    const long ticks = std::strtol(words[1], nullptr, 10);
    std::uint64_t bad = 0;
    for (long number = 0; number < ticks; ++number) {
        rt_core::Inputs inputs;
        ++state.tick;
        bus.latch(state.tick, inputs);
        bus.publish(inputs, state, 0);
        if (is_full && number > 0) bad |= inputs.bus_status;
    }
    std::cout << bus.counts(0).received << " " << bus.counts(0).sent << " " << bad << "\n";
    return 0;
}
