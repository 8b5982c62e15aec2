// SPDX-License-Identifier: Apache-2.0
// Text that is no DBC file: refused, with the place where it stops being one.
#include <array>
#include <string>

#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(dbc::load(text, "f"));
    } catch (const dbc::DbcError& error) {
        return error.what();
    }
    return "";
}

void expect(const std::string& beginning, const std::string& text) {
    const std::string found = complaint(text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(beginning.c_str(), found.substr(0, beginning.size()).c_str(),
                                     (text + "\n" + found).c_str());
}

void places_are_exact() {
    expect("f:1:1: found the end of the file", "");
    expect("f:1:1: found 'hello'", "hello");
    expect("f:1:1: found '{'", "{}");
    expect("f:1:1: found the control character 1", "\x01");
    expect("f:2:2: found the end of the file; expected the version", "VERSION\n ");
    expect("f:1:9: this string has no end", "VERSION \"abc\nBO_ 1 A: 8 X");
    expect("f:2:2: this comment has no end", "VERSION \"\"\n /* BO_ 1 A: 8 X *");
    expect("f:2:1: found '/'", "VERSION \"\"\n/ * x */");
    expect("f:2:1: found 'hello'", "NS_ :\nhello world\n");
    expect("f:2:1: found 'SG_'; expected a message (BO_)",
           "VERSION \"\"\nSG_ A : 0|8@1+ (1,0) [0|0] \"\" X");
    expect("f:1:5: found 'X'; expected the id", "BO_ X Name: 8 Y");
    expect("f:1:5: found '4294967296'; expected the id of a message, at most 4294967295",
           "BO_ 4294967296 Name: 8 Y");
    expect("f:1:5: found '-1'; expected the id", "BO_ -1 Name: 8 Y");
    expect("f:1:7: found ':'; expected the name", "BO_ 1 : 8 Y");
    expect("f:1:12: found '8'; expected ':'", "BO_ 1 Name 8 Y");
    expect("f:1:13: found 'x'; expected the length", "BO_ 1 Name: x Y");
    expect("f:1:13: found '99999'; expected the length in bytes, at most 65535",
           "BO_ 1 Name: 99999 Y");
    expect("f:2:10: found the end of the file; expected the comment", "BO_ 1 Näme: 8 Y\nCM_ BO_ 1");
    expect("f:1:9: found '3'; expected ';'", "CM_ \"ö\" 3;");  // columns count characters
}

void signals_must_be_whole() {
    const std::string head = "BO_ 1 M: 8 X\n SG_ ";
    const std::array<std::pair<const char*, const char*>, 18> rows = {{
        {"f:2:6: found ':'; expected the name", ": 0|8@1+ (1,0) [0|0] \"\" X"},
        {"f:2:8: found '0'; expected ':'", "A 0|8@1+ (1,0) [0|0] \"\" X"},
        {"f:2:10: found 'x'; expected the start bit", "A : x|8@1+ (1,0) [0|0] \"\" X"},
        {"f:2:12: found '8'", "A : 0 8@1+ (1,0) [0|0] \"\" X"},
        {"f:2:12: found '0'; expected the length in bits, at least 1",
         "A : 0|0@1+ (1,0) [0|0] \"\" X"},
        {"f:2:14: found '2'; expected the byte order", "A : 0|8@2+ (1,0) [0|0] \"\" X"},
        {"f:2:15: found '('; expected the sign", "A : 0|8@1(1,0) [0|0] \"\" X"},
        {"f:2:17: found '1'; expected '('", "A : 0|8@1+ 1,0) [0|0] \"\" X"},
        {"f:2:18: found 'x'; expected the factor", "A : 0|8@1+ (x,0) [0|0] \"\" X"},
        {"f:2:18: found '1.2.3'; expected the factor", "A : 0|8@1+ (1.2.3,0) [0|0] \"\" X"},
        {"f:2:18: found '1e999'; expected the factor", "A : 0|8@1+ (1e999,0) [0|0] \"\" X"},
        {"f:2:19: found ')'; expected ','", "A : 0|8@1+ (1) [0|0] \"\" X"},
        {"f:2:21: found '['; expected ')'", "A : 0|8@1+ (1,0[0|0] \"\" X"},
        {"f:2:25: found ','; expected '|'", "A : 0|8@1+ (1,0) [0,0] \"\" X"},
        {"f:2:28: found a string; expected ']'", "A : 0|8@1+ (1,0) [0|0 \"\" X"},
        {"f:2:29: found 'X'; expected the unit", "A : 0|8@1+ (1,0) [0|0] X"},
        {"f:2:6: signal A: found 'n1'", "A n1 : 0|8@1+ (1,0) [0|0] \"\" X"},
        {"f:2:6: signal A: found 'mM'", "A mM : 0|8@1+ (1,0) [0|0] \"\" X"},
    }};
    for (const auto& [expected, signal] : rows) expect(expected, head + signal);
}

void other_statements_must_be_whole() {
    const std::string head = "BO_ 1 M: 8 X\n SG_ A : 0|8@1+ (1,0) [0|0] \"\" X\n";
    const std::array<std::pair<const char*, const char*>, 20> rows = {{
        {"f:3:1: found ';'", ";"},
        {"f:3:9: found 'BO_'; expected ';'", "CM_ \"x\" BO_ 2 N: 8 X"},  // on the same line
        {"f:4:1: found the end of the file; expected ';'", "VAL_ 1 A 0 \"x\"\n"},
        {"f:4:1: found the end of the file; expected the name", "VAL_ 1 A 0\n"},
        {"f:3:5: found 'BA_'; expected the comment", "CM_ BA_ \"x\" 1;"},
        {"f:4:1: found the end of the file; expected ';'", "CM_ \"x\"\n"},
        {"f:3:14: found the end of the file; expected the name of a signal", "CM_ SG_ 1    "},
        {"f:3:5: found 'Name'; expected the name of the attribute", "BA_ Name 3;"},
        {"f:3:9: found ';'; expected the value", "BA_ \"N\" ;"},
        {"f:3:16: found ';'; expected the value", "BA_DEF_DEF_ \"N\";"},
        {"f:3:13: found ';'; expected the type", "BA_DEF_ \"N\" ;"},
        {"f:3:17: found 'BO_'; expected values", "BA_DEF_ \"N\" INT BO_ 1 M: 8 X"},
        {"f:3:14: found ';'; expected the name of the value", "VAL_ 1 A 0   ;"},
        {"f:3:10: found a string; expected ';'", "VAL_ 1 A \"x\" 0;"},
        {"f:3:18: found '5'; expected the type", "SIG_VALTYPE_ 1 A 5;"},
        {"f:3:17: found ';'; expected the name of the multiplexor", "SG_MUL_VAL_ 1 A ;"},
        {"f:3:19: found ';'; expected a range", "SG_MUL_VAL_ 1 A A ;"},
        {"f:3:22: found ';'; expected a range whose end", "SG_MUL_VAL_ 1 A A 5-3;"},
        {"f:3:21: found the end of the file; expected ';'", "SIG_GROUP_ 1 G 1 : A"},
        {"f:2:6: signal A decides, in the end, about itself", "SG_MUL_VAL_ 1 A A 0-0;"},
    }};
    for (const auto& [expected, statement] : rows) expect(expected, head + statement);
}

/// A file that was cut off is noticed unless the cut is between two statements: nothing is ever
/// read beyond its end, and what is read is what the beginning says.
void every_cut_is_survived() {
    for (const char* name : {"complete.dbc", "extended_multiplexing.dbc", "odd.dbc"}) {
        const std::string whole = bytes_of(std::string("tests/unit/can_bridge/dbc/") + name);
        for (std::size_t length = 0; length < whole.size(); ++length)
            static_cast<void>(complaint(whole.substr(0, length)));
    }
}

void extended_ids_have_29_bits() {
    expect("f:1:1: message A: id 3758096384 has more than 29 bits", "BO_ 3758096384 A: 8 X");
    expect("f:1:1: message A: id 536870912 has more than 29 bits", "BO_ 536870912 A: 8 X");
    TEST_ASSERT_EQUAL_STRING("", complaint("BO_ 2684354559 A: 8 X").c_str());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(places_are_exact);
    RUN_TEST(signals_must_be_whole);
    RUN_TEST(other_statements_must_be_whole);
    RUN_TEST(every_cut_is_survived);
    RUN_TEST(extended_ids_have_29_bits);
    return UNITY_END();
}
