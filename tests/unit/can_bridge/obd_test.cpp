// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "can_bridge/obd/parameter.h"
#include "can_bridge/obd/server.h"
#include "tests/unit/can_bridge/diagnostic_car.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

void expect(obd::Server& server, const char* answer, const char* request,
            bool is_functional = true) {
    const std::span<const std::uint8_t> found = server.handle(from_hex(request), is_functional);
    const std::vector<std::uint8_t> wanted = from_hex(answer);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(wanted.size(), found.size(), request);
    if (!wanted.empty())
        TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(wanted.data(), found.data(), wanted.size(), request);
}

void current_data() {
    DiagnosticCar car;
    obd::Server server(car);
    expect(server, "41 0C 1A F8", "01 0C");
    expect(server, "41 0D 32", "01 0D");
    expect(server, "41 05 7B", "01 05");
    expect(server, "41 11 80", "01 11");  // 50 % = 127.5: to the even 128
    expect(server, "41 00 18 18 80 01", "01 00");
    expect(server, "41 20 00 02 00 00", "01 20");
    expect(server, "41 0C 1A F8 0D 32", "01 0C 0D");
    expect(server, "41 0D 32", "01 99 0D");  // of several those that exist
}

void what_is_not_there_is_not_answered() {
    DiagnosticCar car;
    obd::Server server(car);
    expect(server, "", "01 99");
    expect(server, "", "01 40");
    expect(server, "", "01");
    expect(server, "", "01 0C 0D 0C 0D 0C 0D 0C");  // at most six
    expect(server, "", "");
    expect(server, "", "02 0C 00");
    expect(server, "", "07");
    expect(server, "", "00");
    expect(server, "", "09");
    expect(server, "", "09 0A");
    expect(server, "", "09 02 01");
    expect(server, "", "03 00");
    expect(server, "", "04 00");
    // Asked in person, it says so.
    expect(server, "7F 01 12", "01 99", false);
    expect(server, "7F 07 11", "07", false);
    expect(server, "7F 09 12", "09 0A", false);
}

void trouble_codes() {
    DiagnosticCar car;
    obd::Server server(car);
    expect(server, "43 02 01 23 0A BC", "03");
    car.is_moving = true;
    expect(server, "7F 04 22", "04");
    car.is_moving = false;
    expect(server, "44", "04");
    expect(server, "43 00", "03");
    car.obd_codes.assign(1000, 0x0123);
    TEST_ASSERT_EQUAL_size_t(2 + 2 * 127, server.handle(from_hex("03"), true).size());
}

void the_lamp_and_the_number_of_codes() {
    DiagnosticCar car;
    car.obd_parameters = {0x01, 0x0C, 0x42, 0x77};
    obd::Server server(car);
    expect(server, "41 01 82 00 00 00", "01 01");
    car.obd_codes.clear();
    expect(server, "41 01 00 00 00 00", "01 01");
    expect(server, "41 00 80 10 00 01", "01 00");
    expect(server, "41 20 00 00 00 01", "01 20");
    expect(server, "41 40 40 00 00 00", "01 40");
    expect(server, "", "01 77");  // nobody knows how to write it
}

void vehicle_information() {
    DiagnosticCar car;
    obd::Server server(car);
    expect(server, "49 00 50 00 00 00", "09 00");
    expect(server, "49 02 01 57 47 48 30 53 54 30 43 41 52 30 30 30 30 30 30 31", "09 02");
    expect(server, "49 04 01 47 48 4F 53 54 43 41 52 2D 31 00 00 00 00 00 00", "09 04");
}

void values_are_clamped() {
    const double infinite = std::numeric_limits<double>::infinity();
    const obd::Parameter& speed = *obd::find_parameter(obd::engine_speed_rpm);
    TEST_ASSERT_EQUAL_HEX32(0xFFFF, obd::raw_value(speed, 1e9));
    TEST_ASSERT_EQUAL_HEX32(0xFFFF, obd::raw_value(speed, infinite));
    TEST_ASSERT_EQUAL_HEX32(0, obd::raw_value(speed, -1.0));
    TEST_ASSERT_EQUAL_HEX32(0, obd::raw_value(speed, infinite - infinite));
    const obd::Parameter& coolant = *obd::find_parameter(obd::coolant_temperature_degc);
    TEST_ASSERT_EQUAL_HEX32(0, obd::raw_value(coolant, -40.0));
    TEST_ASSERT_EQUAL_HEX32(255, obd::raw_value(coolant, 215.0));
    TEST_ASSERT_EQUAL_HEX32(255, obd::raw_value(coolant, 216.0));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(current_data);
    RUN_TEST(what_is_not_there_is_not_answered);
    RUN_TEST(trouble_codes);
    RUN_TEST(the_lamp_and_the_number_of_codes);
    RUN_TEST(vehicle_information);
    RUN_TEST(values_are_clamped);
    return UNITY_END();
}
