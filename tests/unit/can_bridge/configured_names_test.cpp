// SPDX-License-Identifier: Apache-2.0
// What faults, stimulus files and diagnostics find by name in a session whose mapping gives
// messages other ids than the DBC file.
#include "can_bridge/session/configured_names.h"

#include "can_bridge/fault/fault_config.h"
#include "can_bridge/session/bus_tools.h"
#include "can_bridge/stimulus/player.h"
#include "model/config/config_error.h"
#include "tests/unit/can_bridge/can_session.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

namespace {

const std::string moved = one_bus(R"([[can.bus.receive]]
message = "Pedals"
id = 0x18FEF100
extended = true
cycle_ms = 20
protection = { profile = "profile1", data_id = 0x123 }
signals = [ { signal = "Accelerator", to = "accelerator" } ]
[[can.bus.send]]
message = "Engine"
id = 0x7FF
signals = [ { signal = "Rpm", from = "engine_speed_rpm" } ]
)");

struct Session {
    CanConfig config = can_config(moved);
    ConfiguredNames names{config, [](const std::string&) { return std::string(); }};
};

void a_message_is_found_with_the_id_of_the_mapping() {
    const Session session;
    const std::optional<MessagePlace> pedals = session.names.find_message(0, "Pedals");
    TEST_ASSERT_TRUE(pedals && pedals->id == 0x18FEF100 && pedals->is_extended);
    TEST_ASSERT_TRUE(pedals->protection.has_value());
    TEST_ASSERT_EQUAL_DOUBLE(20.0, pedals->cycle_ms);
    const std::optional<MessagePlace> engine = session.names.find_message(0, "Engine");
    TEST_ASSERT_TRUE(engine && engine->id == 0x7FF && !engine->is_extended);
    const std::optional<MessagePlace> status = session.names.find_message(0, "Status");
    TEST_ASSERT_TRUE(status && status->id == 513 && !status->is_extended);
}

void a_fault_hits_the_id_of_the_mapping() {
    const Session session;
    const toml::table table = toml::parse(
        "[[can.fault]]\nname=\"gone\"\nkind=\"drop\"\nmessage=\"Pedals\"\n"
        "[[can.fault]]\nname=\"wrong\"\nkind=\"wrong_checksum\"\nmessage=\"Pedals\"\n"
        "[[can.fault]]\nname=\"foreign\"\nkind=\"spoof\"\nmessage=\"Pedals\"\nevery_ms=10\n");
    model::TableReader root(table);
    model::TableReader can = root.table("can");
    const std::vector<fault::Fault> faults = fault::faults_from_toml(can, session.names);
    for (std::size_t index = 0; index < 2; ++index)
        TEST_ASSERT_TRUE(faults[index].target && faults[index].target->id == 0x18FEF100 &&
                         faults[index].target->is_extended);
    TEST_ASSERT_EQUAL_UINT32(0x18FEF100, faults[2].frame.id);
    TEST_ASSERT_TRUE(faults[2].frame.is_extended && faults[2].protection.has_value());
}

void a_stimulus_and_an_expectation_have_the_id_of_the_mapping() {
    const Session session;
    const auto file = stimulus::StimulusFile::parse(
        "timestamp,Pedals.Accelerator,#EXP(0;0;0)#Pedals.Accelerator,"
        "#FLT_STATE#Pedals.Brake,#FLT_VALUE#Pedals.Brake\n0,50,50,0,0\n",
        "t.csv");
    std::vector<fault::Fault> faults;
    stimulus::add_faults(file, session.names, faults);
    TEST_ASSERT_TRUE(faults[0].target->id == 0x18FEF100 && faults[0].target->is_extended);
    fault::Engine engine(faults, 0);
    stimulus::StimulatedMessages messages;
    stimulus::SignalWatch watch;
    const stimulus::Player player(file, session.names, engine, messages, watch);
    TEST_ASSERT_EQUAL_UINT32(0x18FEF100, messages[0].frame.id);
    TEST_ASSERT_TRUE(messages[0].frame.is_extended);
    TEST_ASSERT_EQUAL_INT64(20, messages[0].cycle_ticks);
    FrameBatch batch;
    messages.process(0, Direction::received, 20, batch);
    watch.record(batch.frames());
    TEST_ASSERT_EQUAL_DOUBLE(50.0, watch.value(0));
}

void diagnostics_share_no_id_with_a_message() {
    const Session session;
    const auto read = [&](const std::string& keys) {
        const toml::table table = toml::parse(
            "[can.diagnostics]\nvin=\"WGH0ST0CAR0000001\"\n" + keys, std::string("session.toml"));
        model::TableReader root(table);
        model::TableReader can = root.table("can");
        return BusToolsConfig::from_toml(can, session.names);
    };
    TEST_ASSERT_TRUE(read("").diagnostics.has_value());
    for (const char* key : {"request_id", "response_id", "functional_id"}) {
        try {
            (void)read(std::string(key) + " = 0x7FF\n");
            TEST_FAIL_MESSAGE(key);
        } catch (const model::ConfigError& error) {
            const std::string line = error.what();
            for (const char* word : {"session.toml:", key, "2047", "two owners", "Engine (sent)"})
                TEST_ASSERT_TRUE_MESSAGE(line.find(word) != std::string::npos, line.c_str());
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_message_is_found_with_the_id_of_the_mapping);
    RUN_TEST(a_fault_hits_the_id_of_the_mapping);
    RUN_TEST(a_stimulus_and_an_expectation_have_the_id_of_the_mapping);
    RUN_TEST(diagnostics_share_no_id_with_a_message);
    return UNITY_END();
}
