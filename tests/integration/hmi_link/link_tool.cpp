// SPDX-License-Identifier: Apache-2.0
// The outward links without a car: ticks whose content is known to the tests in Python.
//   link_tool record FILE TICKS        a recording, as fast as possible
//   link_tool live FILE                a recording in real time until killed; prints the last tick
//   link_tool serve PEER [KEY_FILE]    State to PEER at 1 kHz, commands in; until stdin ends
#include <poll.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "hmi_link/command_server.h"
#include "hmi_link/recorder.h"
#include "hmi_link/state_stream.h"

using namespace ghostcar;

namespace {

rt_core::Inputs inputs_of(std::int64_t tick) {
    rt_core::Inputs inputs;
    inputs.controls.accelerator = static_cast<double>(tick) / 1000.0;
    inputs.controls.brake = -0.0;
    inputs.controls.clutch = 4.9406564584124654e-324;  // the smallest double there is
    inputs.controls.gear = tick % 7 - 1;
    inputs.controls.key = model::Key::on;
    inputs.faults = tick == 100 ? 0x8000000000000001ULL : 0;
    return inputs;
}

rt_core::State state_of(std::int64_t tick) {
    rt_core::State state;
    state.tick = tick;
    state.session.phase = rt_core::Phase::running;
    state.world.controls = inputs_of(tick).controls;
    state.world.car.speed_mps = static_cast<double>(tick) / 8.0;
    state.world.car.engine = model::EngineMode::running;
    state.world.car.gear = 3;
    return state;
}

std::uint64_t hash_of(std::int64_t tick) {
    return static_cast<std::uint64_t>(tick) * 0x9E3779B97F4A7C15ULL;
}

hmi_link::RecordingHeader header() {
    hmi_link::RecordingHeader header;
    header.session_name = "link-test";
    header.session_toml = "[session]\n";
    header.vehicle_toml = "name = \"none\"\n";
    header.ghostcar_version = "test";
    header.seed = 7;
    return header;
}

int record(const std::string& path, std::int64_t ticks) {
    hmi_link::Recorder recorder(hmi_link::RecordConfig{}, header(), path);
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t tick = 1; tick <= ticks; ++tick) {
        while (!recorder.has_room(1)) std::this_thread::sleep_for(std::chrono::microseconds(100));
        recorder.publish(inputs_of(tick), state_of(tick), hash_of(tick));
    }
    recorder.close();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    std::cout << static_cast<double>(ticks) / 1000.0 / spent.count() << " x real time\n";
    return recorder.replayable() ? 0 : 1;
}

int live(const std::string& path) {
    hmi_link::Recorder recorder(hmi_link::RecordConfig{}, header(), path);
    for (std::int64_t tick = 1;; ++tick) {
        recorder.publish(inputs_of(tick), state_of(tick), hash_of(tick));
        std::cout << tick << std::endl;
        // Never more than 1000 ticks in a second, however late the last one was.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

bool input_ended() {
    pollfd event{0, POLLIN, 0};
    return ::poll(&event, 1, 0) != 0;
}

int serve(const std::string& peer, const std::string& key_file) {
    hmi_link::StreamConfig stream_config;
    stream_config.period_ticks = 1;
    stream_config.peers = {hmi_link::SocketAddress::parse(peer).value()};
    hmi_link::CommandConfig command_config;
    command_config.listen = hmi_link::SocketAddress::parse("127.0.0.1:0");
    command_config.key_file = key_file;
    hmi_link::StateStream stream(stream_config, 0x1122334455667788ULL);
    hmi_link::CommandServer commands(command_config);
    std::cout << "port " << commands.address().port() << std::endl;
    for (std::int64_t tick = 1; !input_ended(); ++tick) {
        rt_core::Inputs inputs = inputs_of(tick);
        commands.latch(tick, inputs);
        if (inputs.command.kind != rt_core::CommandKind::none)
            std::cout << "command " << static_cast<int>(inputs.command.kind) << " "
                      << static_cast<int>(inputs.command.parameter) << " " << inputs.command.value
                      << std::endl;
        stream.publish(inputs, state_of(tick), 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (std::size_t i = 0; i < hmi_link::command_fate_count; ++i) {
        const auto fate = static_cast<hmi_link::CommandFate>(i);
        std::cout << "fate " << hmi_link::name_of(fate) << " " << commands.count(fate) << "\n";
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() == 3 && words[0] == "record")
            return record(words[1], std::strtoll(words[2].c_str(), nullptr, 10));
        if (words.size() == 2 && words[0] == "live") return live(words[1]);
        if (words.size() >= 2 && words[0] == "serve")
            return serve(words[1], words.size() > 2 ? words[2] : "");
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 3;
    }
    std::cerr << "usage: link_tool record FILE TICKS | live FILE | serve PEER [KEY_FILE]\n";
    return 2;
}
