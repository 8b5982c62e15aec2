// SPDX-License-Identifier: Apache-2.0
// The pictures of the tracks: those in the docs are what the program draws.
#include "board/ghostcar/track/track_picture.h"

#include <cmath>
#include <string>

#include "board/ghostcar/track/plan_crossings.h"
#include "board/ghostcar/track/track_facts.h"
#include "tests/unit/board/well_formed.h"
#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;
using ghostcar::model::Track;
using ghostcar::tests::circuits;
using ghostcar::tests::plain_road;
using ghostcar::tests::track_from;

namespace {

std::string file_text(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void the_docs_show_what_is_drawn() {
    std::vector<std::string> names(circuits.begin(), circuits.end());
    names.emplace_back("car-park");
    for (const std::string& name : names) {
        const Track track = ghostcar::tests::load_track(name);
        const std::string committed = file_text("docs/figures/track-" + name + ".svg");
        TEST_ASSERT_TRUE_MESSAGE(
            committed == track_picture(track),
            (name + ": draw it again with `ghostcar list tracks --svg docs/figures`").c_str());
    }
}

void pictures_are_well_formed() {
    for (const char* name : circuits) {
        const std::string picture = track_picture(ghostcar::tests::load_track(name));
        TEST_ASSERT_TRUE(ghostcar::tests::is_well_formed(picture));
    }
}

void odd_roads_are_drawn_too() {
    // A straight has no height in the plan and no radius.
    const Track straight =
        track_from(plain_road(false) + "segment = [{kind = \"line\", length_m = 100}]");
    TEST_ASSERT_FALSE(std::isfinite(facts_of(straight).smallest_radius_m));
    const std::string picture = track_picture(straight);
    TEST_ASSERT_TRUE(picture.find("nan") == std::string::npos);
    TEST_ASSERT_TRUE(picture.find("inf") == std::string::npos);
    TEST_ASSERT_TRUE(ghostcar::tests::is_well_formed(picture));
}

void only_the_figure_of_eight_crosses_itself() {
    for (const char* name : circuits) {
        const std::size_t expected = std::string(name) == "figure-eight" ? 1 : 0;
        TEST_ASSERT_EQUAL_INT(
            static_cast<int>(expected),
            static_cast<int>(crossings_of(ghostcar::tests::load_track(name)).size()));
    }
}

void facts_are_those_of_the_file() {
    const TrackFacts facts = facts_of(ghostcar::tests::load_track("mountain"));
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 4910.0, facts.length_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 14.0, facts.smallest_radius_m);
    TEST_ASSERT_TRUE(facts.steepest_grade > 0.08 && facts.steepest_grade < 0.10);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 8.5, facts.narrowest_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 9.5, facts.widest_m);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_docs_show_what_is_drawn);
    RUN_TEST(pictures_are_well_formed);
    RUN_TEST(odd_roads_are_drawn_too);
    RUN_TEST(only_the_figure_of_eight_crosses_itself);
    RUN_TEST(facts_are_those_of_the_file);
    return UNITY_END();
}
