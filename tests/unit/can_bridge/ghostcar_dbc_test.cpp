// SPDX-License-Identifier: Apache-2.0
// The shipped car: readable without a warning, complete, documented, protected, and not too loud.
#include <set>
#include <string>

#include "can_bridge/bus_load.h"
#include "can_bridge/dbc/overlap.h"
#include "can_bridge/frame.h"
#include "can_bridge/signal_codec.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;
using dbc::Database;
using dbc::Message;
using dbc::Signal;

namespace {

Database shipped() {
    return dbc::load(bytes_of("model/data/dbc/ghostcar.dbc"), "ghostcar.dbc");
}

const Signal* find_signal(const Message& message, const std::string& name) {
    for (const Signal& signal : message.signals)
        if (signal.name == name) return &signal;
    return nullptr;
}

void it_loads_without_a_warning() {
    const Database database = shipped();
    for (const std::string& warning : database.warnings) TEST_FAIL_MESSAGE(warning.c_str());
    for (const Message& message : database.messages) {
        TEST_ASSERT_FALSE(dbc::find_overlaps(message).first.has_value());
        TEST_ASSERT_TRUE(message.length <= static_cast<int>(largest_classic_length));
    }
}

void it_is_a_complete_small_car() {
    const Database database = shipped();
    for (const char* name :
         {"Pedals", "GearLever", "Steering", "EngineData", "WheelSpeedsFront", "WheelSpeedsRear",
          "VehicleMotion", "Cluster", "JudgeStatus", "Faults"})
        TEST_ASSERT_NOT_NULL_MESSAGE(database.find(name), name);
    std::set<std::string> names;
    for (const Message& message : database.messages)
        for (const Signal& signal : message.signals)
            TEST_ASSERT_TRUE_MESSAGE(names.insert(signal.name).second, signal.name.c_str());
}

void everything_is_documented() {
    const Database database = shipped();
    for (const Message& message : database.messages) {
        TEST_ASSERT_FALSE_MESSAGE(message.comment.empty(), message.name.c_str());
        TEST_ASSERT_EQUAL_size_t_MESSAGE(1, message.senders.size(), message.name.c_str());
        for (const Signal& signal : message.signals) {
            TEST_ASSERT_FALSE_MESSAGE(signal.comment.empty(), signal.name.c_str());
            TEST_ASSERT_TRUE_MESSAGE(signal.minimum < signal.maximum, signal.name.c_str());
            TEST_ASSERT_FALSE_MESSAGE(signal.receivers.empty(), signal.name.c_str());
        }
    }
}

/// The stated range fits into the bits, and "not available" lies outside of it: no measured value
/// is ever taken for it, and it is what a signal starts with.
void ranges_and_codes_fit() {
    const Database database = shipped();
    for (const Message& message : database.messages) {
        for (const Signal& signal : message.signals) {
            const SignalCodec codec(signal);
            Frame frame;
            for (const double limit : {signal.minimum, signal.maximum}) {
                codec.set_value(frame, limit);
                TEST_ASSERT_TRUE_MESSAGE(codec.value(frame) - limit < signal.scale * 0.501 &&
                                             limit - codec.value(frame) < signal.scale * 0.501,
                                         signal.name.c_str());
            }
            for (const dbc::ValueName& entry : signal.value_names) {
                if (entry.name != "NotAvailable") continue;
                const double value = entry.value * signal.scale + signal.offset;
                TEST_ASSERT_TRUE_MESSAGE(value < signal.minimum || value > signal.maximum,
                                         signal.name.c_str());
                TEST_ASSERT_TRUE_MESSAGE(signal.start_value == entry.value, signal.name.c_str());
            }
        }
    }
}

/// Where a message is protected, checksum and counter are where profile 1 puts them.
void protected_messages_have_their_fields() {
    const Database database = shipped();
    int count = 0;
    for (const Message& message : database.messages) {
        const auto profile = message.attributes.find("E2EProfile");
        const Signal* checksum = find_signal(message, message.name + "Checksum");
        TEST_ASSERT_EQUAL(profile != message.attributes.end(), checksum != nullptr);
        if (checksum == nullptr) continue;
        ++count;
        TEST_ASSERT_TRUE(profile->second.number == 1.0);
        TEST_ASSERT_TRUE(message.attributes.at("E2EDataId").number ==
                         static_cast<double>(message.id));
        TEST_ASSERT_EQUAL_INT(0, checksum->start_bit);
        TEST_ASSERT_EQUAL_INT(8, checksum->length_bits);
        const Signal* counter = find_signal(message, message.name + "Counter");
        TEST_ASSERT_EQUAL_INT(8, counter->start_bit);
        TEST_ASSERT_EQUAL_INT(4, counter->length_bits);
    }
    TEST_ASSERT_EQUAL_INT(9, count);
}

void the_bus_is_not_too_loud() {
    const Database database = shipped();
    TEST_ASSERT_TRUE(database.attributes.at("Baudrate").number == 500'000.0);
    const double load = bus_load(database, {});
    TEST_ASSERT_DOUBLE_WITHIN(0.001, 0.221, load);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(it_loads_without_a_warning);
    RUN_TEST(it_is_a_complete_small_car);
    RUN_TEST(everything_is_documented);
    RUN_TEST(ranges_and_codes_fit);
    RUN_TEST(protected_messages_have_their_fields);
    RUN_TEST(the_bus_is_not_too_loud);
    return UNITY_END();
}
