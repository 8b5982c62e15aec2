// SPDX-License-Identifier: Apache-2.0
// The tables [record], [stream] and [commands], and the addresses in them.
#include <toml++/toml.h>
#include <cstring>
#include <string>

#include "hmi_link/command_config.h"
#include "hmi_link/record_config.h"
#include "hmi_link/stream_config.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;

void setUp() {}
void tearDown() {}

namespace {

template <typename Config>
Config read(const std::string& text) {
    const toml::table table = toml::parse(text, std::string("session.toml"));
    model::TableReader root(table);
    model::TableReader reader = root.table("t");
    return Config::from_toml(reader);
}

template <typename Config>
void expect_error(const std::string& text, const char* begin, const char* part) {
    try {
        read<Config>(text);
        TEST_FAIL_MESSAGE(text.c_str());
    } catch (const model::ConfigError& error) {
        TEST_ASSERT_EQUAL_STRING_LEN(begin, error.what(), std::strlen(begin));
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
    }
}

void record_defaults_and_values() {
    RecordConfig config = read<RecordConfig>("[t]\n");
    TEST_ASSERT_TRUE(config.enabled);
    TEST_ASSERT_TRUE(config.sync_to_disk);
    TEST_ASSERT_EQUAL_INT64(10, config.state_period_ticks);
    config = read<RecordConfig>("[t]\nenabled = false\nstate_rate_hz = 1000\nsync_to_disk = false");
    TEST_ASSERT_FALSE(config.enabled);
    TEST_ASSERT_FALSE(config.sync_to_disk);
    TEST_ASSERT_EQUAL_INT64(1, config.state_period_ticks);
}

void rates_must_divide_a_thousand() {
    TEST_ASSERT_EQUAL_INT64(1000, read<StreamConfig>("[t]\nrate_hz = 1").period_ticks);
    TEST_ASSERT_EQUAL_INT64(8, read<StreamConfig>("[t]\nrate_hz = 125").period_ticks);
    expect_error<StreamConfig>("[t]\nrate_hz = 0", "session.toml:2: t.rate_hz: ", "between 1 and");
    expect_error<StreamConfig>("[t]\nrate_hz = 1001", "session.toml:2: t.rate_hz: ", "1000");
    expect_error<StreamConfig>("[t]\nrate_hz = 300", "session.toml:2: t.rate_hz: ", "divide 1000");
    expect_error<StreamConfig>("[t]\nrate_hz = 10.5", "session.toml:2: t.rate_hz: ", "integer");
    expect_error<RecordConfig>("[t]\nstate_rate_hz = 999",
                               "session.toml:2: t.state_rate_hz: ", "divide 1000");
}

void stream_peers() {
    TEST_ASSERT_TRUE(read<StreamConfig>("[t]").peers.empty());
    const StreamConfig config = read<StreamConfig>(
        "[t]\n[[t.peer]]\naddress = \"127.0.0.1:5500\"\n[[t.peer]]\naddress = \"[::1]:5501\"");
    TEST_ASSERT_EQUAL_size_t(2, config.peers.size());
    TEST_ASSERT_EQUAL_STRING("127.0.0.1:5500", config.peers[0].text().c_str());
    TEST_ASSERT_EQUAL_STRING("[::1]:5501", config.peers[1].text().c_str());
    expect_error<StreamConfig>("[t]\n[[t.peer]]\naddress = \"example.org:1\"",
                               "session.toml:3: t.peer[0].address: ", "numeric");
    expect_error<StreamConfig>("[t]\n[[t.peer]]\naddress = \"127.0.0.1:0\"",
                               "session.toml:3: t.peer[0].address: ", "port 0");
    expect_error<StreamConfig>("[t]\n[[t.peer]]\nadress = \"127.0.0.1:9\"",
                               "session.toml:3: t.peer[0].address: ", "rename");
    expect_error<StreamConfig>("[t]\n[[t.peer]]\naddress = \"127.0.0.1:9\"\nname = \"a\"",
                               "session.toml:4: t.peer[0].name: ", "unknown key");
}

void commands() {
    CommandConfig config = read<CommandConfig>("[t]\nlisten = \"127.0.0.1:5501\"");
    TEST_ASSERT_EQUAL_UINT16(5501, config.listen->port());
    TEST_ASSERT_TRUE(config.key_file.empty());
    config = read<CommandConfig>("[t]\nlisten = \"0.0.0.0:5501\"\nkey_file = \"a.key\"");
    TEST_ASSERT_EQUAL_STRING("a.key", config.key_file.c_str());
    expect_error<CommandConfig>("[t]\n", "session.toml:1: t.listen: ", "missing");
    expect_error<CommandConfig>("[t]\nlisten = 5501", "session.toml:2: t.listen: ", "text");
    expect_error<CommandConfig>("[t]\nlisten = \"::1:5501\"",
                                "session.toml:2: t.listen: ", "[::1]");
    expect_error<CommandConfig>("[t]\nlisten = \"127.0.0.1:1\"\nkey_file = \"\"",
                                "session.toml:3: t.key_file: ", "path");
    expect_error<CommandConfig>("[t]\nlisten = \"127.0.0.1:1\"\nkey = \"\"",
                                "session.toml:3: t.key: ", "unknown key");
}

void addresses_at_their_borders() {
    for (const char* good :
         {"0.0.0.0:0", "255.255.255.255:65535", "[::]:1", "localhost:5500", "[::ffff:127.0.0.1]:1"})
        TEST_ASSERT_TRUE_MESSAGE(SocketAddress::parse(good).has_value(), good);
    for (const char* bad :
         {"", ":", ":1", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
          "127.0.0.1:+1", "127.0.0.1:1x", "127.0.0.1: 1", "256.0.0.1:1", "127.0.0.1:000001", "[]:1",
          "[::1:1", "[127.0.0.1]:1", "name:1", "127.0.0.1:99999999999999999999"})
        TEST_ASSERT_FALSE_MESSAGE(SocketAddress::parse(bad).has_value(), bad);
}

void loopback_at_its_borders() {
    for (const char* yes : {"127.0.0.0:1", "127.255.255.255:1", "[::1]:1", "[::ffff:127.0.0.1]:1"})
        TEST_ASSERT_TRUE_MESSAGE(SocketAddress::parse(yes)->is_loopback(), yes);
    for (const char* no : {"126.255.255.255:1", "128.0.0.0:1", "0.0.0.0:1", "[::]:1", "[::2]:1",
                           "[fe80::1]:1", "[::ffff:128.0.0.1]:1", "[::127.0.0.1]:1"})
        TEST_ASSERT_FALSE_MESSAGE(SocketAddress::parse(no)->is_loopback(), no);
    TEST_ASSERT_FALSE(SocketAddress().is_loopback());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(record_defaults_and_values);
    RUN_TEST(rates_must_divide_a_thousand);
    RUN_TEST(stream_peers);
    RUN_TEST(commands);
    RUN_TEST(addresses_at_their_borders);
    RUN_TEST(loopback_at_its_borders);
    return UNITY_END();
}
