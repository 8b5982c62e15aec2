// SPDX-License-Identifier: Apache-2.0
#include "rt_core/realtime_config.h"

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

RealtimeConfig read(const std::string& text) {
    return config_of<RealtimeConfig>(text);
}

std::string error_in(const std::string& text) {
    return error_of(text, [](model::TableReader& reader) { RealtimeConfig::from_toml(reader); });
}

void a_whole_table_is_read() {
    const RealtimeConfig config =
        read("policy = \"other\"\npriority = 42\ncpu = \"3\"\noverrun_limit = 7\n");
    TEST_ASSERT_TRUE(config.policy == SchedulingPolicy::other);
    TEST_ASSERT_EQUAL_INT(42, config.priority);
    TEST_ASSERT_TRUE(config.cpu_choice == CpuChoice::numbered);
    TEST_ASSERT_EQUAL_INT(3, config.cpu);
    TEST_ASSERT_EQUAL_INT64(7, config.overrun_limit);
}

void processors_have_names_or_numbers() {
    const auto choice = [](const std::string& cpu) {
        return read("policy = \"fifo\"\npriority = 1\noverrun_limit = 1\ncpu = \"" + cpu + "\"\n");
    };
    TEST_ASSERT_TRUE(choice("isolated").cpu_choice == CpuChoice::isolated);
    TEST_ASSERT_TRUE(choice("any").cpu_choice == CpuChoice::any);
    TEST_ASSERT_TRUE(choice("0").cpu_choice == CpuChoice::numbered);
    TEST_ASSERT_EQUAL_INT(17, choice("17").cpu);
}

void each_missing_key_is_named() {
    struct Row {
        const char* key;
        const char* line;
    };
    const Row rows[] = {{"policy", "policy = \"fifo\"\n"},
                        {"priority", "priority = 80\n"},
                        {"cpu", "cpu = \"any\"\n"},
                        {"overrun_limit", "overrun_limit = 10\n"}};
    for (const Row& missing : rows) {
        std::string text;
        for (const Row& row : rows)
            if (&row != &missing) text += row.line;
        const std::string error = error_in(text);
        TEST_ASSERT_TRUE_MESSAGE(error.find(missing.key) != std::string::npos, error.c_str());
        TEST_ASSERT_TRUE_MESSAGE(error.find("missing") != std::string::npos, error.c_str());
        TEST_ASSERT_TRUE_MESSAGE(error.find("test.toml") == 0, error.c_str());
    }
}

void wrong_values_name_file_line_and_key() {
    struct Row {
        const char* policy;
        const char* priority;
        const char* cpu;
        const char* overrun_limit;
        int line;
        const char* key;
        const char* words;
    };
    const Row rows[] = {
        {"\"rr\"", "80", "\"any\"", "10", 1, "policy", "fifo"},
        {"1", "80", "\"any\"", "10", 1, "policy", ""},
        {"\"fifo\"", "0", "\"any\"", "10", 2, "priority", ""},
        {"\"fifo\"", "99", "\"any\"", "10", 2, "priority", "98"},
        {"\"fifo\"", "\"80\"", "\"any\"", "10", 2, "priority", ""},
        {"\"fifo\"", "1.5", "\"any\"", "10", 2, "priority", ""},
        {"\"fifo\"", "80", "\"all\"", "10", 3, "cpu", "isolated"},
        {"\"fifo\"", "80", "\"-1\"", "10", 3, "cpu", "isolated"},
        {"\"fifo\"", "80", "\"3x\"", "10", 3, "cpu", "isolated"},
        {"\"fifo\"", "80", "\"99999999999\"", "10", 3, "cpu", "isolated"},
        {"\"fifo\"", "80", "\"\"", "10", 3, "cpu", "isolated"},
        {"\"fifo\"", "80", "3", "10", 3, "cpu", ""},
        {"\"fifo\"", "80", "\"any\"", "0", 4, "overrun_limit", ""},
        {"\"fifo\"", "80", "\"any\"", "1000001", 4, "overrun_limit", ""},
        {"\"fifo\"", "80", "\"any\"", "10\nprioritty = 3", 5, "prioritty", "priority"},
    };
    for (const Row& row : rows) {
        const std::string text = std::string("policy = ") + row.policy +
                                 "\npriority = " + row.priority + "\ncpu = " + row.cpu +
                                 "\noverrun_limit = " + row.overrun_limit + "\n";
        const std::string error = error_in(text);
        TEST_ASSERT_TRUE_MESSAGE(is_error_at(error, row.line, row.key, row.words),
                                 (text + "→ " + error).c_str());
    }
}

void the_limits_themselves_are_permitted() {
    TEST_ASSERT_EQUAL_INT(
        1, read("policy = \"fifo\"\npriority = 1\ncpu = \"any\"\noverrun_limit = 1\n").priority);
    TEST_ASSERT_EQUAL_INT(
        98, read("policy = \"fifo\"\npriority = 98\ncpu = \"any\"\noverrun_limit = 1000000\n")
                .priority);
}

/// A session replaces single keys of the board's table; the others stay.
void a_session_overrides_single_keys() {
    RealtimeConfig config =
        read("policy = \"fifo\"\npriority = 42\ncpu = \"3\"\noverrun_limit = 7\n");
    const toml::table table =
        toml::parse(std::string_view("policy = \"other\"\n"), std::string_view("test.toml"));
    model::TableReader reader(table);
    config.override_from_toml(reader);
    TEST_ASSERT_TRUE(config.policy == SchedulingPolicy::other);
    TEST_ASSERT_EQUAL_INT(42, config.priority);
    TEST_ASSERT_TRUE(config.cpu_choice == CpuChoice::numbered);
    TEST_ASSERT_EQUAL_INT(3, config.cpu);
    TEST_ASSERT_EQUAL_INT64(7, config.overrun_limit);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_whole_table_is_read);
    RUN_TEST(processors_have_names_or_numbers);
    RUN_TEST(each_missing_key_is_named);
    RUN_TEST(wrong_values_name_file_line_and_key);
    RUN_TEST(the_limits_themselves_are_permitted);
    RUN_TEST(a_session_overrides_single_keys);
    return UNITY_END();
}
