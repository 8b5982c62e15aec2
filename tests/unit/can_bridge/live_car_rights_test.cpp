// SPDX-License-Identifier: Apache-2.0
// What a tester may do to the car, and when.
#include "tests/unit/can_bridge/live_car_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

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

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(writing_needs_a_key_and_a_car_at_rest);
    RUN_TEST(an_unlocked_bench_writes_while_it_drives);
    RUN_TEST(a_wrong_key_opens_nothing);
    RUN_TEST(routines_start_and_stop_faults);
    RUN_TEST(a_fault_does_not_outlive_its_tester);
    RUN_TEST(a_full_queue_makes_the_tester_wait);
    RUN_TEST(communication_is_not_cut_while_driving);
    return UNITY_END();
}
