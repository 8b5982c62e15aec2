// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/toml_inline.h"

#include <toml++/toml.h>
#include <string>

#include "board/ghostcar/overrides.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;

void setUp() {}
void tearDown() {}

namespace {

const char* const everything = R"toml(
text = "a \"b\" \\ \u0007 é"
whole = -9223372036854775808
number = 0.1
round = 3.0
small = 1e-300
no = false
"a key" = 1
day = 2026-01-02
list = [1, 2.5, "x", [true]]
[table.inner]
deep = {a = 1}
[[cars]]
name = "one"
[[cars]]
name = "two"
)toml";

/// What is written as settings and read back is what was there.
void settings_read_back() {
    const toml::table table = toml::parse(everything);
    toml::table again;
    for (const std::string& setting : settings_from(table)) {
        TEST_ASSERT_TRUE_MESSAGE(setting.find('\n') == std::string::npos, setting.c_str());
        apply_override(again, setting);
    }
    TEST_ASSERT_TRUE(table == again);
}

/// The library's own writer would break it into lines; a recording keeps one setting a line.
void a_long_list_stays_on_one_line() {
    toml::array cars;
    for (int i = 0; i < 60; ++i) cars.push_back(toml::table{{"vehicle", "focus-2.0-mt"}});
    const std::string text = toml_inline(cars);
    TEST_ASSERT_TRUE(text.find('\n') == std::string::npos);
    toml::table again;
    apply_override(again, "car=" + text);
    TEST_ASSERT_EQUAL_size_t(60, again["car"].as_array()->size());
}

void numbers_that_are_none_are_kept() {
    const toml::table table = toml::parse("a = inf\nb = -inf\nc = nan");
    TEST_ASSERT_EQUAL_STRING("{a = inf, b = -inf, c = nan}", toml_inline(table).c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(settings_read_back);
    RUN_TEST(a_long_list_stays_on_one_line);
    RUN_TEST(numbers_that_are_none_are_kept);
    return UNITY_END();
}
