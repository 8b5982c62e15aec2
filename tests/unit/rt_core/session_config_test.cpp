// SPDX-License-Identifier: Apache-2.0
#include "rt_core/session_config.h"

#include <toml++/toml.h>
#include <string>
#include <string_view>

#include "tests/unit/rt_core/config_text.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;
namespace model = ghostcar::model;

void setUp() {}
void tearDown() {}

namespace {

SessionConfig read(const std::string& text) {
    return config_of<SessionConfig>(text);
}

void a_whole_table_is_read() {
    const SessionConfig config = read("duration_s = 45.0\ncountdown_s = 3\nautostart = false\n");
    TEST_ASSERT_EQUAL_INT64(45'000, config.duration_ticks);
    TEST_ASSERT_EQUAL_INT64(3000, config.countdown_ticks);
    TEST_ASSERT_FALSE(config.autostart);
}

void absent_keys_have_their_obvious_meaning() {
    const SessionConfig config = read("duration_s = 1\n");
    TEST_ASSERT_EQUAL_INT64(0, config.countdown_ticks);
    TEST_ASSERT_TRUE(config.autostart);
}

/// Decimal seconds are not binary fractions: they round to the nearest tick, never down.
void seconds_become_whole_ticks() {
    struct Row {
        const char* seconds;
        std::int64_t ticks;
    };
    const Row rows[] = {{"0.001", 1},  {"0.002", 2},  {"0.0149", 15},      {"0.0151", 15},
                        {"0.057", 57}, {"0.29", 290}, {"1.001", 1001},     {"4.35", 4350},
                        {"8.7", 8700}, {"1.1", 1100}, {"3600", 3'600'000}, {"100000", 100'000'000},
                        {"0.0014", 1}};
    for (const Row& row : rows) {
        const SessionConfig config = read(std::string("duration_s = ") + row.seconds + "\n");
        TEST_ASSERT_EQUAL_INT64_MESSAGE(row.ticks, config.duration_ticks, row.seconds);
    }
}

void wrong_values_name_file_line_and_key() {
    struct Row {
        const char* text;
        int line;
        const char* key;
    };
    const Row rows[] = {
        {"duration_s = 0\n", 1, "duration_s"},
        {"duration_s = 0.0009\n", 1, "duration_s"},
        {"duration_s = -1\n", 1, "duration_s"},
        {"duration_s = nan\n", 1, "duration_s"},
        {"duration_s = inf\n", 1, "duration_s"},
        {"duration_s = 1e300\n", 1, "duration_s"},
        {"duration_s = \"45\"\n", 1, "duration_s"},
        {"duration_s = 1\ncountdown_s = -0.001\n", 2, "countdown_s"},
        {"duration_s = 1\ncountdown_s = 3600.1\n", 2, "countdown_s"},
        {"duration_s = 1\ncountdown_s = nan\n", 2, "countdown_s"},
        {"duration_s = 1\n\nautostart = 1\n", 3, "autostart"},
        {"duration_s = 1\n\nautostart = \"yes\"\n", 3, "autostart"},
    };
    for (const Row& row : rows) {
        const std::string error = error_of(
            row.text, [](model::TableReader& reader) { SessionConfig::from_toml(reader); });
        TEST_ASSERT_TRUE_MESSAGE(is_error_at(error, row.line, row.key, ""), error.c_str());
    }
    const std::string missing = error_of(
        "autostart = true\n", [](model::TableReader& reader) { SessionConfig::from_toml(reader); });
    TEST_ASSERT_TRUE_MESSAGE(missing.find("test.toml") == 0, missing.c_str());
    TEST_ASSERT_TRUE_MESSAGE(missing.find("duration_s") != std::string::npos, missing.c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_whole_table_is_read);
    RUN_TEST(absent_keys_have_their_obvious_meaning);
    RUN_TEST(seconds_become_whole_ticks);
    RUN_TEST(wrong_values_name_file_line_and_key);
    return UNITY_END();
}
