// SPDX-License-Identifier: Apache-2.0
// A session's buses from a few lines of TOML and DBC, on a wire that lies on the test's desk.
#pragma once

#include <toml++/toml.h>
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "can_bridge/bus.h"
#include "can_bridge/session/can_config.h"

namespace ghostcar::tests {

using namespace can_bridge;

constexpr const char* small_dbc = R"(VERSION ""
BU_: Us Them
BO_ 256 Pedals: 4 Them
 SG_ Accelerator : 16|8@1+ (0.5,0) [0|100] "%" Us
 SG_ Brake : 24|8@1+ (0.5,0) [0|100] "%" Us
BO_ 257 Plain: 2 Them
 SG_ Clutch : 0|16@1+ (0.01,0) [0|100] "%" Us
BO_ 258 Floaty: 4 Them
 SG_ Steer : 0|32@1- (1,0) [0|0] "" Us
BO_ 512 Engine: 8 Us
 SG_ Rpm : 16|16@1+ (0.25,0) [0|16000] "rpm" Them
 SG_ Speed : 32|16@1- (0.01,0) [-320|320] "km/h" Them
 SG_ Twice : 40|16@1+ (1,0) [0|0] "" Them
BO_ 513 Status: 1 Us
 SG_ Phase : 0|8@1+ (1,0) [0|0] "" Them
BO_ 514 Pages: 2 Us
 SG_ Page M : 0|8@1+ (1,0) [0|0] "" Them
 SG_ Gear m1 : 8|8@1- (1,0) [0|0] "" Them
BO_ 259 Turns: 3 Them
 SG_ Turn M : 0|8@1+ (1,0) [0|0] "" Us
 SG_ First m0 : 8|8@1+ (0.5,0) [0|100] "%" Us
 SG_ Second m1 : 8|8@1+ (0.5,0) [0|100] "%" Us
 SG_ Third m2 : 8|8@1+ (1,0) [0|0] "" Us
 SG_ Fourth m3 : 8|8@1+ (1,0) [0|0] "" Us
 SG_ Fifth m4 : 8|8@1+ (1,0) [0|0] "" Us
BO_ 4096 TooLong: 1 Us
 SG_ Any : 0|8@1+ (1,0) [0|0] "" Them
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 256 10;
BA_ "GenMsgCycleTime" BO_ 512 10;
VAL_ 256 Accelerator 255 "not available" ;
VAL_ 512 Rpm 65535 "SNA" ;
SIG_VALTYPE_ 258 Steer : 1;
)";

inline CanConfig can_config(const std::string& can_toml, const std::string& dbc = small_dbc) {
    const toml::table table = toml::parse(can_toml, std::string("session.toml"));
    model::TableReader reader(table);
    CanFiles files;
    files.mapping = [](const std::string&) { return toml::table{}; };
    files.dbc = [&dbc](const std::string& name) { return dbc::load(dbc, name); };
    model::TableReader can = reader.table("can");
    return can_config_from(can, files);
}

inline std::string one_bus(const std::string& rest) {
    return "[[can.bus]]\nname=\"car\"\nchannel=\"none\"\nbit_rate_bps=500000\ndbc=\"small.dbc\"\n" +
           rest;
}

/// What lies on the desk instead of a wire.
struct Wire {
    std::deque<Frame> to_us;
    std::vector<BusFrame> from_us;
    std::size_t takes = 100;  // frames per call, as a queue of a controller
    bool is_up = true;
    int restarts = 0;
    bool wants_link = true;
    bool tells_sent = true;  // whether frames were on the wire
    TransportCounts counts{};
};

class TestTransport final : public Transport {
public:
    explicit TestTransport(Wire& wire) : wire_(wire) {}
    void receive(FrameBatch& batch, std::size_t most) noexcept override {
        for (; most > 0 && !wire_.to_us.empty(); --most) {
            batch.add()->timed = {77, 9, wire_.to_us.front()};
            wire_.to_us.pop_front();
        }
    }
    std::size_t send(std::span<const BusFrame> frames) noexcept override {
        const std::size_t taken = wire_.is_up ? std::min(frames.size(), wire_.takes) : 0;
        wire_.from_us.insert(wire_.from_us.end(), frames.begin(),
                             frames.begin() + static_cast<std::ptrdiff_t>(taken));
        return taken;
    }
    [[nodiscard]] bool is_up() const noexcept override { return wire_.is_up; }
    [[nodiscard]] std::optional<std::uint64_t> confirmed() const noexcept override {
        return wire_.tells_sent ? std::optional<std::uint64_t>(wire_.from_us.size()) : std::nullopt;
    }
    void restart() noexcept override { ++wire_.restarts; }
    void want_link(bool is_up) noexcept override { wire_.wants_link = is_up; }
    [[nodiscard]] TransportCounts counts() const noexcept override { return wire_.counts; }

private:
    Wire& wire_;
};

/// One bus, ticked by the test.
class Desk {
public:
    explicit Desk(const std::string& can_toml) : config_(can_config(can_toml)) {
        std::vector<std::unique_ptr<Transport>> transports;
        transports.push_back(std::make_unique<TestTransport>(wire));
        bus = std::make_unique<Bus>(config_, std::move(transports), 0.3);
    }

    /// One tick in which these frames have arrived.
    void tick(std::initializer_list<Frame> frames = {}) {
        wire.to_us.insert(wire.to_us.end(), frames.begin(), frames.end());
        inputs = {};
        ++state.tick;
        bus->latch(state.tick, inputs);
        state.bus_status = inputs.bus_status;
        const auto before = static_cast<std::ptrdiff_t>(wire.from_us.size());
        bus->publish(inputs, state, 0);
        // By the test's own clock: a transport is told no tick.
        std::for_each(wire.from_us.begin() + before, wire.from_us.end(),
                      [this](BusFrame& frame) { frame.tick = state.tick; });
    }
    void ticks(int count) {
        for (int number = 0; number < count; ++number) tick();
    }
    [[nodiscard]] MessageStatus status(std::size_t message = 0) const {
        return message_status(inputs.bus_status, message);
    }
    /// Ticks in which frames of this id were sent.
    [[nodiscard]] std::vector<std::int64_t> sent(std::uint32_t id) const {
        std::vector<std::int64_t> ticks;
        for (const BusFrame& frame : wire.from_us)
            if (frame.timed.frame.id == id) ticks.push_back(frame.tick);
        return ticks;
    }
    [[nodiscard]] const Frame& last() const { return wire.from_us.back().timed.frame; }

    Wire wire;
    std::unique_ptr<Bus> bus;
    rt_core::Inputs inputs;
    rt_core::State state;

private:
    CanConfig config_;
};

inline Frame frame_of(std::uint32_t id, std::initializer_list<int> bytes) {
    Frame frame;
    frame.id = id;
    for (const int byte : bytes) frame.data[frame.length++] = static_cast<std::uint8_t>(byte);
    return frame;
}

}  // namespace ghostcar::tests
