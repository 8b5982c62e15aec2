// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/child_processes.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "tests/unit/race/scratch_folder.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;
using ghostcar::tests::ScratchFolder;

void setUp() {}
void tearDown() {}

namespace {

constexpr double long_s = 60.0;

ChildEnd end_of(ChildProcesses& children) {
    while (children.running() > 0)
        for (const ChildProcesses::Ended& ended : children.wait(1000)) return ended.end;
    TEST_FAIL_MESSAGE("nothing was running");
    return {};
}

ChildEnd end_of_shell(const std::string& script, double time_limit_s = long_s) {
    ChildProcesses children;
    children.start(1, {"/bin/sh", "-c", script}, time_limit_s);
    return end_of(children);
}

void codes_signals_and_words_are_told_apart() {
    const ChildEnd code = end_of_shell("echo one >&2; echo two; exit 7");
    TEST_ASSERT_TRUE(code.exited);
    TEST_ASSERT_EQUAL_STRING("two\n", code.output.c_str());
    TEST_ASSERT_EQUAL_INT(7, code.code);
    TEST_ASSERT_EQUAL_STRING("one\n", code.errors.c_str());
    const ChildEnd crash = end_of_shell("kill -SEGV $$");
    TEST_ASSERT_FALSE(crash.exited);
    TEST_ASSERT_EQUAL_INT(SIGSEGV, crash.signal);
    TEST_ASSERT_EQUAL_STRING("SIGSEGV", signal_word(crash.signal).c_str());
}

void a_program_that_is_not_there_says_so() {
    ChildProcesses children;
    children.start(1, {"/nowhere/at/all"}, long_s);
    const ChildEnd end = end_of(children);
    TEST_ASSERT_EQUAL_INT(127, end.code);
    TEST_ASSERT_TRUE(end.errors.find("/nowhere/at/all: cannot be started (No such file") !=
                     std::string::npos);
}

void a_flood_of_words_neither_blocks_nor_fills_the_memory() {
    const ChildEnd end = end_of_shell(
        "head -c 3000000 /dev/zero >&2; echo why >&2; echo first; head -c 9000000 /dev/zero; "
        "exit 3");
    TEST_ASSERT_EQUAL_INT(3, end.code);
    TEST_ASSERT_EQUAL_size_t(4096, end.errors.size());
    TEST_ASSERT_TRUE(end.errors.ends_with("why\n"));
    TEST_ASSERT_EQUAL_size_t(4U << 20U, end.output.size());
    TEST_ASSERT_TRUE(end.output.starts_with("first\n"));
}

void it_sees_an_empty_input_and_ordinary_signals() {
    const ChildEnd end = end_of_shell("cat; grep -q '^SigBlk:.0*$' /proc/self/status || exit 9");
    TEST_ASSERT_EQUAL_INT(0, end.code);
}

void out_of_time_is_asked_to_end() {
    const ChildEnd end =
        end_of_shell("trap 'echo in order >&2; exit 4' TERM; sleep 60 & wait", 0.2);
    TEST_ASSERT_TRUE(end.out_of_time);
    TEST_ASSERT_EQUAL_INT(4, end.code);
    TEST_ASSERT_EQUAL_STRING("in order\n", end.errors.c_str());
}

bool is_gone(pid_t pid) {
    return kill(pid, 0) != 0 && errno == ESRCH;
}

/// What it has started goes with it: in its process group, and one that has left it.
void nothing_is_left_behind() {
    const ScratchFolder folder;
    const std::string group = (folder.path() / "group").string();
    const std::string left = (folder.path() / "left").string();
    const ChildEnd end = end_of_shell(
        "sleep 1000 & echo $! > " + group + "; setsid sh -c 'echo $$ > " + left +
        "; exec sleep 1000' & while [ ! -s " + left + " ]; do sleep 0.01; done; kill -9 $$");
    TEST_ASSERT_EQUAL_INT(SIGKILL, end.signal);
    for (const char* name : {"group", "left"}) {
        const pid_t pid = std::stoi(folder.read(name));
        TEST_ASSERT_TRUE_MESSAGE(is_gone(pid), name);
    }
}

void several_run_beside_each_other() {
    // Each waits for the other: one after the other they would never end.
    const ScratchFolder folder;
    const std::string a = (folder.path() / "a").string();
    const std::string b = (folder.path() / "b").string();
    const auto meet = [](const std::string& own, const std::string& other) {
        return "touch " + own + "; while [ ! -e " + other + " ]; do sleep 0.01; done; exit 5";
    };
    ChildProcesses children;
    children.start(10, {"/bin/sh", "-c", meet(a, b)}, long_s);
    children.start(11, {"/bin/sh", "-c", meet(b, a)}, long_s);
    int ended = 0;
    while (children.running() > 0)  // both may end between two looks
        for (const ChildProcesses::Ended& one : children.wait(1000)) {
            TEST_ASSERT_EQUAL_INT(5, one.end.code);
            ++ended;
        }
    TEST_ASSERT_EQUAL_INT(2, ended);
}

void a_stop_is_counted_and_passed_on() {
    ChildProcesses children;
    children.start(1, {"/bin/sh", "-c", "trap 'exit 6' TERM; kill -INT $PPID; sleep 60 & wait"},
                   long_s);
    while (children.stops_asked() == 0) TEST_ASSERT_TRUE(children.wait(1000).empty());
    children.end_all(/*at_once=*/false);
    const ChildEnd end = end_of(children);
    TEST_ASSERT_EQUAL_INT(6, end.code);
    TEST_ASSERT_FALSE(end.out_of_time);
}

void the_end_of_the_owner_ends_them_all() {
    const ScratchFolder folder;
    const std::string file = (folder.path() / "pid").string();
    {
        ChildProcesses children;
        children.start(1, {"/bin/sh", "-c", "trap '' TERM; echo $$ > " + file + "; sleep 1000"},
                       long_s);
        while (folder.read("pid").find('\n') == std::string::npos) usleep(1000);
    }
    TEST_ASSERT_TRUE(is_gone(std::stoi(folder.read("pid"))));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(codes_signals_and_words_are_told_apart);
    RUN_TEST(a_program_that_is_not_there_says_so);
    RUN_TEST(a_flood_of_words_neither_blocks_nor_fills_the_memory);
    RUN_TEST(it_sees_an_empty_input_and_ordinary_signals);
    RUN_TEST(out_of_time_is_asked_to_end);
    RUN_TEST(nothing_is_left_behind);
    RUN_TEST(several_run_beside_each_other);
    RUN_TEST(a_stop_is_counted_and_passed_on);
    RUN_TEST(the_end_of_the_owner_ends_them_all);
    return UNITY_END();
}
