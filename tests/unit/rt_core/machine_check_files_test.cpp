// SPDX-License-Identifier: Apache-2.0
#include "rt_core/machine_check/files.h"

#include <string>

#include "tests/unit/rt_core/fake_machine.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core::machine_check;

namespace {

void cpu_lists() {
    TEST_ASSERT_TRUE(parse_cpu_list("")->empty());
    TEST_ASSERT_EQUAL_STRING("0-2,5,7-8", format_cpu_list(*parse_cpu_list("5,0-2,7,8,1")).c_str());
    TEST_ASSERT_EQUAL_STRING("8191", format_cpu_list(*parse_cpu_list("8191")).c_str());
    for (const char* const bad : {",", "1,", ",1", "2-1", "-1", "1-", "a", "0-8192", "1 2"}) {
        TEST_ASSERT_FALSE_MESSAGE(parse_cpu_list(bad).has_value(), bad);
    }
}

void cpu_masks() {
    TEST_ASSERT_EQUAL_STRING("0-1,4,32",
                             format_cpu_list(*parse_cpu_mask("00000001,00000013")).c_str());
    TEST_ASSERT_EQUAL_STRING("1,00000013", format_cpu_mask({0, 1, 4, 32}).c_str());
    TEST_ASSERT_EQUAL_STRING("0", format_cpu_mask({}).c_str());
    TEST_ASSERT_FALSE(parse_cpu_mask("").has_value());
    TEST_ASSERT_FALSE(parse_cpu_mask("fg").has_value());
    TEST_ASSERT_FALSE(parse_cpu_mask(std::string(8192, 'f')).has_value());
}

void excerpts_are_short_and_printable() {
    TEST_ASSERT_EQUAL_STRING("tsc", excerpt("tsc").c_str());
    TEST_ASSERT_EQUAL_STRING("a?b?c?", excerpt("a\nb\x7f"
                                               "c\xff")
                                           .c_str());
    TEST_ASSERT_EQUAL_STRING("123456789012345678901234",
                             excerpt("123456789012345678901234").c_str());
    TEST_ASSERT_EQUAL_STRING("123456789012345678901234...",
                             excerpt("1234567890123456789012345").c_str());
}

void text_is_trimmed_and_bounded() {
    const ghostcar::tests::FakeMachine machine;
    machine.write_file("file", " \n\t two words \r\n");
    TEST_ASSERT_EQUAL_STRING("two words", read_text(machine.root / "file").text.c_str());
    machine.write_file("file", " \n");
    TEST_ASSERT_TRUE(read_text(machine.root / "file").readable());
    TEST_ASSERT_TRUE(read_text(machine.root / "file").text.empty());
    machine.write_file("file", std::string(3U << 20U, 'x'));
    TEST_ASSERT_EQUAL_size_t(1U << 20U, read_text(machine.root / "file").text.size());
    TEST_ASSERT_FALSE(read_text(machine.root).readable());
    TEST_ASSERT_FALSE(read_text(machine.root / "missing").readable());
}

void directories_are_listed_in_order() {
    const ghostcar::tests::FakeMachine machine;
    machine.write_file("folder/b", "");
    machine.write_file("folder/a", "");
    const auto entries = list_directory(machine.root / "folder");
    TEST_ASSERT_EQUAL_size_t(2, entries.size());
    TEST_ASSERT_EQUAL_STRING("a", entries[0].filename().c_str());
    TEST_ASSERT_TRUE(list_directory(machine.root / "missing").empty());
    TEST_ASSERT_TRUE(list_directory(machine.root / "folder/a").empty());
}

}  // namespace

void setUp() {}

void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(cpu_lists);
    RUN_TEST(cpu_masks);
    RUN_TEST(excerpts_are_short_and_printable);
    RUN_TEST(text_is_trimmed_and_bounded);
    RUN_TEST(directories_are_listed_in_order);
    return UNITY_END();
}
