// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/state_stream.h"

#include <poll.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "hmi_link/proto_convert.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::uint64_t session_id = 0xFEDCBA9876543210ULL;

/// Someone who watches.
class Watcher {
public:
    explicit Watcher(const char* address) : socket_(*SocketAddress::parse(address)) {}

    [[nodiscard]] SocketAddress address() const { return socket_.address(); }
    v1::StatePacket next() {
        pollfd event{socket_.descriptor(), POLLIN, 0};
        TEST_ASSERT_EQUAL_INT(1, ::poll(&event, 1, 30'000));
        std::array<char, 2048> buffer{};
        SocketAddress from;
        const std::int64_t length = socket_.receive(buffer.data(), buffer.size(), from);
        v1::StatePacket packet;
        TEST_ASSERT_TRUE(packet.ParseFromArray(buffer.data(), static_cast<int>(length)));
        return packet;
    }

private:
    UdpSocket socket_;
};

void each_peer_gets_every_state_of_the_rate() {
    Watcher first("127.0.0.1:0");
    Watcher second("127.0.0.1:0");
    StreamConfig config;
    config.peers = {first.address(), second.address()};
    StateStream stream(config, session_id);
    tests::Random random(31);
    std::vector<rt_core::State> states;
    for (std::int64_t tick = 1; tick <= 100; ++tick) {
        const rt_core::State state = tests::random_state(random, tick);
        stream.publish({}, state, 0);
        if (tick % 10 == 0) states.push_back(state);
    }
    stream.close();
    for (std::size_t i = 0; i < states.size(); ++i) {
        for (Watcher* watcher : {&first, &second}) {
            const v1::StatePacket packet = watcher->next();
            TEST_ASSERT_EQUAL_UINT64(session_id, packet.session_id());
            TEST_ASSERT_EQUAL_UINT64(i, packet.sequence());
            TEST_ASSERT_EQUAL_INT64(states[i].tick, packet.tick());
            TEST_ASSERT_FALSE(packet.has_timing());
            rt_core::State state;
            TEST_ASSERT_TRUE(from_proto(packet.state(), state));
            TEST_ASSERT_EQUAL_MEMORY(&states[i], &state, sizeof state);
        }
    }
    TEST_ASSERT_EQUAL_UINT64(20, stream.sent());
    TEST_ASSERT_EQUAL_UINT64(0, stream.dropped());
    TEST_ASSERT_EQUAL_UINT64(0, stream.send_errors());
}

void at_a_kilohertz_every_tick_is_sent() {
    Watcher watcher("127.0.0.1:0");
    StreamConfig config;
    config.period_ticks = 1;
    config.peers = {watcher.address()};
    StateStream stream(config, session_id);
    for (std::int64_t tick = 1; tick <= 50; ++tick) {
        rt_core::State state;
        state.tick = tick;
        stream.publish({}, state, 0);
        const v1::StatePacket packet = watcher.next();
        TEST_ASSERT_EQUAL_INT64(tick, packet.tick());
        TEST_ASSERT_EQUAL_UINT64(tick - 1, packet.sequence());
    }
}

void figures_of_the_loop_travel_along() {
    Watcher watcher("127.0.0.1:0");
    StreamConfig config;
    config.peers = {watcher.address()};
    StateStream stream(config, session_id);
    const auto timing = std::make_unique<rt_core::Timing>();
    timing->wake.add(7'200);
    timing->overruns = 3;
    stream.set_timing(TimingFigures::of(*timing, true));
    for (std::int64_t tick = 10; tick <= 20; tick += 10) {
        rt_core::State state;
        state.tick = tick;
        stream.publish({}, state, 0);
        const v1::StatePacket packet = watcher.next();
        TEST_ASSERT_TRUE(packet.has_timing());
        TEST_ASSERT_TRUE(packet.timing().realtime());
        TEST_ASSERT_EQUAL_DOUBLE(7.2, packet.timing().wake_max_us());
        TEST_ASSERT_EQUAL_UINT64(3, packet.timing().overruns());
    }
}

/// A full ring drops and counts, and the receiver sees a gap in the sequence numbers.
void a_dropped_state_leaves_a_gap() {
    Watcher watcher("127.0.0.1:0");
    StreamConfig config;
    config.ring_capacity = 4;
    config.peers = {watcher.address()};
    StateStream stream(config, session_id);
    rt_core::State state;
    while (stream.dropped() == 0) {
        state.tick += 10;
        stream.publish({}, state, 0);
    }
    const auto missing = static_cast<std::uint64_t>(state.tick / 10 - 1);
    while (stream.sent() < missing) std::this_thread::yield();
    state.tick += 10;
    stream.publish({}, state, 0);
    stream.close();
    for (std::uint64_t i = 0; i < missing; ++i)
        TEST_ASSERT_EQUAL_UINT64(i, watcher.next().sequence());
    TEST_ASSERT_EQUAL_UINT64(missing + 1, watcher.next().sequence());
}

void send_errors_are_counted_and_harmless() {
    StreamConfig config;
    config.peers = {*SocketAddress::parse("255.255.255.255:9")};  // needs SO_BROADCAST: EACCES
    StateStream stream(config, session_id);
    rt_core::State state;
    state.tick = 10;
    stream.publish({}, state, 0);
    stream.close();
    TEST_ASSERT_EQUAL_UINT64(1, stream.send_errors());
    TEST_ASSERT_EQUAL_UINT64(0, stream.sent());
}

void without_peers_nothing_happens() {
    StateStream stream(StreamConfig{}, session_id);
    rt_core::State state;
    for (state.tick = 1; state.tick < 10000; ++state.tick) stream.publish({}, state, 0);
    stream.close();
    TEST_ASSERT_TRUE(stream.has_room(1));
    TEST_ASSERT_EQUAL_UINT64(0, stream.dropped());
    TEST_ASSERT_EQUAL_UINT64(0, stream.sent());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(each_peer_gets_every_state_of_the_rate);
    RUN_TEST(at_a_kilohertz_every_tick_is_sent);
    RUN_TEST(figures_of_the_loop_travel_along);
    RUN_TEST(a_dropped_state_leaves_a_gap);
    RUN_TEST(send_errors_are_counted_and_harmless);
    RUN_TEST(without_peers_nothing_happens);
    return UNITY_END();
}
