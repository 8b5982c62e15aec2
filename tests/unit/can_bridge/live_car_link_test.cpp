// SPDX-License-Identifier: Apache-2.0
// How requests reach the car on the bus, and wishes the tick.
#include <string>
#include <vector>

#include "tests/unit/can_bridge/live_car_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

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
    RUN_TEST(requests_travel_through_the_side_link);
    RUN_TEST(wishes_enter_the_tick_as_commands);
    RUN_TEST(a_closed_gate_lets_diagnostics_through);
    RUN_TEST(its_table);
    return UNITY_END();
}
