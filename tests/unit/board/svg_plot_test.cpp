// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/svg_plot.h"

#include <cmath>
#include <limits>
#include <string>

#include "board/ghostcar/report/figure_label.h"
#include "board/ghostcar/report/text.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;

void setUp() {}
void tearDown() {}

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

void assert_text(const char* expected, const std::string& actual) {
    TEST_ASSERT_EQUAL_STRING(expected, actual.c_str());
}

void text_is_escaped_and_free_of_control_characters() {
    assert_text("&lt;script&gt;&amp;&quot;&#39;\n\tµ", escaped("<script>&\"'\n\tµ\x01\x1b"));
    assert_text("", escaped(""));
}

void numbers_read_well() {
    assert_text("0", number_text(-0.0001, 0));
    assert_text("\u22121.5", number_text(-1.5, 1));
    assert_text("9999", number_text(9999.0, 0));
    assert_text("10\u202f000", number_text(10000.0, 0));
    assert_text("1\u202f234\u202f567.89", number_text(1234567.89, 2));
    assert_text("\u2013", number_text(nan_value, 2));
    assert_text("\u2013", short_number_text(infinite));
    assert_text("0.142", short_number_text(0.14204));
    assert_text("0.0123", short_number_text(0.0123));
    assert_text("63.98", short_number_text(63.98));
    assert_text("45", short_number_text(45.0));
    assert_text("0", short_number_text(0.0));
    assert_text("1·10²⁰", short_number_text(1e20));
    assert_text("\u22129.975·10⁻⁵", short_number_text(-9.9752e-5));
    assert_text("0", coordinate_text(nan_value));
    assert_text("0", coordinate_text(-0.001));
    assert_text("-12.5", coordinate_text(-12.5));
    TEST_ASSERT_EQUAL_UINT64(3, visible_length("2\u21923"));
}

void steps_are_one_two_or_five() {
    TEST_ASSERT_EQUAL_DOUBLE(1.0, nice_step(10.0, 10));
    TEST_ASSERT_EQUAL_DOUBLE(2.0, nice_step(10.0001, 10));
    TEST_ASSERT_EQUAL_DOUBLE(2.0, nice_step(10.0, 5));
    TEST_ASSERT_EQUAL_DOUBLE(5.0, nice_step(10.0, 4));
    TEST_ASSERT_EQUAL_DOUBLE(10.0, nice_step(51.0, 10));
    TEST_ASSERT_EQUAL_DOUBLE(0.5, nice_step(1.0, 2));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, nice_step(2.0, 10, 1.0));
    for (const double nothing : {0.0, -1.0, nan_value, infinite}) {
        TEST_ASSERT_EQUAL_DOUBLE(1.0, nice_step(nothing, 5));
    }
    TEST_ASSERT_EQUAL_DOUBLE(10.0, nice_step(10.0, 0));
}

void round_axis_ends_at_ticks() {
    const PlotAxis axis = round_axis(0.3, 61.0, 4);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, axis.low);
    TEST_ASSERT_EQUAL_DOUBLE(80.0, axis.high);
    TEST_ASSERT_EQUAL_UINT64(5, axis.ticks.size());
    // A value on a tick needs no further step, in spite of rounding.
    TEST_ASSERT_EQUAL_DOUBLE(0.3, round_axis(0.0, 0.1 + 0.2, 3).high);
    assert_text("0.3", round_axis(0.0, 0.3, 3).tick_text(0.1 + 0.2));
    const PlotAxis negative = round_axis(-7.0, -3.0, 4);
    TEST_ASSERT_EQUAL_DOUBLE(-7.0, negative.low);
    TEST_ASSERT_EQUAL_DOUBLE(-3.0, negative.high);
}

void exact_axis_keeps_its_ends() {
    const PlotAxis axis = exact_axis(2.7, 9.7, 7);
    TEST_ASSERT_EQUAL_DOUBLE(2.7, axis.low);
    TEST_ASSERT_EQUAL_DOUBLE(9.7, axis.high);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, axis.ticks.front());
    TEST_ASSERT_EQUAL_DOUBLE(9.0, axis.ticks.back());
    TEST_ASSERT_EQUAL_DOUBLE(0.0, axis.position(2.7));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, axis.position(9.7));
}

void constant_values_get_room() {
    for (const double value : {0.0, 5.0, -5.0, 1e-9, 1e11, 1e300}) {
        const PlotAxis axis = round_axis(value, value, 4);
        TEST_ASSERT_TRUE(axis.low < axis.high);
        TEST_ASSERT_TRUE(axis.ticks.size() >= 2 && axis.ticks.size() <= 8);
    }
    const PlotAxis five = round_axis(5.0, 5.0, 4);
    TEST_ASSERT_TRUE(five.low < 5.0 && five.high > 5.0);
}

void axes_survive_what_is_no_number() {
    for (const PlotAxis& axis :
         {round_axis(nan_value, nan_value, 4), round_axis(-infinite, infinite, 4),
          round_axis(3.0, nan_value, 4), exact_axis(nan_value, nan_value, 4),
          exact_axis(5.0, 1.0, 4), decade_axis(nan_value), decade_axis(infinite)}) {
        TEST_ASSERT_TRUE(std::isfinite(axis.low) && std::isfinite(axis.high));
        TEST_ASSERT_TRUE(axis.low < axis.high);
        TEST_ASSERT_TRUE(axis.ticks.size() < 20);
    }
}

void decades_cover_the_largest_count() {
    TEST_ASSERT_EQUAL_DOUBLE(10.0, decade_axis(1.0).high);
    TEST_ASSERT_EQUAL_DOUBLE(10.0, decade_axis(10.0).high);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, decade_axis(11.0).high);
    const PlotAxis axis = decade_axis(45000.0);
    TEST_ASSERT_EQUAL_DOUBLE(100000.0, axis.high);
    TEST_ASSERT_TRUE(axis.position(1.0) > 0.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, axis.position(0.0));
    assert_text("100", axis.tick_text(100.0));
    assert_text("10k", axis.tick_text(10000.0));
    assert_text("1M", axis.tick_text(1e6));
}

void far_outside_values_stay_near() {
    const PlotAxis axis = round_axis(0.0, 1.0, 4);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, axis.position(1e200));
    TEST_ASSERT_EQUAL_DOUBLE(-100.0, axis.position(-1e200));
}

void thinning_keeps_ends_peaks_and_gaps() {
    std::vector<PlotPoint> points;
    points.reserve(100'000);
    for (int index = 0; index < 100'000; ++index) points.push_back({index * 0.01, 1.0});
    points[54'321].y = 99.0;
    points[12'345].y = -99.0;
    points[77'777].y = nan_value;
    const auto thin = thinned(points, 2000);
    TEST_ASSERT_TRUE(thin.size() <= 2000);
    TEST_ASSERT_EQUAL_DOUBLE(points.front().x, thin.front().x);
    TEST_ASSERT_EQUAL_DOUBLE(points.back().x, thin.back().x);
    double lowest = 0.0;
    double highest = 0.0;
    int gaps = 0;
    double last_x = -1.0;
    for (const PlotPoint& point : thin) {
        if (!is_drawable(point)) {
            ++gaps;
            continue;
        }
        TEST_ASSERT_TRUE(point.x > last_x);
        last_x = point.x;
        lowest = point.y < lowest ? point.y : lowest;
        highest = point.y > highest ? point.y : highest;
    }
    TEST_ASSERT_EQUAL_DOUBLE(-99.0, lowest);
    TEST_ASSERT_EQUAL_DOUBLE(99.0, highest);
    TEST_ASSERT_EQUAL_INT(1, gaps);
    TEST_ASSERT_EQUAL_UINT64(7, thinned(std::vector<PlotPoint>(7), 2000).size());
    TEST_ASSERT_TRUE(thinned(std::vector<PlotPoint>(100), 0).size() <= 5);
}

Plot plot_of(std::vector<PlotPoint> points, LineStyle style = LineStyle::solid) {
    Plot plot;
    plot.x_title = "time";
    plot.x_unit = "s";
    PlotPanel panel;
    panel.title = "Speed";
    panel.series = {{"speed", "speed", style, std::move(points)}};
    plot.panels = {panel};
    return plot;
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

void empty_single_and_broken_series_can_be_drawn() {
    for (const auto& points : std::vector<std::vector<PlotPoint>>{
             {}, {{1.0, 2.0}}, {{nan_value, 1.0}, {1.0, nan_value}}, {{0.0, infinite}}}) {
        const std::string drawing = svg_plot(plot_of(points));
        TEST_ASSERT_FALSE(has(drawing, "nan"));
        TEST_ASSERT_FALSE(has(drawing, "inf"));
        TEST_ASSERT_TRUE(has(drawing, "</svg>"));
    }
    TEST_ASSERT_FALSE(has(svg_plot(plot_of({})), "<path"));
    TEST_ASSERT_TRUE(has(svg_plot(plot_of({{1.0, 2.0}})), "<path"));
    TEST_ASSERT_TRUE(has(svg_plot(Plot{}), "</svg>"));
}

void a_gap_lifts_the_pen() {
    const std::string drawing =
        svg_plot(plot_of({{0.0, 0.0}, {1.0, 0.0}, {2.0, nan_value}, {3.0, 0.0}, {4.0, 0.0}}));
    const std::size_t data = drawing.find(" d=\"M");
    const std::size_t second = drawing.find('M', data + 5);
    TEST_ASSERT_TRUE(second < drawing.find('"', data + 5));
}

void steps_have_corners() {
    // 960 px wide: 52 left, 20 right of the frame; 110 px high.
    const std::string drawing = svg_plot(plot_of({{0.0, 0.0}, {1.0, 1.0}}, LineStyle::stepped));
    TEST_ASSERT_TRUE(has(drawing, "d=\"M0 110 888 110 888 0 \""));
}

void marks_outside_are_left_out_and_near_ones_get_rows() {
    Plot plot = plot_of({{0.0, 0.0}, {10.0, 1.0}});
    plot.marks = {{11.0, "outside"}, {nan_value, "nowhere"}, {5.0, "first"}, {5.01, "second"}};
    const std::string drawing = svg_plot(plot);
    TEST_ASSERT_FALSE(has(drawing, "outside"));
    TEST_ASSERT_FALSE(has(drawing, "nowhere"));
    TEST_ASSERT_TRUE(has(drawing, "y=\"27\" text-anchor=\"middle\">first<"));
    TEST_ASSERT_TRUE(has(drawing, "y=\"12\" text-anchor=\"middle\">second<"));
}

void keys_become_words_and_units() {
    const auto check = [](const char* key, const char* words, const char* unit) {
        assert_text(words, figure_label(key).words);
        assert_text(unit, figure_label(key).unit);
    };
    check("largest_speed_kph", "largest speed", "km/h");
    check("time_s", "time", "s");
    check("stalls", "stalls", "");
    check("shifts", "shifts", "");
    check("shift_1_from_2_to_3_time_s", "shift 1 (2\u21923) time", "s");
    check("shift_1_from_2_to_3", "shift 1 (2\u21923)", "");
    check("shift_from_here", "shift from here", "");
    check("way_from_a_to_b_m", "way from a to b", "m");
    check("_s", " s", "");
    check("", "", "");
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(text_is_escaped_and_free_of_control_characters);
    RUN_TEST(numbers_read_well);
    RUN_TEST(steps_are_one_two_or_five);
    RUN_TEST(round_axis_ends_at_ticks);
    RUN_TEST(exact_axis_keeps_its_ends);
    RUN_TEST(constant_values_get_room);
    RUN_TEST(axes_survive_what_is_no_number);
    RUN_TEST(decades_cover_the_largest_count);
    RUN_TEST(far_outside_values_stay_near);
    RUN_TEST(thinning_keeps_ends_peaks_and_gaps);
    RUN_TEST(empty_single_and_broken_series_can_be_drawn);
    RUN_TEST(a_gap_lifts_the_pen);
    RUN_TEST(steps_have_corners);
    RUN_TEST(marks_outside_are_left_out_and_near_ones_get_rows);
    RUN_TEST(keys_become_words_and_units);
    return UNITY_END();
}
