// SPDX-License-Identifier: Apache-2.0
// Files as they are found: odd, but readable. What is odd is said.
#include <algorithm>

#include "can_bridge/dbc/overlap.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;
using dbc::Database;

namespace {

bool warns(const Database& database, const std::string& place, const std::string& words) {
    return std::any_of(database.warnings.begin(), database.warnings.end(),
                       [&](const std::string& line) {
                           return line.find(place) == 0 && line.find(words) != std::string::npos;
                       });
}

void odd_files_are_read() {
    const Database database = load_dbc("odd.dbc");
    const dbc::Message& message = *database.find("NoSender");
    TEST_ASSERT_EQUAL_size_t(0, message.senders.size());
    TEST_ASSERT_EQUAL_size_t(6, message.signals.size());
    TEST_ASSERT_EQUAL_size_t(0, message.signals[0].receivers.size());
    TEST_ASSERT_EQUAL_STRING("Glued", message.signals[1].name.c_str());
    TEST_ASSERT_EQUAL_size_t(1, message.signals[1].receivers.size());
    TEST_ASSERT_TRUE(message.signals[2].scale == 0.1);
    TEST_ASSERT_TRUE(message.signals[4].scale == 1.0 && message.signals[4].offset == 3.0);
    TEST_ASSERT_EQUAL_size_t(3, message.signals[4].receivers.size());
    TEST_ASSERT_EQUAL_STRING("2nd-gear.ratio", message.signals[5].name.c_str());
    TEST_ASSERT_TRUE(message.signals[5].scale == 0.5);
    TEST_ASSERT_EQUAL_size_t(3, message.signals[0].value_names.size());
    TEST_ASSERT_TRUE(message.signals[0].value_names[0].value == -1.0);
    TEST_ASSERT_FALSE(message.cycle_time_ms.has_value());
    TEST_ASSERT_TRUE(database.find("WithoutFlagBit")->is_extended);
    TEST_ASSERT_EQUAL_PTR(database.find("Hexadecimal"), database.find(0x200, false));

    TEST_ASSERT_TRUE(warns(database, "odd.dbc:10:41: ", "-1.#INF"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:11:39: ", "nan"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:12:32: ", "1e999"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:15:1: ", "more than 11 bits"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:17:6: ", "factor"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:21:6: ", "Missing"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:24:14: ", "no float"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:25:13: ", "does not exist"));
}

void overlaps_and_repetitions_are_said() {
    const Database database = load_dbc("overlap.dbc");
    TEST_ASSERT_TRUE(warns(database, "overlap.dbc:5:6: ", "signals Whole and Low overlap"));
    TEST_ASSERT_TRUE(warns(database, "overlap.dbc:8:6: ", "does not fit into the 2 bytes"));
    TEST_ASSERT_TRUE(warns(database, "overlap.dbc:11:6: ", "two signals Same"));
    TEST_ASSERT_TRUE(warns(database, "overlap.dbc:12:1: ", "same id"));
    TEST_ASSERT_EQUAL_STRING("Again", database.find(3, false)->name.c_str());
    const dbc::Overlaps overlaps = dbc::find_overlaps(*database.find("Overlapping"));
    TEST_ASSERT_EQUAL_size_t(2, overlaps.signals);
    TEST_ASSERT_TRUE(overlaps.first == std::make_pair(std::size_t{0}, std::size_t{1}));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(odd_files_are_read);
    RUN_TEST(overlaps_and_repetitions_are_said);
    return UNITY_END();
}
