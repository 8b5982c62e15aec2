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
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:25:14: ", "no float"));
    TEST_ASSERT_TRUE(warns(database, "odd.dbc:26:13: ", "does not exist"));
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

void habits_of_several_makers_are_read() {
    const Database database = load_dbc("wild.dbc");
    TEST_ASSERT_NULL(database.find("VECTOR__INDEPENDENT_SIG_MSG"));
    TEST_ASSERT_NULL(database.find("NOT_A_MESSAGE"));
    TEST_ASSERT_EQUAL_size_t(7, database.messages.size());
    TEST_ASSERT_EQUAL_INT(0, database.find("EMPTY")->length);
    TEST_ASSERT_EQUAL_INT(10, database.find(0xFF0200, true)->length);
    TEST_ASSERT_EQUAL_size_t(2, database.find("STEER_ANGLE")->senders.size());
    // A lone m0M decides about the others, and nothing about it.
    const std::vector<dbc::Signal>& nested = database.find("ONLY_NESTED")->signals;
    TEST_ASSERT_EQUAL_INT(dbc::no_multiplexor, nested[0].multiplexor);
    TEST_ASSERT_EQUAL_INT(0, nested[1].multiplexor);
    TEST_ASSERT_EQUAL_INT(2, static_cast<int>(nested[2].present_for.at(0).low));
    // The length says which float it is.
    const std::vector<dbc::Signal>& floats = database.find("FLOATS")->signals;
    TEST_ASSERT_TRUE(floats[0].type == dbc::ValueType::float16);
    TEST_ASSERT_TRUE(floats[1].type == dbc::ValueType::float32);
    TEST_ASSERT_TRUE(floats[2].type == dbc::ValueType::float64);
    TEST_ASSERT_TRUE(
        warns(database, "wild.dbc:", "Double has 64 bits, which is no float; taken as a"));
    TEST_ASSERT_TRUE(
        warns(database, "wild.dbc:", "Half has 16 bits, which is no float; taken as a"));
    for (const std::string& warning : database.warnings)
        TEST_ASSERT_TRUE_MESSAGE(warning.find("overlap") == std::string::npos, warning.c_str());
}

/// FILTER, CAT_ and CAT_DEF_ begin statements, and nodes are called so.
void nodes_named_like_statements_swallow_nothing() {
    const Database database = dbc::load(
        "BU_: A FILTER CAT_ B\n"
        "BO_ 1 One: 8 FILTER\n SG_ S : 0|8@1+ (1,0) [0|0] \"\" FILTER,CAT_DEF_\n"
        "BO_ 2 Two: 8 CAT_DEF_\n SG_ T : 0|8@1+ (1,0) [0|0] \"\" CAT_\n"
        "BO_TX_BU_ 1 : A,FILTER;\n"
        "CAT_DEF_ 1 X 0;\n"
        "FILTER 1 CAT_ 1 0;\n"
        "BO_ 3 Three: 8 A\n"
        "CM_ BU_ FILTER \"a node\";\n",
        "f");
    TEST_ASSERT_EQUAL_size_t(0, database.warnings.size());
    TEST_ASSERT_EQUAL_size_t(4, database.nodes.size());
    TEST_ASSERT_EQUAL_STRING("a node", database.nodes[1].comment.c_str());
    TEST_ASSERT_EQUAL_size_t(3, database.messages.size());
    TEST_ASSERT_EQUAL_STRING("FILTER", database.find("One")->senders[0].c_str());
    TEST_ASSERT_EQUAL_size_t(2, database.find("One")->signals[0].receivers.size());
    TEST_ASSERT_EQUAL_STRING("CAT_", database.find("Two")->signals[0].receivers[0].c_str());
}

void a_skipped_statement_without_its_end_takes_nothing_with_it() {
    const Database database = dbc::load(
        "BU_: A\n"
        "SIG_GROUP_ 1 Group 1 : S\n"
        "BO_ 1 One: 8 A\n SG_ S : 0|8@1+ (1,0) [0|0] \"\" A\n"
        "EV_ Name: 0 [0|1] \"\" 0 1 DUMMY_NODE_VECTOR0 A\n"
        "BO_ 2 Two: 8 A\n",
        "f");
    TEST_ASSERT_EQUAL_size_t(2, database.messages.size());
    TEST_ASSERT_EQUAL_size_t(1, database.find("One")->signals.size());
    TEST_ASSERT_TRUE(warns(database, "f:3:1: ", "expected ';' before it"));
    TEST_ASSERT_TRUE(warns(database, "f:6:1: ", "expected ';' before it"));
}

/// Names that were cut to 32 letters: the long ones are given in the order of the signals.
void long_names_of_signals_with_one_short_name() {
    const std::string long_name = "BA_ \"SystemSignalLongSymbol\" SG_ 1 S ";
    const Database database = dbc::load(
        "BU_: A\nBO_ 1 One: 8 A\n"
        " SG_ S : 0|8@1+ (1,0) [0|0] \"\" A\n SG_ S : 8|8@1+ (1,0) [0|0] \"\" A\n" +
            long_name + "\"Long_first\";\n" + long_name + "\"Long_second\";\n",
        "f");
    TEST_ASSERT_EQUAL_STRING("Long_first", database.messages[0].signals[0].name.c_str());
    TEST_ASSERT_EQUAL_STRING("Long_second", database.messages[0].signals[1].name.c_str());
    TEST_ASSERT_EQUAL_size_t(0, database.warnings.size());
    // Those that exclude each other are one signal in several places.
    const Database pages = dbc::load(
        "BU_: A\nBO_ 1 One: 8 A\n SG_ M M : 0|8@1+ (1,0) [0|0] \"\" A\n"
        " SG_ S m0 : 8|8@1+ (1,0) [0|0] \"\" A\n SG_ S m1 : 16|8@1+ (1,0) [0|0] \"\" A\n" +
            long_name + "\"Long\";\n",
        "f");
    TEST_ASSERT_EQUAL_STRING("Long", pages.messages[0].signals[1].name.c_str());
    TEST_ASSERT_EQUAL_STRING("Long", pages.messages[0].signals[2].name.c_str());
}

/// One signal in several groups of a multiplexor, and a SG_MUL_VAL_ for each of them: it is about
/// the one whose own mark it contains.
void ranges_of_signals_with_one_name() {
    const std::string message =
        "BU_: A\nBO_ 1 One: 8 A\n SG_ Page M : 0|8@1+ (1,0) [0|0] \"\" A\n"
        " SG_ S m0 : 8|8@1+ (1,0) [0|0] \"\" A\n SG_ S m1 : 16|8@1+ (1,0) [0|0] \"\" A\n";
    const Database each =
        dbc::load(message + "SG_MUL_VAL_ 1 S Page 0-0, 7-8;\nSG_MUL_VAL_ 1 S Page 1-1;\n", "f");
    const std::vector<dbc::Signal>& signals = each.messages[0].signals;
    TEST_ASSERT_EQUAL_size_t(2, signals[1].present_for.size());
    TEST_ASSERT_EQUAL_UINT64(0, signals[1].present_for[0].high);
    TEST_ASSERT_EQUAL_UINT64(8, signals[1].present_for[1].high);
    TEST_ASSERT_EQUAL_size_t(1, signals[2].present_for.size());
    TEST_ASSERT_EQUAL_UINT64(1, signals[2].present_for[0].low);
    // One statement for both: each stays in its own group.
    const Database both = dbc::load(message + "SG_MUL_VAL_ 1 S Page 0-1;\n", "f");
    TEST_ASSERT_EQUAL_UINT64(0, both.messages[0].signals[1].present_for.at(0).high);
    TEST_ASSERT_EQUAL_UINT64(1, both.messages[0].signals[2].present_for.at(0).low);
}

/// Of a signed multiplexor -1 and -2, as editors write them.
void negative_values_of_a_multiplexor() {
    const Database database = dbc::load(
        "BO_ 1 One: 8 A\n SG_ Page M : 0|2@1- (1,0) [0|0] \"\" A\n"
        " SG_ Last m4294967295 : 8|8@1+ (1,0) [0|0] \"\" A\n"
        " SG_ Before m4294967294 : 8|8@1+ (1,0) [0|0] \"\" A\n"
        " SG_ First m1 : 8|8@1+ (1,0) [0|0] \"\" A\n"
        "BO_ 2 Two: 8 A\n SG_ Page M : 0|2@1+ (1,0) [0|0] \"\" A\n"
        " SG_ Never m4294967295 : 8|8@1+ (1,0) [0|0] \"\" A\n",
        "f");
    const std::vector<dbc::Signal>& signals = database.messages[0].signals;
    TEST_ASSERT_EQUAL_UINT64(3, signals[1].present_for.at(0).low);
    TEST_ASSERT_EQUAL_UINT64(2, signals[2].present_for.at(0).high);
    TEST_ASSERT_EQUAL_UINT64(1, signals[3].present_for.at(0).high);
    TEST_ASSERT_EQUAL_UINT64(4294967295, database.messages[1].signals[1].present_for.at(0).low);
}

/// Files of reverse engineers, written by hand and by scripts: no tool of the industry made them,
/// but everybody has them.
void slips_of_hand_written_files_are_read() {
    const Database database = dbc::load(
        "CM_ \"GENERATED\"\n\nCM_ \"imported\"\nBU_: A 4 _ 0 T\n"
        "BO_ 854 356: 8 4\n SG_ 12 : 0|8@1+ (1,0) [0|0] \"\" T,4\n"
        "BO_ 1178 2017_6: 8 XXX\n SG_ A : 0|8@1+ (1,0) [0|0] \"\" XXX\n"
        "CM_ SG_ 1178 \"no signal named\";\n"
        "CM_ VAL_ 1178 A 1 \"one\" ;\n"
        "VAL_ 854 12 3 \"three\" 1\n"
        "VAL_ 1178 B\n"
        "CM_ BO_ 854 \"last\";\n",
        "f");
    TEST_ASSERT_EQUAL_STRING("imported", database.comment.c_str());
    TEST_ASSERT_EQUAL_size_t(5, database.nodes.size());
    const dbc::Message& message = *database.find("356");
    TEST_ASSERT_EQUAL_STRING("4", message.senders.at(0).c_str());
    TEST_ASSERT_EQUAL_size_t(2, message.signals.at(0).receivers.size());
    TEST_ASSERT_EQUAL_UINT32(854, message.id);
    TEST_ASSERT_EQUAL_STRING("last", message.comment.c_str());
    TEST_ASSERT_EQUAL_STRING("12", message.signals.at(0).name.c_str());
    TEST_ASSERT_EQUAL_size_t(1, message.signals[0].value_names.size());
    const dbc::Message& other = *database.find("2017_6");
    TEST_ASSERT_EQUAL_STRING("no signal named", other.comment.c_str());
    TEST_ASSERT_EQUAL_STRING("one", other.signals.at(0).value_names.at(0).name.c_str());
    TEST_ASSERT_TRUE(warns(database, "f:3:1: ", "found 'CM_'; expected ';' before it"));
    TEST_ASSERT_TRUE(warns(database, "f:9:14: ", "expected the name of a signal"));
    TEST_ASSERT_TRUE(warns(database, "f:10:5: ", "found 'VAL_'; expected a comment"));
    TEST_ASSERT_TRUE(warns(database, "f:12:1: ", "expected ';'"));
    TEST_ASSERT_TRUE(warns(database, "f:13:1: ", "expected ';'"));
}

/// Editors write NS_ with a keyword on each line; people wrap it like a text.
void keywords_are_listed_in_lines_of_any_length() {
    const std::string list =
        "NS_ : NS_DESC_ CM_ BA_DEF_ BA_ VAL_\n CAT_DEF_ CAT_ FILTER BA_DEF_DEF_ EV_DATA_\n"
        " SIG_VALTYPE_ SIGTYPE_VALTYPE_ BO_TX_BU_ BA_DEF_REL_\n BA_DEF_DEF_REL_ BU_SG_REL_\n"
        " BU_EV_REL_ BU_BO_REL_ SG_MUL_VAL_\n";
    const std::string message = "BO_ 1 M: 8 A\n SG_ S : 0|8@1+ (1,0) [0|0] \"\" A\n";
    // The first statement behind it, whatever it is, is none of the list.
    for (const std::string first :
         {"BS_:\nBU_: A\n", "BU_: A\n", "CM_ BU_ A \"x\";\n", "BA_DEF_ BO_ \"x\" INT 0 1;\n",
          "VAL_TABLE_ T 1 \"x\" ;\n", "CM_ \"x\";\n", "BO_TX_BU_ 1 : A;\n", ""}) {
        const Database database = dbc::load(list + first + message, "f");
        TEST_ASSERT_EQUAL_size_t_MESSAGE(1, database.messages.size(), first.c_str());
        TEST_ASSERT_EQUAL_size_t(1, database.messages[0].signals.size());
    }
}

void comments_as_in_c_are_passed_over() {
    const Database database = dbc::load(
        "/* ---- the front axle ---- */\nBO_ 1 M: 8 A // one\n"
        " SG_ S : 0|8@1+ (1,0) [0|0] \"/* a unit */\" A\n/* SG_ T : 8|8@1+\n ** / */\n"
        "CM_ \"x\"; /**/\n",
        "f");
    TEST_ASSERT_EQUAL_size_t(1, database.messages.at(0).signals.size());
    TEST_ASSERT_EQUAL_STRING("/* a unit */", database.messages[0].signals[0].unit.c_str());
    TEST_ASSERT_EQUAL_STRING("x", database.comment.c_str());
}

void what_is_no_number_is_said() {
    const Database database =
        dbc::load("BO_ 1 Long: 64 X\n SG_ Serial : 0|65@1+ (0.5,0) [0|0] \"\" X\n", "f");
    TEST_ASSERT_TRUE(warns(database, "f:2:6: ", "Serial has 65 bits and a factor"));
    const Database whole =
        dbc::load("BO_ 1 Long: 64 X\n SG_ Serial : 0|65@1+ (1,0) [0|0] \"\" X\n", "f");
    TEST_ASSERT_EQUAL_size_t(0, whole.warnings.size());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(odd_files_are_read);
    RUN_TEST(overlaps_and_repetitions_are_said);
    RUN_TEST(habits_of_several_makers_are_read);
    RUN_TEST(nodes_named_like_statements_swallow_nothing);
    RUN_TEST(a_skipped_statement_without_its_end_takes_nothing_with_it);
    RUN_TEST(long_names_of_signals_with_one_short_name);
    RUN_TEST(ranges_of_signals_with_one_name);
    RUN_TEST(negative_values_of_a_multiplexor);
    RUN_TEST(slips_of_hand_written_files_are_read);
    RUN_TEST(keywords_are_listed_in_lines_of_any_length);
    RUN_TEST(comments_as_in_c_are_passed_over);
    RUN_TEST(what_is_no_number_is_said);
    return UNITY_END();
}
