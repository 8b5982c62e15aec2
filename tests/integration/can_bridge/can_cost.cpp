// SPDX-License-Identifier: Apache-2.0
// What a bus does in a tick, for can_cost_test.py to count its instructions:
//
//   received  4 frames in every tick, 7 signals: Pedals (3), GearLever (2), Steering (1), and
//   Pedals
//             under another id (1)
//   sent      8 frames in every tick, 20 signals: EngineData (3: state, speed, torque),
//             Transmission (2: gear, clutch torque), VehicleMotion (3: acceleration, yaw rate,
//             speed) and WheelSpeedsFront (2: both speeds), each twice, under two ids
//
// Messages, units and ranges are those of the shipped mapping ghostcar.toml; only the cycle times
// are pressed to one tick. Every frame has E2E profile 1, and counters are checked. Frames come and
// go through the rings of a QueuedTransport, as on the desk bus; what its thread does is done here
// between the ticks, and not counted.
//
// usage: can_cost TICKS bench|track|whole|unprotected|empty DATA_FOLDER
//   bench        without a track: the yaw rate is "not available"
//   track        a car on a track: it has one
//   whole        bench, with every signal that the mapping has for these messages: 9 and 34
//   unprotected  bench, but neither counters nor checksums
//   empty        a bus on which nothing is sent or received
#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "can_bridge/bus.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/e2e/profile1.h"
#include "can_bridge/transport/queued_transport.h"
#include "model/world/road_car_state.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;

namespace {

constexpr std::uint32_t second_pedals = 0x101;
constexpr std::int64_t second_ns = 1'000'000'000;

/// The other end of the rings, without a thread and without a wire.
class CountedTransport final : public QueuedTransport {
public:
    explicit CountedTransport(bool feeds) : QueuedTransport({second_ns, {}}), feeds_(feeds) {
        struct Row {
            std::uint32_t id;
            std::uint16_t data_id;
        };
        constexpr std::array<Row, 4> rows{
            {{0x100, 0x100}, {0x110, 0x110}, {0x120, 0x120}, {second_pedals, 0x100}}};
        for (std::size_t counter = 0; counter < frames_.size(); ++counter)
            for (std::size_t index = 0; index < rows.size(); ++index) {
                Frame& frame = frames_[counter][index];
                frame.id = rows[index].id;
                frame.length = 8;
                frame.data = {0, 0, 1, 1};  // pedals pressed a little; first gear, key on
                e2e::Profile1(rows[index].data_id, e2e::DataIdMode::both)
                    .protect({frame.data.data(), frame.length}, static_cast<int>(counter));
            }
    }

    void between_ticks() { work_once(); }
    [[nodiscard]] std::uint64_t written() const { return written_; }

private:
    void wait(std::int64_t /*longest_ns*/) override {}
    void read_all() override {
        if (!feeds_) return;
        for (const Frame& frame : frames_[counter_]) deliver(frame);
        counter_ = (counter_ + 1) % frames_.size();
    }
    bool write(const TimedFrame& /*timed*/) override {
        ++written_;
        return true;
    }

    bool feeds_;
    std::array<std::array<Frame, 4>, e2e::Profile1::counters> frames_{};
    std::size_t counter_ = 0;
    std::uint64_t written_ = 0;
};

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

CanConfig shipped_config(const std::string& data, bool is_empty) {
    std::string bus =
        "name = 'car'\nchannel = 'none'\nbit_rate_bps = 500000\nmapping = 'ghostcar'\n";
    if (is_empty) bus += "hears = []\nsays = []\n";
    const toml::table table = toml::parse("[[can.bus]]\n" + bus, std::string("load"));
    CanFiles files;
    files.mapping = [&data](const std::string& name) {
        return toml::parse_file(data + "/dbc/" + name + ".toml");
    };
    files.dbc = [&data](const std::string& name) {
        return dbc::load(text_of(data + "/dbc/" + name + ".dbc"), name);
    };
    model::TableReader root(table);
    model::TableReader can = root.table("can");
    return can_config_from(can, files);
}

template <typename Planned>
Planned message_of(const std::vector<Planned>& all, const std::string& name) {
    for (const Planned& planned : all)
        if (planned.name.name == name) return planned;
    throw std::runtime_error("the shipped mapping has no " + name);
}

constexpr std::array<std::string_view, 10> usual_sources{"engine",
                                                         "engine_speed_rpm",
                                                         "engine_torque_nm",
                                                         "gear",
                                                         "clutch_torque_nm",
                                                         "acceleration_mps2",
                                                         "yaw_rate_radps",
                                                         "speed_kph",
                                                         "wheel_speed_front_left_mps",
                                                         "wheel_speed_front_right_mps"};

bool is_usual(const SentSignal& signal) {
    return std::find(usual_sources.begin(), usual_sources.end(), signal.source.name) !=
           usual_sources.end();
}

/// The load that stands above. No real bus could carry it: only the tick is asked.
void press(BusConfig& bus, const std::string& kind) {
    std::vector<PlannedReceive> receives;
    for (const char* name : {"Pedals", "GearLever", "Steering", "Pedals"})
        receives.push_back(message_of(bus.receives, name));
    receives.back().name.id = second_pedals;
    if (kind != "whole")
        std::erase_if(receives.back().contract.signals, [](const ReceivedSignal& signal) {
            return signal.target->name != "accelerator";
        });
    for (PlannedReceive& receive : receives) {
        receive.contract.cycle_ticks = 1;
        receive.contract.timeout_ticks = 3;
        if (kind == "unprotected") receive.contract.protection.reset();
    }
    std::vector<PlannedSend> sends;
    for (const char* name : {"EngineData", "Transmission", "VehicleMotion", "WheelSpeedsFront",
                             "EngineData", "Transmission", "VehicleMotion", "WheelSpeedsFront"})
        sends.push_back(message_of(bus.sends, name));
    for (std::size_t index = 0; index < sends.size(); ++index) {
        sends[index].name.id = static_cast<std::uint32_t>(0x300 + index);
        SentMessageConfig& config = sends[index].config;
        config.cycle_ticks = 1;
        config.phase_ticks = 0;
        if (kind == "unprotected") config.protection.reset();
        SentPage& page = config.pages.front();
        page.frame.id = sends[index].name.id;
        if (kind != "whole") std::erase_if(page.signals, std::not_fn(is_usual));
    }
    bus.receives = std::move(receives);
    bus.sends = std::move(sends);
}

/// So that nobody has to believe what is said above.
std::string signals_of(const BusConfig& bus) {
    std::size_t received = 0;
    std::size_t sent = 0;
    for (const PlannedReceive& receive : bus.receives) received += receive.contract.signals.size();
    for (const PlannedSend& send : bus.sends) sent += send.config.pages.front().signals.size();
    return std::to_string(received) + " " + std::to_string(sent);
}

int run(long ticks, const std::string& kind, const std::string& data) {
    const bool is_empty = kind == "empty";
    CanConfig config = shipped_config(data, is_empty);
    if (!is_empty) press(config.buses[0], kind);
    auto own = std::make_unique<CountedTransport>(!is_empty);
    CountedTransport& transport = *own;
    std::vector<std::unique_ptr<Transport>> transports;
    transports.push_back(std::move(own));
    Bus bus(config, std::move(transports), 0.3);

    rt_core::State state;
    state.world.car.engine_speed_radps = 200.0;
    state.world.car.speed_mps = 20.0;
    state.world.car.distance_m = 1234.5;
    std::array<model::RoadCarState, 1> cars{};
    if (kind == "track") bus.publish_cars(1, cars);
    std::uint64_t bad = 0;
    for (long number = 0; number < ticks; ++number) {
        rt_core::Inputs inputs;
        transport.between_ticks();
        ++state.tick;
        bus.latch(state.tick, inputs);
        bus.publish(inputs, state, 0);
        bad |= inputs.bus_status;
    }
    transport.between_ticks();
    std::cout << bus.counts(0).received << " " << transport.written() << " " << bad << " "
              << signals_of(config.buses[0]) << "\n";
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) return 2;
    try {
        return run(std::strtol(words[1], nullptr, 10), words[2], words[3]);
    } catch (const std::exception& error) {
        std::cerr << "can_cost: " << error.what() << "\n";
        return 2;
    }
}
