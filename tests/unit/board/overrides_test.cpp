// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/overrides.h"

#include <toml++/toml.h>
#include <string>

#include "tests/unit/unity_cpp.h"

using ghostcar::board::apply_override;
using ghostcar::model::ConfigError;

void setUp() {}
void tearDown() {}

namespace {

toml::table sample() {
    return toml::parse("[a]\nx = 1\ny = 'text'\n[a.b]\nz = 2\n[[list]]\nk = 1\n[[list]]\nk = 2\n");
}

void values_of_every_kind_are_set() {
    toml::table table = sample();
    apply_override(table, "a.x=2.5");
    apply_override(table, "a.y=bare word");
    apply_override(table, "a.new=[1, 2]");
    apply_override(table, "list.1.k=7");
    TEST_ASSERT_TRUE(table["a"]["x"].value_exact<double>() == 2.5);
    TEST_ASSERT_TRUE(table["a"]["y"].value_exact<std::string>() == "bare word");
    TEST_ASSERT_EQUAL_size_t(2, table["a"]["new"].as_array()->size());
    TEST_ASSERT_TRUE(table["list"][1]["k"].value_exact<std::int64_t>() == 7);
    TEST_ASSERT_TRUE(table["list"][0]["k"].value_exact<std::int64_t>() == 1);
}

void a_key_without_a_value_is_removed() {
    toml::table table = sample();
    apply_override(table, "a.b.z=");
    TEST_ASSERT_TRUE(table["a"]["b"].as_table()->empty());
    apply_override(table, "a.x=");
    TEST_ASSERT_FALSE(table["a"].as_table()->contains("x"));
    TEST_ASSERT_TRUE(table["a"].as_table()->contains("y"));
    apply_override(table, "list.1.k=");
    TEST_ASSERT_TRUE(table["list"][1].as_table()->empty());
    TEST_ASSERT_TRUE(table["list"][0].as_table()->contains("k"));
    apply_override(table, "list=");
    TEST_ASSERT_FALSE(table.contains("list"));
    apply_override(table, "a=");
    TEST_ASSERT_TRUE(table.empty());
}

void an_empty_text_is_a_value() {
    toml::table table = sample();
    apply_override(table, "a.y=''");
    TEST_ASSERT_TRUE(table["a"]["y"].value_exact<std::string>() == "");
}

void what_cannot_be_done_is_one_line_and_changes_nothing() {
    for (const char* wrong :
         {"a.q=", "q=", "a.x.y=", "list.0.q=", "list.2.k=", "list.0=", "=1", "a", "list.2.k=1"}) {
        toml::table table = sample();
        std::string line;
        try {
            apply_override(table, wrong);
        } catch (const ConfigError& error) {
            line = error.what();
        }
        TEST_ASSERT_TRUE_MESSAGE(line.starts_with("--set " + std::string(wrong) + ": "), wrong);
        TEST_ASSERT_TRUE_MESSAGE(table == sample(), wrong);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(values_of_every_kind_are_set);
    RUN_TEST(a_key_without_a_value_is_removed);
    RUN_TEST(an_empty_text_is_a_value);
    RUN_TEST(what_cannot_be_done_is_one_line_and_changes_nothing);
    return UNITY_END();
}
