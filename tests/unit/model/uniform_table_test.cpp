// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>

#include "model/math/uniform_curve.h"
#include "model/math/uniform_map.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

namespace {

void a_curve_goes_through_its_points() {
    const std::vector<double> x{0.0, 0.25, 0.27, 0.6, 1.0};
    const std::vector<double> y{3.0, 3.0, -1.0, 7.5, 0.1};
    const UniformCurve curve(x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, y[i], curve.at(x[i]));
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, curve.at(0.26));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3.8, curve.at(0.8));
}

void outside_the_ends_hold() {
    const UniformCurve curve({-1.0, 1.0}, {5.0, 9.0});
    TEST_ASSERT_TRUE(curve.at(-1.0) == 5.0);
    TEST_ASSERT_TRUE(curve.at(1.0) == 9.0);
    TEST_ASSERT_TRUE(curve.at(-1e300) == 5.0);
    TEST_ASSERT_TRUE(curve.at(1e300) == 9.0);
    TEST_ASSERT_TRUE(curve.at(INFINITY) == 9.0);
    TEST_ASSERT_TRUE(curve.at(-INFINITY) == 5.0);
    TEST_ASSERT_TRUE(curve.at(NAN) == 5.0);
}

void points_off_every_grid_are_met_closely() {
    const UniformCurve curve({0.0, 1.0 / 3.0, std::sqrt(0.5), 1.0}, {0.0, 1.0, 0.0, 1.0});
    TEST_ASSERT_DOUBLE_WITHIN(0.005, 1.0, curve.at(1.0 / 3.0));
    TEST_ASSERT_DOUBLE_WITHIN(0.005, 0.0, curve.at(std::sqrt(0.5)));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, curve.at(1.0));
}

void the_grid_is_as_coarse_as_it_can_be() {
    TEST_ASSERT_EQUAL_size_t(3, UniformGrid({0.0, 1.0}).points());
    TEST_ASSERT_EQUAL_size_t(12, UniformGrid({0.0, 0.3, 1.0}).points());
    TEST_ASSERT_EQUAL_size_t(1026, UniformGrid({0.0, 0.1234567, 1.0}).points());
}

template <typename Function>
bool refuses(Function function) {
    try {
        function();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void bad_tables_are_refused() {
    using Numbers = std::vector<double>;
    const auto curve = [](const Numbers& x, const Numbers& y) {
        return [x, y] { return UniformCurve(x, y); };
    };
    TEST_ASSERT_FALSE(refuses(curve({0, 1}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({}, {})));
    TEST_ASSERT_TRUE(refuses(curve({0}, {0})));
    TEST_ASSERT_TRUE(refuses(curve({0, 0}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({1, 0}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({0, NAN}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({NAN, 0}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({0, INFINITY}, {0, 1})));
    TEST_ASSERT_TRUE(refuses(curve({0, 1}, {0, NAN})));
    TEST_ASSERT_TRUE(refuses(curve({0, 1}, {0, 1, 2})));
    TEST_ASSERT_TRUE(refuses([] { return UniformMap({0, 1}, {0, 1}, {{1, 2}}); }));
    TEST_ASSERT_TRUE(refuses([] { return UniformMap({0, 1}, {0, 1}, {{1, 2}, {1}}); }));
}

void a_map_is_bilinear() {
    const UniformMap map({0.0, 1.0, 3.0}, {0.0, 2.0}, {{0.0, 2.0}, {1.0, 5.0}, {-1.0, 3.0}});
    TEST_ASSERT_TRUE(map.at(0.0, 0.0) == 0.0);
    TEST_ASSERT_TRUE(map.at(1.0, 2.0) == 5.0);
    TEST_ASSERT_TRUE(map.at(3.0, 2.0) == 3.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, map.at(0.5, 1.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, map.at(2.0, 0.0));
    TEST_ASSERT_TRUE(map.at(9.0, 9.0) == 3.0);
    TEST_ASSERT_TRUE(map.at(-9.0, -9.0) == 0.0);
}

void lines_follow_the_table() {
    const UniformCurve curve({0.0, 1.0, 3.0}, {0.0, 2.0, 0.0});
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, curve.line(0.5).slope);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -1.0, curve.line(1.0).slope);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, curve.line(2.0).at(2.5));
    TEST_ASSERT_TRUE(curve.line(2.0).at(2.0) == curve.at(2.0));
    TEST_ASSERT_TRUE(curve.line(-0.1).slope == 0.0);
    TEST_ASSERT_TRUE(curve.line(3.0).slope == 0.0);
    TEST_ASSERT_TRUE(curve.line(3.1).slope == 0.0);
    const UniformMap map({0.0, 2.0}, {0.0, 1.0}, {{0.0, 4.0}, {2.0, 10.0}});
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, map.line(1.0, 0.5).slope);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5.0, map.line(1.0, 0.5).at(1.5));
    TEST_ASSERT_TRUE(map.line(-1.0, 0.5).slope == 0.0);
    TEST_ASSERT_TRUE(map.line(2.5, 0.5).slope == 0.0);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_curve_goes_through_its_points);
    RUN_TEST(outside_the_ends_hold);
    RUN_TEST(points_off_every_grid_are_met_closely);
    RUN_TEST(the_grid_is_as_coarse_as_it_can_be);
    RUN_TEST(bad_tables_are_refused);
    RUN_TEST(a_map_is_bilinear);
    RUN_TEST(lines_follow_the_table);
    return UNITY_END();
}
