// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/report.h"

#include <string>
#include <vector>

#include "board/ghostcar/report/race_table.h"
#include "tests/unit/board/well_formed.h"
#include "tests/unit/unity_cpp.h"

using ghostcar::board::report_html;
using ghostcar::rt_core::State;
using ghostcar::tests::is_well_formed;
using nlohmann::json;

void setUp() {}
void tearDown() {}

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

void assert_contains(const std::string& text, const std::string& part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, part.c_str());
}

void assert_lacks(const std::string& text, const std::string& part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) == std::string::npos, part.c_str());
}

/// A car that pulls away after 2 s of sim time (1 s of driving) and shifts 2→3 at 5 s.
std::vector<State> small_drive() {
    std::vector<State> states;
    State state;
    state.judge.kind = ghostcar::model::JudgeKind::bench;
    for (std::int64_t tick = 10; tick <= 8000; tick += 10) {
        state.tick = tick;
        state.session.phase =
            tick < 1000 ? ghostcar::rt_core::Phase::countdown : ghostcar::rt_core::Phase::running;
        state.judge.bench.running_ticks = tick < 1000 ? 0 : tick - 1000;
        state.world.car.speed_mps = tick < 2000 ? 0.0 : 0.002 * static_cast<double>(tick - 2000);
        state.world.car.gear = tick < 5300 ? 2 : 3;
        state.world.controls.accelerator = tick < 1500 ? 0.0 : 0.3;
        state.world.controls.clutch = tick < 2000 ? 0.61 : 0.0;
        if (state.world.car.speed_mps > 0.1 / 3.6 && state.judge.bench.motion_clutch < 0.0) {
            state.judge.bench.motion_clutch = 0.605;
        }
        if (tick == 5600) {
            state.judge.bench.shifts = 1;
            state.judge.bench.shift[0] = {2, 3, 4000, 4600, 6.0, 0.25};
        }
        states.push_back(state);
    }
    return states;
}

json small_result() {
    return {{"session", "robot-demo"}, {"outcome", "finished"},
            {"verdict", "passed"},     {"message", "every rule was kept"},
            {"score", nullptr},        {"state_hash", "0123456789abcdef"},
            {"vehicle", "focus"},      {"judge", {{"largest_speed_kph", 43.2}, {"stalls", 0.0}}}};
}

json small_timing() {
    return {{"wake_us", {{"p50", 12.0}, {"p99", 31.0}, {"max", 212.4}, {"count", 8000}}},
            {"tick_us", {{"p50", 4.0}, {"p99", 9.0}, {"max", 27.3}, {"count", 8000}}},
            {"overruns", 0},
            {"realtime", true},
            {"histogram",
             {{"wake", {{12, 7000}, {31, 999}, {212, 1}}}, {"tick", {{4, 7999}, {27, 1}}}}}};
}

/// Every outermost <svg>…</svg> of the page.
std::vector<std::string> drawings(const std::string& page) {
    std::vector<std::string> found;
    std::size_t at = page.find("<svg");
    while (at != std::string::npos) {
        std::size_t depth = 1;
        std::size_t end = at + 4;
        while (depth > 0) {
            const std::size_t open = page.find("<svg", end);
            const std::size_t close = page.find("</svg>", end);
            TEST_ASSERT_TRUE_MESSAGE(close != std::string::npos, "an <svg> is not closed");
            depth = open < close ? depth + 1 : depth - 1;
            end = (open < close ? open : close) + 4;
        }
        end += 2;
        found.push_back(page.substr(at, end - at));
        at = page.find("<svg", end);
    }
    return found;
}

void page_shows_verdict_and_facts() {
    const std::string page = report_html(small_result(), small_timing(), small_drive());
    assert_contains(page, "<h1>passed</h1>");
    assert_contains(page, "banner passed");
    for (const char* word : {"robot-demo", "focus", "0123456789abcdef", "every rule was kept",
                             "largest speed", "43.2\u00a0km/h", "Real time was granted"}) {
        assert_contains(page, word);
    }
}

void each_verdict_has_its_word_and_shape() {
    json result = small_result();
    result["verdict"] = "failed";
    assert_contains(report_html(result, {}, {}), "banner failed");
    assert_contains(report_html(result, {}, {}), "<h1>failed</h1>");
    result["verdict"] = "none";
    assert_contains(report_html(result, {}, {}), "<h1>no verdict</h1>");
    result["outcome"] = "invalid";
    assert_contains(report_html(result, {}, {}), "banner broken");
    assert_contains(report_html(result, {}, {}), "invalid</h1>");
    // A judge that saw nothing wrong does not make a broken run a passed one.
    result["verdict"] = "passed";
    assert_lacks(report_html(result, {}, {}), "banner passed");
    // What a class looks for first: the score, and which way is better.
    result["outcome"] = "finished";
    result["score"] = 80.38;
    assert_contains(report_html(result, {}, {}), "<h1>passed, score 80.38</h1>");
    assert_contains(report_html(result, {}, {}), "80.38 (less is better)");
}

void page_needs_nothing_else() {
    const std::string page = report_html(small_result(), small_timing(), small_drive());
    for (const char* outside : {"http", "src=", "href=", "@import", "url(", "//"}) {
        assert_lacks(page, outside);
    }
}

void names_cannot_become_markup() {
    json result = small_result();
    const std::string attack = "<script>alert(1)</script>\"'&";
    for (const char* key : {"session", "title", "vehicle", "message", "state_hash", "outcome",
                            "verdict", "started_at", "pace", "ghostcar_version"}) {
        result[key] = attack;
    }
    result["judge"] = {{attack, 1.0}, {"words", attack}};
    json timing = small_timing();
    timing["realtime"] = false;
    timing["pace"] = attack;
    timing["refused"] = {attack};
    timing["kernel"] = attack;
    timing["wake_us"]["p50"] = attack;
    const std::string page = report_html(result, timing, small_drive());
    TEST_ASSERT_EQUAL_UINT64(1, count_of(page, "<script>"));  // the page's own
    TEST_ASSERT_EQUAL_UINT64(1, count_of(page, "</script>"));
    assert_contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
    for (const std::string& drawing : drawings(page)) TEST_ASSERT_TRUE(is_well_formed(drawing));
}

void every_drawing_is_well_formed() {
    const std::string page = report_html(small_result(), small_timing(), small_drive());
    const auto all = drawings(page);
    // The badge, the drive, two of the throttle, the start-off, one shift, two histograms.
    TEST_ASSERT_EQUAL_UINT64(8, all.size());
    for (const std::string& drawing : all) TEST_ASSERT_TRUE(is_well_formed(drawing));
    // Negative control: the check sees what is broken.
    TEST_ASSERT_TRUE(is_well_formed("<svg a=\"1\"><g>x &amp; y</g><line/></svg>"));
    for (const char* broken :
         {"", "x", "<svg>", "<svg><line></svg>", "<svg a=\"<\"/>", "<svg a=1/>", "<svg>&</svg>",
          "<svg>&nbsp;</svg>", "<svg a=\"1\" a=\"2\"/>", "<svg/><svg/>", "</svg>"}) {
        TEST_ASSERT_FALSE_MESSAGE(is_well_formed(broken), broken);
    }
}

void pictures_of_the_paper_carry_their_numbers() {
    const std::string page = report_html(small_result(), small_timing(), small_drive());
    assert_contains(page, "clutch pedal at 60.5\u00a0%");
    assert_contains(page, "bite point 57\u201363\u00a0%");
    // 0.25 m/s; running tick 4000 is sim time 5 s.
    assert_contains(page,
                    "Shift 2\u21923: the speed changed by at most 0.90\u00a0km/h in 0.60\u00a0s.");
    assert_contains(page, "2\u21923</text>");
}

void limits_of_the_session_are_drawn() {
    json result = small_result();
    result["limits"] = {{"motion_clutch_low", 0.4},
                        {"motion_clutch_high", 0.5},
                        {"shift_speed_change_kph", 3.5},
                        {"bite_point", 0.45}};
    const std::string page = report_html(result, small_timing(), small_drive());
    assert_contains(page, "bite point 40\u201350\u00a0%");
    assert_contains(page, "\u00b13.5");
    assert_contains(page, "(45\u00a0%)");
}

void without_recording_one_sentence_stands_for_the_plots() {
    const std::string page = report_html(small_result(), small_timing(), {});
    assert_contains(page, "Recording was off");
    assert_lacks(page, "Start-off");
    TEST_ASSERT_EQUAL_UINT64(3, drawings(page).size());  // badge and histograms
}

void car_that_never_moved_has_no_start_off() {
    std::vector<State> states(1);
    states.back().judge.kind = ghostcar::model::JudgeKind::bench;
    const std::string page = report_html(small_result(), small_timing(), states);
    assert_contains(page, "The car never moved");
    assert_contains(page, "No shift was completed");
    for (const std::string& drawing : drawings(page)) {
        TEST_ASSERT_TRUE(is_well_formed(drawing));
        assert_lacks(drawing, "nan");
        assert_lacks(drawing, "inf");
    }
}

/// The judges share one room: numbers of a parking are no shifts and no start of the bench.
void another_judges_numbers_are_not_the_benchs() {
    std::vector<State> states = small_drive();
    assert_contains(report_html(small_result(), {}, states), "moves off");
    for (State& state : states) state.judge.kind = ghostcar::model::JudgeKind::park;
    const std::string page = report_html(small_result(), {}, states);
    assert_lacks(page, "moves off");
    assert_lacks(page, "2\u21923");
    assert_lacks(page, "never moved");  // nobody has looked
    assert_lacks(page, "No shift was completed");
}

void who_decides_inside_the_tick_has_no_figures_of_a_controller() {
    json result = small_result();
    result["controller"] = {{"periods", 45'000}, {"missed", 0}};
    assert_lacks(report_html(result, {}, small_drive()), "45000");
    result["controller"]["kind"] = "library";
    assert_contains(report_html(result, {}, small_drive()), "45000");
}

void empty_or_strange_json_still_gives_a_page() {
    for (const json& strange :
         {json(), json::object(), json::array(), json("text"), json(3),
          json{{"judge", 3},
               {"controller", "x"},
               {"verdict", 7},
               {"wake_us", json::array()},
               {"histogram", {{"wake", "x"}}},
               {"refused", 1},
               {"realtime", false},
               {"limits", 1}},
          json{{"histogram", {{"wake", {{1}, {"a", 2}, {1, -2}, {-1, 2}}}}}}}) {
        const std::string page = report_html(strange, strange, small_drive());
        assert_contains(page, "</html>");
        assert_contains(page, "nothing was measured");
    }
}

void refused_real_time_is_said_with_its_reasons() {
    json timing = small_timing();
    timing["realtime"] = false;
    timing["refused"] = {"SCHED_FIFO: not permitted", "mlockall: limit too small"};
    const std::string page = report_html(small_result(), timing, {});
    assert_contains(page, "Not real-time.");
    assert_contains(page, "<li>SCHED_FIFO: not permitted</li><li>mlockall: limit too small</li>");
    assert_lacks(page, "Real time was granted");
}

void percentiles_of_nothing_are_not_shown() {
    json timing = small_timing();
    assert_contains(report_html(small_result(), timing, {}), ">Microseconds<");
    timing["wake_us"] = timing["tick_us"] = {{"p50", 0.0}, {"max", 0.0}, {"count", 0}};
    assert_lacks(report_html(small_result(), timing, {}), ">Microseconds<");
}

void lists_in_the_judges_object_get_their_rows() {
    json result = small_result();
    result["judge"] = {{"shifts", {{{"time_s", 0.75}}, {{"time_s", 0.5}}}}};
    const std::string page = report_html(result, {}, {});
    assert_contains(page, "<th scope=\"row\">shifts 1 time</th><td>0.75\u00a0s</td>");
    assert_contains(page, "<th scope=\"row\">shifts 2 time</th><td>0.5\u00a0s</td>");
}

void a_long_drive_stays_a_small_page() {
    std::vector<State> states;
    State state;
    for (std::int64_t sample = 1; sample <= 360'000; ++sample) {  // an hour
        state.tick = sample * 10;
        state.world.car.speed_mps = static_cast<double>(sample % 7);
        states.push_back(state);
    }
    const std::string page = report_html(small_result(), small_timing(), states);
    TEST_ASSERT_TRUE(page.size() < 1'000'000);
}

void a_race_lists_its_cars_by_place() {
    const json result = {
        {"kind", "race"},
        {"cars",
         {{{"vehicle", "Slow <car>"}, {"place", 2}, {"score", 99.5}, {"message", "finished"}},
          {{"vehicle", "Broken"},
           {"place", nullptr},
           {"score", nullptr},
           {"message", "it crashed"}},
          // Hit another car after its finish: that is not what its score is made of.
          {{"vehicle", "Quick"},
           {"place", 1},
           {"score", 88.5},
           {"message", "finished"},
           {"damage", 7654.0},
           {"judge", {{"finish_time_s", 88.0}, {"damage", 5.0}}}}}}};
    TEST_ASSERT_TRUE(is_well_formed(ghostcar::board::race_section(result)));
    const std::string page = report_html(result, json::object(), {}, {}, {});
    const std::size_t quick = page.find("car 3, Quick");
    const std::size_t slow = page.find("car 1, Slow &lt;car&gt;");
    const std::size_t broken = page.find("car 2, Broken");
    TEST_ASSERT_TRUE(quick < slow && slow < broken && broken != std::string::npos);
    assert_contains(page, "it crashed");
    assert_contains(page, "<td>88\u00a0s</td><td>5</td>");
    assert_lacks(page, "7654");
    assert_lacks(
        report_html({{"kind", "drive"}, {"cars", result["cars"]}}, json::object(), {}, {}, {}),
        "The race");
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(page_shows_verdict_and_facts);
    RUN_TEST(each_verdict_has_its_word_and_shape);
    RUN_TEST(page_needs_nothing_else);
    RUN_TEST(names_cannot_become_markup);
    RUN_TEST(every_drawing_is_well_formed);
    RUN_TEST(pictures_of_the_paper_carry_their_numbers);
    RUN_TEST(limits_of_the_session_are_drawn);
    RUN_TEST(without_recording_one_sentence_stands_for_the_plots);
    RUN_TEST(car_that_never_moved_has_no_start_off);
    RUN_TEST(another_judges_numbers_are_not_the_benchs);
    RUN_TEST(who_decides_inside_the_tick_has_no_figures_of_a_controller);
    RUN_TEST(empty_or_strange_json_still_gives_a_page);
    RUN_TEST(refused_real_time_is_said_with_its_reasons);
    RUN_TEST(percentiles_of_nothing_are_not_shown);
    RUN_TEST(lists_in_the_judges_object_get_their_rows);
    RUN_TEST(a_long_drive_stays_a_small_page);
    RUN_TEST(a_race_lists_its_cars_by_place);
    return UNITY_END();
}
