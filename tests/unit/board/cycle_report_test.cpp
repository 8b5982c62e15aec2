// SPDX-License-Identifier: Apache-2.0
// The pages and the live picture of a drive along a cycle: well-formed, complete, and nothing is
// taken for markup.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "board/ghostcar/cycle/driver_aid.h"
#include "board/ghostcar/report/compare.h"
#include "board/ghostcar/report/cycle_figures.h"
#include "board/ghostcar/report/report.h"
#include "tests/unit/board/well_formed.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::board;
using nlohmann::json;
using tests::is_well_formed;

void setUp() {}
void tearDown() {}

namespace {

void assert_contains(const std::string& text, const std::string& part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, part.c_str());
}

/// Everything that is written for the run; style and script around it are fixed.
bool content_is_well_formed(const std::string& page) {
    const std::size_t begin = page.find("<main>");
    const std::size_t end = page.find("</main>") + 7;
    return is_well_formed(page.substr(begin, end - begin));
}

/// 20 s: stands, pulls away with the clutch at 0.6, shifts twice.
CycleTrace small_trace() {
    CycleTrace trace;
    for (int i = 0; i <= 1000; ++i) {
        const double t_s = 0.02 * i;
        const double kph = t_s < 2.0 ? 0.0 : 3.0 * (t_s - 2.0);
        const bool shifting = (t_s > 8.0 && t_s < 8.5) || (t_s > 14.0 && t_s < 14.5);
        const double gear = t_s < 8.2 ? 1.0 : t_s < 14.2 ? 2.0 : 3.0;
        trace.push_back({t_s, kph, kph + 0.1, kph - 2.0, kph + 2.0, shifting ? 0.0 : 0.3, 0.0,
                         shifting ? 1.0 : (t_s < 3.0 ? 0.6 : 0.0), gear, 1000.0 + 50.0 * kph});
    }
    return trace;
}

json small_result() {
    const json indices{{"er_pct", 0.1},   {"dr_pct", nullptr}, {"eer_pct", 0.1}, {"ascr_pct", 1.0},
                       {"iwr_pct", -3.0}, {"rmsse_kph", 0.5},  {"excursions", 1}};
    json judge = indices;
    judge.update({{"method", "a <method>"},
                  {"full_accelerator_s", 2.0},
                  {"as_driven", indices},
                  {"longest_excursion_s", 1.2},
                  {"total_excursion_s", 1.2},
                  {"tolerance_kph", 2.0},
                  {"phases", {indices, indices}},
                  {"accelerator", {{"presses", 7}}},
                  {"excursion_list",
                   {{{"from_s", 5.0},
                     {"duration_s", 1.2},
                     {"worst_kph", -2.5},
                     {"cause", "gear change"},
                     {"counts", true}},
                    {{"from_s", 9.0},
                     {"duration_s", 0.2},
                     {"worst_kph", 1.0},
                     {"cause", "full accelerator"},
                     {"counts", false}}}}});
    judge["phases"][0]["name"] = "urban & slow";
    judge["phases"][0]["from_s"] = 0.0;
    judge["phases"][1]["name"] = "fast";
    judge["phases"][1]["from_s"] = 10.0;
    return {{"session", "cycle-x"},
            {"kind", "cycle"},
            {"outcome", "finished"},
            {"verdict", "failed"},
            {"judge", judge},
            {"learned",
             {{"from", "a <file>"},
              {"touch_pedal", 0.6},
              {"idle_rpm", 750.0},
              {"accelerators", {0.0, 0.5}},
              {"pull_mps2", {{-1.0, 2.0}, {-1.0, 2.5}}},
              {"clutch_mps2", {0.0, 0.5}},
              {"brake_mps2", {0.0, 0.1}}}},
            {"wires",
             {{"staged", {{{"signal", "brake"}, {"kind", "drift"}, {"amount", "3 %"}}}},
              {"reports", {{{"signal", "clutch"}, {"trouble", "stuck"}}}}}}};
}

void the_page_shows_everything() {
    const std::string page = report_html(small_result(), json::object(), {}, {}, small_trace());
    TEST_ASSERT_TRUE(content_is_well_formed(page));
    for (const char* words :
         {"inertial work rating", "missed", "nothing replaced", "urban &amp; slow", "gear change",
          "no: full accelerator", "class=\"excursion\"", "class=\"excused\"", "a &lt;method&gt;",
          "a &lt;file&gt;", "the first start-off", "Shift 1\u21922", "Shift 2\u21923", "Figure 12",
          "drift", "stuck", "the speed left the tolerance", "plot live zoom", "not defined"})
        assert_contains(page, words);
}

void a_drive_that_never_began_has_a_page() {
    json result = small_result();
    result["judge"] = json::object();
    result.erase("learned");
    result.erase("wires");
    const std::string page = report_html(result, json::object(), {}, {}, CycleTrace{});
    TEST_ASSERT_TRUE(content_is_well_formed(page));
    assert_contains(page, "nothing was judged");
    assert_contains(page, "nothing to plot");
}

void long_drives_are_printed_in_strips() {
    CycleTrace trace;
    for (int i = 0; i <= 9000; ++i) {
        CycleMoment moment;
        moment.t_s = 0.1 * i;
        trace.push_back(moment);
    }
    const std::string text = cycle_figure(small_result(), trace);
    assert_contains(text, "600 to 900");
    TEST_ASSERT_TRUE(cycle_figure(small_result(), small_trace()).find("print-only") ==
                     std::string::npos);
}

void two_runs_side_by_side() {
    const ComparedRun one{"one & only", small_result(), small_trace(), true};
    ComparedRun other{"other", small_result(), small_trace(), true};
    other.result["judge"]["iwr_pct"] = 1.0;
    const std::string page = compare_html(one, other);
    TEST_ASSERT_TRUE(content_is_well_formed(page));
    for (const char* words : {"one &amp; only", "Speed error", "difference", "accelerator presses"})
        assert_contains(page, words);
    other.has_target = false;  // a drive without a cycle
    TEST_ASSERT_TRUE(compare_html(one, other).find("Speed error") == std::string::npos);
    other.trace.clear();
    assert_contains(compare_html(one, other), "nothing to plot");
}

void states_are_a_trace_too() {
    States states(1);
    states[0].tick = 1500;
    states[0].world.car.speed_mps = 10.0;
    states[0].world.controls.brake = 0.2;
    const CycleTrace trace = trace_of(states);
    TEST_ASSERT_EQUAL_DOUBLE(1.5, trace[0].t_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 36.0, trace[0].v_kph);
    TEST_ASSERT_EQUAL_DOUBLE(0.2, trace[0].brake);
}

void traces_are_read_strictly() {
    const std::string head =
        "t_s,v_kph,target_kph,low_kph,high_kph,accelerator,brake,clutch,gear,engine_rpm\n";
    const CycleTrace trace = read_cycle_trace(head + "0.02,1,2,3,4,5,6,7,8,9\n", "trace.csv");
    TEST_ASSERT_EQUAL_UINT(1, trace.size());
    TEST_ASSERT_EQUAL_DOUBLE(9.0, trace[0].engine_rpm);
    bool refused = false;
    try {
        static_cast<void>(read_cycle_trace("t_s,v_kph\n0,0\n", "trace.csv"));
    } catch (const model::ConfigError&) {
        refused = true;
    }
    TEST_ASSERT_TRUE(refused);
}

/// However the points lie, the broken line is nowhere farther from them than it may be.
void simplified_lines_stay_close() {
    std::vector<PlotPoint> points;
    double y = 0.0;
    std::uint32_t random = 1;
    for (int i = 0; i < 5000; ++i) {
        random = random * 1664525U + 1013904223U;
        y += (static_cast<double>(random >> 8U) / 8388608.0 - 1.0) * (i % 1000 < 500 ? 0.01 : 1.0);
        points.push_back({0.02 * i, y});
    }
    for (const double tolerance : {0.0, 0.01, 0.5, 5.0}) {
        const std::vector<PlotPoint> kept = simplified(points, tolerance);
        TEST_ASSERT_TRUE(kept.size() <= points.size());
        if (tolerance >= 0.5) TEST_ASSERT_TRUE(kept.size() < points.size() / 2);
        std::size_t segment = 0;
        for (const PlotPoint& point : points) {
            while (segment + 2 < kept.size() && kept[segment + 1].x < point.x) ++segment;
            const PlotPoint& from = kept[segment];
            const PlotPoint& to = kept[segment + 1];
            const double line = from.y + (to.y - from.y) * (point.x - from.x) / (to.x - from.x);
            TEST_ASSERT_DOUBLE_WITHIN(tolerance + 1e-9, line, point.y);
        }
    }
    TEST_ASSERT_EQUAL_UINT(0, simplified({}, 1.0).size());
    TEST_ASSERT_EQUAL_UINT(1, simplified({{0.0, 1.0}}, 1.0).size());
}

std::shared_ptr<const model::DriveCycle> ramp() {
    std::vector<model::CycleSample> samples(3);
    samples[1].t_s = 10.0;
    samples[2].t_s = 40.0;
    samples[2].v_kph = 60.0;
    return std::make_shared<const model::DriveCycle>("ramp", model::CycleRemarks{}, samples);
}

void the_aid_scrolls() {
    model::PlanEntry ready;
    ready.coupling = model::Coupling::ready;
    model::PlanEntry second;
    second.from_tick = 20'000;
    second.gear = 2;
    second.coupling = model::Coupling::drive;
    DriverAid aid(ramp(), {2.0, 1.0}, {ready, second});
    rt_core::State state;
    state.judge.kind = model::JudgeKind::cycle;
    state.judge.cycle = {};
    state.judge.cycle.cycle_tick = 15'000;
    state.judge.cycle.target_kph = 10.0;
    state.world.car.speed_mps = 10.0 / 3.6;
    const std::string text = aid.text(state);
    for (const char* part :
         {"◆", "─", "░", "1, clutch down", "then 2 in 5.0 s", "inside", "15.0 of"})
        assert_contains(text, part);
    TEST_ASSERT_EQUAL_INT(14, static_cast<int>(std::count(text.begin(), text.end(), '\n')));
    TEST_ASSERT_TRUE(text.find("●") == std::string::npos);
    state.judge.cycle.cycle_tick = 16'000;
    state.judge.cycle.outside = 1;
    const std::string later = aid.text(state);
    assert_contains(later, "●");  // where the car was
    assert_contains(later, "OUTSIDE");
    // Before the cycle, and after a reset.
    state.judge.cycle.cycle_tick = -3'000;
    const std::string before = aid.text(state);
    assert_contains(before, "get ready");
    TEST_ASSERT_TRUE(before.find("●") == std::string::npos);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_page_shows_everything);
    RUN_TEST(a_drive_that_never_began_has_a_page);
    RUN_TEST(long_drives_are_printed_in_strips);
    RUN_TEST(two_runs_side_by_side);
    RUN_TEST(states_are_a_trace_too);
    RUN_TEST(traces_are_read_strictly);
    RUN_TEST(simplified_lines_stay_close);
    RUN_TEST(the_aid_scrolls);
    return UNITY_END();
}
