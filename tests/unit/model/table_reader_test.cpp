// SPDX-License-Identifier: Apache-2.0
// Every error is one line with file, line, key, what was found and what would be right.
#include "model/config/table_reader.h"

#include <toml++/toml.h>
#include <functional>

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

namespace {

/// What reading `text` (as file "car.toml") complains about; "" when it is fine.
std::string complaint(std::string_view text, const std::function<void(TableReader&)>& read) {
    const toml::table table = toml::parse(text, std::string_view("car.toml"));
    TableReader reader(table);
    try {
        read(reader);
        reader.finish();
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

void same(const char* expected, const std::string& found) {
    TEST_ASSERT_EQUAL_STRING(expected, found.c_str());
}

void contains(const char* part, const std::string& found) {
    if (found.find(part) == std::string::npos || found.find('\n') != std::string::npos) {
        same(part, found);
    }
}

const auto mass = [](TableReader& reader) { (void)reader.number("mass_kg", Range::positive()); };

void a_good_number_is_read() {
    same("", complaint("mass_kg = 1.5", mass));
    same("", complaint("mass_kg = 1470", mass));  // an integer is a number too
}

void a_missing_key_names_the_table_and_the_key() {
    contains("car.toml:1: mass_kg: missing; add it", complaint("", mass));
    const auto nested = [](TableReader& reader) {
        TableReader table = reader.table("body");
        (void)table.number("mass_kg", Range::positive());
    };
    contains("car.toml:3: body.mass_kg: missing", complaint("# a\n\n[body]\n", nested));
}

void another_unit_is_recognised() {
    contains("rename \"mass_g\" to \"mass_kg\"", complaint("mass_g = 1470000", mass));
}

void a_wrong_type_is_named() {
    same("car.toml:2: mass_kg: found a text; write a number",
         complaint("\nmass_kg = \"1470\"", mass));
    contains("found true or false", complaint("mass_kg = true", mass));
    contains("found a table", complaint("[mass_kg]", mass));
    contains("found a date or time", complaint("mass_kg = 2024-01-01", mass));
    contains("write true or false",
             complaint("on = 1", [](TableReader& reader) { (void)reader.boolean("on"); }));
    contains("write a text in quotes",
             complaint("name = 1", [](TableReader& reader) { (void)reader.text("name"); }));
    contains("write an integer", complaint("gear = 1.0", [](TableReader& reader) {
                 (void)reader.integer("gear", 0, 5);
             }));
}

void values_out_of_range_are_refused() {
    contains("car.toml:1: mass_kg: found -5; must be greater than 0",
             complaint("mass_kg = -5", mass));
    contains("found 0; must be greater than 0", complaint("mass_kg = 0", mass));
    contains("found 0; must be greater than 0 and at most 2",
             complaint("friction = 0", [](TableReader& reader) {
                 (void)reader.number("friction", Range{0.0, 2.0, true});
             }));
    contains("found nan", complaint("mass_kg = nan", mass));
    contains("found inf", complaint("mass_kg = inf", mass));
    const auto share = [](TableReader& reader) {
        (void)reader.number("share", Range::between(0.0, 1.0));
    };
    same("", complaint("share = 0", share));
    same("", complaint("share = 1", share));
    contains("must be between 0 and 1", complaint("share = 1.0001", share));
    contains("must be between 0 and 1", complaint("share = -0.0001", share));
    const auto gear = [](TableReader& reader) { (void)reader.integer("gear", -1, 6); };
    same("", complaint("gear = -1", gear));
    same("", complaint("gear = 6", gear));
    contains("must be between -1 and 6", complaint("gear = 7", gear));
}

void an_unknown_key_gets_a_suggestion() {
    contains("car.toml:2: mas_kg: unknown key; did you mean \"mass_kg\"?",
             complaint("mass_kg = 1\nmas_kg = 2", mass));
    contains("did you mean \"lot\"?", complaint("lto = 3", [](TableReader& reader) {
                 (void)reader.integer_or("lot_low", 1, 1, 9);
                 if (reader.has("lot")) (void)reader.integer("lot", 1, 9);
             }));
}

void arrays_are_checked_element_by_element() {
    const auto axis = [](TableReader& reader) {
        (void)reader.numbers("axis", Range::not_negative());
    };
    same("", complaint("axis = [0, 1.5]", axis));
    contains("car.toml:3: axis: found -2", complaint("axis = [0,\n1,\n-2]", axis));
    contains("found an empty array", complaint("axis = []", axis));
    contains("found a text; write a number", complaint("axis = [\"a\"]", axis));
    contains("write an array", complaint("axis = 1", axis));
}

void rows_must_have_one_length() {
    const auto rows = [](TableReader& reader) { (void)reader.rows("rows", Range::any()); };
    same("", complaint("rows = [[1, 2], [3, 4]]", rows));
    contains("car.toml:2: rows: found a row of 1 numbers; all rows must have 2",
             complaint("rows = [[1, 2],\n[3]]", rows));
    contains("each row must be an array", complaint("rows = [1, 2]", rows));
    contains("write an array of rows", complaint("rows = []", rows));
}

void choices_list_what_is_known() {
    static constexpr std::array<std::pair<std::string_view, int>, 2> words{{{"a", 1}, {"b", 2}}};
    const auto choice = [](TableReader& reader) { (void)reader.choice("kind", words); };
    same("", complaint("kind = \"b\"", choice));
    contains("\"c\" is not one of \"a\", \"b\"", complaint("kind = \"c\"", choice));
}

void tables_and_lists_of_tables() {
    const auto phases = [](TableReader& reader) {
        for (TableReader& phase : reader.tables("phase")) {
            (void)phase.number("time_s", Range::positive());
            phase.finish();
        }
    };
    same("", complaint("[[phase]]\ntime_s = 1\n[[phase]]\ntime_s = 2", phases));
    contains("car.toml:4: phase[1].time_s: found -2",
             complaint("[[phase]]\ntime_s = 1\n[[phase]]\ntime_s = -2", phases));
    contains("phase: missing", complaint("", phases));
    contains("phase: found a number", complaint("phase = 1.5", phases));
    contains("body: found an integer; write a table [body]",
             complaint("body = 1", [](TableReader& reader) { (void)reader.table("body"); }));
}

void optional_values_fall_back_but_are_still_checked() {
    const auto optional = [](TableReader& reader) {
        TEST_ASSERT_TRUE(reader.number_or("a", 2.5, Range::positive()) == 2.5);
        TEST_ASSERT_EQUAL_INT64(4, reader.integer_or("b", 4, 0, 9));
        TEST_ASSERT_TRUE(reader.boolean_or("c", true));
        TEST_ASSERT_EQUAL_STRING("x", reader.text_or("d", "x").c_str());
        TEST_ASSERT_FALSE(reader.table_if("e").has_value());
        TEST_ASSERT_TRUE(reader.tables_if("f").empty());
    };
    same("", complaint("", optional));
    contains("a: found -1", complaint("a = -1", optional));
    contains("b: found 10", complaint("b = 10", optional));
    contains("c: found an integer", complaint("c = 1", optional));
    contains("d: found an integer", complaint("d = 1", optional));
    contains("unknown key", complaint("g = 1", optional));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_good_number_is_read);
    RUN_TEST(a_missing_key_names_the_table_and_the_key);
    RUN_TEST(another_unit_is_recognised);
    RUN_TEST(a_wrong_type_is_named);
    RUN_TEST(values_out_of_range_are_refused);
    RUN_TEST(an_unknown_key_gets_a_suggestion);
    RUN_TEST(arrays_are_checked_element_by_element);
    RUN_TEST(rows_must_have_one_length);
    RUN_TEST(choices_list_what_is_known);
    RUN_TEST(tables_and_lists_of_tables);
    RUN_TEST(optional_values_fall_back_but_are_still_checked);
    return UNITY_END();
}
