// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/championship.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "board/ghostcar/race/session_settings.h"
#include "model/config/config_error.h"
#include "tests/unit/race/scratch_folder.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;
using ghostcar::model::ConfigError;
using ghostcar::tests::ScratchFolder;

void setUp() {}
void tearDown() {}

namespace {

const std::string small = R"([championship]
name = "Small"

[[participant]]
name = "Ada"
vehicle = "bmw-320i"

[[participant]]
name = "Ben"

[[event]]
session = "cruise-1"
kind = "qualifying"
)";

Championship read(const std::string& text) {
    return Championship::from_source({"small.toml", text});
}

/// The line a user reads.
std::string mistake(const std::string& text) {
    try {
        [[maybe_unused]] const Championship championship = read(text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "no mistake";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

/// `small`, with a car for everybody, together.
const std::string race_for_two = replaced(
    replaced(small, "\"Ben\"", "\"Ben\"\nvehicle = \"city-car\""),
    "session = \"cruise-1\"\nkind = \"qualifying\"", "session = \"race\"\nkind = \"race\"");

void assert_begins(const std::string& text, const std::string& begin) {
    TEST_ASSERT_TRUE_MESSAGE(text.starts_with(begin), text.c_str());
}

void what_is_not_written_has_an_obvious_meaning() {
    const Championship championship = read(small);
    TEST_ASSERT_EQUAL_size_t(2, championship.participants.size());
    TEST_ASSERT_EQUAL_STRING("bmw-320i", championship.participants[0].vehicle_file.c_str());
    TEST_ASSERT_TRUE(championship.participants[1].vehicle.empty());
    const Event& event = championship.events.front();
    TEST_ASSERT_EQUAL_STRING("cruise-1", event.name.c_str());
    TEST_ASSERT_TRUE(event.kind == EventKind::qualifying);
    TEST_ASSERT_TRUE(event.order == StartingOrder::drivers);
    TEST_ASSERT_EQUAL_UINT64(1, event.seed);
    TEST_ASSERT_EQUAL_INT64(0, event.restarts);
    TEST_ASSERT_TRUE(event.settings.empty());
    TEST_ASSERT_EQUAL_INT64(25, championship.points.front());
}

void all_of_an_event() {
    const Championship championship = read(small +
                                           "name = \"Icy\"\norder = \"reversed\"\nseed = 4\n"
                                           "restarts = 2\nlargest_damage = 50\ntime_limit_s = 9.5\n"
                                           "[event.set]\nenvironment.weather = \"ice\"\n");
    const Event& event = championship.events.front();
    TEST_ASSERT_EQUAL_STRING("Icy", event.name.c_str());
    TEST_ASSERT_TRUE(event.order == StartingOrder::reversed);
    TEST_ASSERT_EQUAL_UINT64(4, event.seed);
    TEST_ASSERT_EQUAL_INT64(2, event.restarts);
    TEST_ASSERT_EQUAL_DOUBLE(9.5, event.time_limit_s);
    TEST_ASSERT_EQUAL_size_t(2, event.settings.size());
    TEST_ASSERT_EQUAL_STRING("environment={weather = \"ice\"}", event.settings[1].c_str());
}

void a_track_of_ones_own() {
    const Event event = read(small + "track = \"club\"\n").events.front();
    TEST_ASSERT_EQUAL_size_t(1, event.settings.size());
    TEST_ASSERT_EQUAL_STRING("session.track=\"club\"", event.settings[0].c_str());
    assert_begins(mistake(small + "track = \"clubb\"\n"),
                  "small.toml:14: event[0].track: cannot be used; there is no track \"clubb\"");
}

/// Nearer rows, and everybody in the middle of his lane.
void a_grid_of_ones_own() {
    const Championship championship =
        read(replaced(race_for_two, "kind = \"race\"",
                      "kind = \"race\"\ngrid = {row_spacing_m = 8.0, side_offset_m = 2.0}"));
    const Settings grid = grid_settings(championship.participants, {0, 1}, championship.events[0]);
    TEST_ASSERT_EQUAL_STRING(
        "car=[{vehicle = \"bmw-320i\", along_m = 8, offset_m = 2, speed_kph = 0, driver = "
        "\"line-follower\", target_offset_m = 2}, {vehicle = \"city-car\", along_m = 0, offset_m "
        "= -2, speed_kph = 0, driver = \"line-follower\", target_offset_m = -2}]",
        grid.front().c_str());
}

void a_practice_and_a_priority() {
    const Championship championship =
        read(replaced(replaced(small, "\"qualifying\"", "\"practice\"\nrestarts = 1"), "\"Small\"",
                      "\"Small\"\npriority = 7"));
    TEST_ASSERT_TRUE(championship.events[0].kind == EventKind::practice);
    TEST_ASSERT_EQUAL_INT64(1, championship.events[0].restarts);
    TEST_ASSERT_EQUAL_INT64(7, championship.priority);
    TEST_ASSERT_EQUAL_INT64(100, read(small).priority);
}

void mistakes_name_file_line_key_and_remedy() {
    const struct {
        std::string text;
        const char* line;
    } cases[] = {
        {"", "small.toml:1: championship: missing; add it"},
        {"[championship", "small.toml:1: not TOML"},
        {replaced(small, "name = \"Small\"", "nam = \"Small\""),
         "small.toml:2: championship.name: missing; rename \"nam\" to \"name\""},
        {replaced(small, "\"Small\"", "\"Small\"\ncolour = \"red\""),
         "small.toml:3: championship.colour: unknown key; "},
        {replaced(small, "\"Small\"", "\"Small\"\npoints = [3, 5]"),
         "small.toml:3: championship.points: found more points for a later place; "},
        {replaced(small, "\"Small\"", "\"Small\"\npoints = [3.5]"),
         "small.toml:3: championship.points: found a fraction; write whole numbers"},
        {replaced(small, "\"Ada\"", "\"\""),
         "small.toml:5: participant[0].name: found \"\"; write "},
        {replaced(small, "\"Ada\"", "\"=1+2\""),
         "small.toml:5: participant[0].name: found \"=1+2\""},
        {replaced(small, "\"Ada\"", "\"a\\tb\""), "small.toml:5: participant[0].name: found "},
        {replaced(small, "\"Ada\"", "\"Ben\""),
         "small.toml:4: participant: \"Ben\" is there twice"},
        {replaced(small, "\"bmw-320i\"", "\"bmw-320\""),
         "small.toml:6: participant[0].vehicle: cannot be used; there is no vehicle \"bmw-320\"; "
         "did "
         "you mean \"bmw-320i\"?"},
        {replaced(small, "\"cruise-1\"", "\"cruise-l\""),
         "small.toml:12: event[0].session: cannot be used; there is no session \"cruise-l\""},
        {replaced(small, "\"qualifying\"", "\"quali\""),
         "small.toml:13: event[0].kind: \"quali\" is not one of \"qualifying\", \"race\""},
        {replaced(small, "\"qualifying\"", "\"race\""),
         "small.toml:13: event[0].kind: a session of kind \"cruise\" is for one at a time; write"},
        {replaced(replaced(small, "\"qualifying\"", "\"race\""), "\"cruise-1\"", "\"race\""),
         "small.toml:4: participant: \"Ben\" has no vehicle for the race \"race\"; write one"},
        {replaced(small, "\"cruise-1\"", "\"race\""),
         "small.toml:13: event[0].kind: a session of kind \"race\" is for all together; write"},
        {replaced(replaced(small, "\"qualifying\"", "\"race\"\nrestarts = 1"), "\"cruise-1\"",
                  "\"race\""),
         "small.toml:14: event[0].restarts: found some for a race; remove it"},
        {replaced(small, "\"bmw-320i\"", "\"bmw-320i\"\ncontroller = \"line-kepper\""),
         "small.toml:7: participant[0].controller: there is no built-in controller "
         "\"line-kepper\"; "},
        {replaced(small, "\"bmw-320i\"", "\"bmw-320i\"\ncontroller = {kind = \"keyboard\"}"),
         "small.toml:7: participant[0].controller: found a keyboard; "},
        {replaced(small, "\"bmw-320i\"", "\"bmw-320i\"\ncontroller = {libary = \"a.so\"}"),
         "small.toml:7: participant[0].controller.kind: missing; "},
        {replaced(small, "\"bmw-320i\"", "\"bmw-320i\"\ncontroller_for = {folow = \"follower\"}"),
         "small.toml:7: participant[0].controller_for.folow: no session with a score is of this "
         "kind; "
         "write \"cruise\", \"follow\", "},
        {small + "restarts = -1\n",
         "small.toml:14: event[0].restarts: found -1; must be between 0"},
        {small + "grid = {row_spacing_m = 10.0}\n",
         "small.toml:14: event[0].grid: found one, but everybody starts alone; remove it"},
        {replaced(race_for_two, "kind = \"race\"", "kind = \"race\"\ngrid = {row_m = 10.0}"),
         "small.toml:15: event[0].grid.row_m: unknown key; "},
        {replaced(race_for_two, "kind = \"race\"", "kind = \"race\"\ngrid = {row_spacing_m = 2.9}"),
         "small.toml:15: event[0].grid.row_spacing_m: found 2.9; must be between 3 and 100"},
        {replaced(race_for_two, "kind = \"race\"",
                  "kind = \"race\"\ngrid = {row_spacing_m = 3.0, side_offset_m = 0.0}"),
         "small.toml:12: event: the grid of \"race\" has no room for all; "},
        {replaced(replaced(small, "\"qualifying\"", "\"practice\""), "\"cruise-1\"", "\"race\""),
         "small.toml:13: event[0].kind: a session of kind \"race\" is for all together; write"},
        {replaced(small, "\"Small\"", "\"Small\"\npriority = -1"),
         "small.toml:3: championship.priority: found -1; must be between 0"},
        {small + "order = \"random\"\n", "small.toml:14: event[0].order: \"random\" is not one of"},
        {small + "[event.set]\nroad.largest_damag = 3\n",
         "small.toml:12: event[0].session: \"cruise-1\" cannot be driven so; --set "
         "road={largest_damag"},
        {small + "lap = 3\n", "small.toml:14: event[0].lap: unknown key; "},
        {replaced(small, "[[event]]", "[event]"),
         "small.toml:11: event: found a table; write tables"},
        {small + "[[event]]\nsession = \"cruise-1\"\nkind = \"qualifying\"\n",
         "small.toml:11: event: \"cruise-1\" is there twice; give each a name of its own"},
    };
    for (const auto& [text, line] : cases) {
        const std::string found = mistake(text);
        assert_begins(found, line);
        TEST_ASSERT_TRUE_MESSAGE(found.find('\n') == std::string::npos, found.c_str());
        TEST_ASSERT_TRUE_MESSAGE(found.find("; ") != std::string::npos, found.c_str());
    }
}

void controllers_are_written_in_two_ways() {
    const Championship championship = read(
        replaced(small, "\"bmw-320i\"",
                 "\"bmw-320i\"\ncontroller = {library = \"build/libmine.so\", memory_mb = 100}\n"
                 "controller_for = {cruise = \"line-keeper\"}"));
    const Participant& ada = championship.participants[0];
    TEST_ASSERT_EQUAL_STRING("build/libmine.so, cruise: line-keeper", ada.controller.c_str());
    const std::string library = (std::filesystem::current_path() / "build/libmine.so").string();
    TEST_ASSERT_EQUAL_STRING(("{library = \"" + library + "\", memory_mb = 100}").c_str(),
                             ada.controllers.at("").c_str());
    const Settings cruise = participant_settings(ada, championship.events[0]);
    TEST_ASSERT_EQUAL_size_t(2, cruise.size());
    TEST_ASSERT_EQUAL_STRING("car.0.vehicle=\"bmw-320i\"", cruise[0].c_str());
    TEST_ASSERT_EQUAL_STRING("controller={builtin = \"line-keeper\"}", cruise[1].c_str());
    Event other = championship.events[0];
    other.session_kind = "follow";
    other.controller_room = {"controller="};
    const Settings follow = participant_settings(ada, other);
    TEST_ASSERT_EQUAL_STRING("controller=", follow[1].c_str());
    TEST_ASSERT_TRUE(follow[2].find("libmine.so") != std::string::npos);
}

/// The first of the order stands in front; who has no controller is driven by the road's own.
void the_grid_has_everybodys_car_and_controller() {
    const Championship championship = read(replaced(
        replaced(replaced(small, "\"bmw-320i\"",
                          "\"bmw-320i\"\ncontroller = {library = \"/a/libada.so\"}\n"
                          "controller_for = {race = \"line-keeper\"}"),
                 "\"Ben\"", "\"Ben\"\nvehicle = \"city-car\""),
        "session = \"cruise-1\"\nkind = \"qualifying\"", "session = \"race\"\nkind = \"race\""));
    TEST_ASSERT_TRUE(championship.events[0].unfit.empty());
    const Settings grid = grid_settings(championship.participants, {1, 0}, championship.events[0]);
    TEST_ASSERT_EQUAL_size_t(1, grid.size());
    TEST_ASSERT_EQUAL_STRING(
        "car=[{vehicle = \"city-car\", along_m = 12, offset_m = 1.5, speed_kph = 0, driver = "
        "\"line-follower\", target_offset_m = 1.5}, {vehicle = \"bmw-320i\", along_m = 0, offset_m "
        "= -1.5, speed_kph = 0, controller = {builtin = \"line-keeper\"}}]",
        grid.front().c_str());
}

/// Nobody drives over the network among others: who wants to does not start, the others do.
void who_cannot_race_is_unfit() {
    const Championship championship = read(replaced(
        replaced(
            replaced(small, "\"bmw-320i\"",
                     "\"bmw-320i\"\ncontroller = {kind = \"udp\", listen = \"127.0.0.1:5502\"}"),
            "\"Ben\"", "\"Ben\"\nvehicle = \"city-car\""),
        "session = \"cruise-1\"\nkind = \"qualifying\"", "session = \"race\"\nkind = \"race\""));
    const auto& unfit = championship.events[0].unfit;
    TEST_ASSERT_EQUAL_size_t(1, unfit.size());
    TEST_ASSERT_TRUE(unfit.at(0).find("nobody drives over UDP or by hand") != std::string::npos);
}

/// Nobody could have a place there: that is better said before all others have driven.
void a_session_without_a_score_is_refused() {
    for (const auto& [session, kind] :
         {std::pair("robot-demo", "bench"), std::pair("cycle-ece15", "cycle"),
          std::pair("pack-1", "drive")})
        assert_begins(mistake(replaced(small, "cruise-1", session)),
                      "small.toml:12: event[0].session: a session of kind \"" + std::string(kind) +
                          "\" has no score; name one of kind \"cruise\", \"follow\"");
}

void laps_and_distances_take_each_others_place() {
    const auto settings = [](const std::string& line) {
        return read(small + line).events.front().settings;
    };
    TEST_ASSERT_TRUE(settings("laps = 3\n") == Settings{"cruise.laps=3"});
    TEST_ASSERT_TRUE(settings("distance_m = 1500.5\n") ==
                     (Settings{"cruise.laps=", "cruise.distance_m=1500.5"}));
}

void files_beside_the_championship_are_found() {
    const ScratchFolder folder;
    const std::string data = std::string(std::getenv("GHOSTCAR_TOP")) + "/model/data/";
    std::filesystem::copy(data + "vehicles/bmw-320i.toml", folder.path() / "mine.toml");
    std::filesystem::copy(data + "sessions/cruise-2.toml", folder.path() / "drive.toml");
    const std::string text = replaced(replaced(small, "\"bmw-320i\"", "\"mine.toml\""),
                                      "\"cruise-1\"", "\"drive.toml\"");
    const Championship championship =
        Championship::from_source({(folder.path() / "small.toml").string(), text});
    TEST_ASSERT_EQUAL_STRING("mine.toml", championship.participants[0].vehicle.c_str());
    TEST_ASSERT_EQUAL_STRING((folder.path() / "mine.toml").c_str(),
                             championship.participants[0].vehicle_file.c_str());
    TEST_ASSERT_EQUAL_STRING((folder.path() / "drive.toml").c_str(),
                             championship.events[0].session_file.c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_is_not_written_has_an_obvious_meaning);
    RUN_TEST(all_of_an_event);
    RUN_TEST(a_track_of_ones_own);
    RUN_TEST(a_grid_of_ones_own);
    RUN_TEST(a_practice_and_a_priority);
    RUN_TEST(mistakes_name_file_line_key_and_remedy);
    RUN_TEST(controllers_are_written_in_two_ways);
    RUN_TEST(the_grid_has_everybodys_car_and_controller);
    RUN_TEST(who_cannot_race_is_unfit);
    RUN_TEST(a_session_without_a_score_is_refused);
    RUN_TEST(laps_and_distances_take_each_others_place);
    RUN_TEST(files_beside_the_championship_are_found);
    return UNITY_END();
}
