// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/ranking.h"

#include <optional>
#include <string>
#include <vector>

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;

void setUp() {}
void tearDown() {}

namespace {

const std::vector<std::int64_t> points{10, 6, 3};

RunRecord finished(std::optional<double> score) {
    RunRecord record;
    record.outcome = "finished";
    record.score = score;
    return record;
}

EventPlace at(std::int64_t place, std::int64_t with_points) {
    return {place, with_points};
}

void assert_place(const EventPlace& found, std::int64_t place, std::int64_t with_points) {
    TEST_ASSERT_TRUE(found.place.has_value());
    TEST_ASSERT_EQUAL_INT64(place, *found.place);
    TEST_ASSERT_EQUAL_INT64(with_points, found.points);
}

void the_smaller_score_is_better() {
    const auto places = event_places({finished(7.5), finished(-1.0), finished(7.25)}, points);
    assert_place(places[0], 3, 3);
    assert_place(places[1], 1, 10);
    assert_place(places[2], 2, 6);
}

void a_practice_has_places_and_no_points() {
    const auto places = practice_places({finished(2.0), finished(1.0)});
    assert_place(places[0], 2, 0);
    assert_place(places[1], 1, 0);
    // Who was first in a practice is not ahead of anybody for that.
    const std::vector<Standing> equal = standings({places});
    TEST_ASSERT_EQUAL_size_t(2, equal.size());
    TEST_ASSERT_EQUAL_INT64(1, equal[0].place);
    TEST_ASSERT_EQUAL_INT64(1, equal[1].place);
    TEST_ASSERT_EQUAL_size_t(0, equal[0].participant);
}

void equal_scores_share_a_place_and_leave_out_the_next() {
    const auto places =
        event_places({finished(2.0), finished(1.0), finished(2.0), finished(3.0)}, points);
    assert_place(places[1], 1, 10);
    assert_place(places[0], 2, 6);
    assert_place(places[2], 2, 6);
    assert_place(places[3], 4, 0);  // beyond the points' end
}

void what_does_not_count_has_no_place() {
    RunRecord violation = finished(0.5);
    violation.outcome = "violation";
    RunRecord failed = finished(0.5);
    failed.verdict = "failed";
    const auto places = event_places(
        {violation, failed, finished(std::nullopt), RunRecord(), finished(9.0)}, points);
    for (std::size_t index = 0; index < 4; ++index) {
        TEST_ASSERT_FALSE(places[index].place.has_value());
        TEST_ASSERT_EQUAL_INT64(0, places[index].points);
    }
    assert_place(places[4], 1, 10);
}

void most_points_win() {
    const auto table = standings({{at(2, 6), at(1, 10), {}}, {at(1, 10), {}, at(2, 6)}});
    TEST_ASSERT_EQUAL_size_t(0, table[0].participant);
    TEST_ASSERT_EQUAL_INT64(16, table[0].points);
    TEST_ASSERT_EQUAL_size_t(1, table[1].participant);
    TEST_ASSERT_EQUAL_size_t(2, table[2].participant);
    TEST_ASSERT_EQUAL_INT64(3, table[2].place);
}

void better_places_decide_between_equal_points() {
    // Twelve points each: 6 + 6 against 10 + 2.
    const auto table = standings({{at(2, 6), at(1, 10), {}}, {at(2, 6), at(3, 2), at(1, 10)}});
    TEST_ASSERT_EQUAL_INT64(table[0].points, table[1].points);
    TEST_ASSERT_EQUAL_size_t(1, table[0].participant);
    TEST_ASSERT_EQUAL_INT64(1, table[0].place);
    TEST_ASSERT_EQUAL_INT64(2, table[1].place);
}

void places_without_points_decide_too() {
    const auto table = standings({{{}, at(4, 0), at(3, 0), {}}});
    TEST_ASSERT_EQUAL_size_t(2, table[0].participant);
    TEST_ASSERT_EQUAL_size_t(1, table[1].participant);
    TEST_ASSERT_EQUAL_INT64(2, table[1].place);
}

void who_is_equal_in_all_shares_the_place_in_the_files_order() {
    const auto table =
        standings({{at(2, 6), at(1, 10), {}, {}, at(3, 3)}, {at(1, 10), at(2, 6), {}, {}, {}}});
    const std::vector<std::int64_t> places{1, 1, 3, 4, 4};
    const std::vector<std::size_t> who{0, 1, 4, 2, 3};
    for (std::size_t row = 0; row < places.size(); ++row) {
        TEST_ASSERT_EQUAL_INT64(places[row], table[row].place);
        TEST_ASSERT_EQUAL_size_t(who[row], table[row].participant);
    }
}

void nobody_and_nothing_are_a_ranking_too() {
    TEST_ASSERT_TRUE(standings({}).empty());
    TEST_ASSERT_TRUE(event_places({}, points).empty());
}

void order_puts_who_has_no_place_behind_the_others() {
    const std::vector<std::size_t> wanted{3, 1, 0, 2};
    TEST_ASSERT_TRUE(wanted == order_by_places({{}, at(2, 6), {}, at(1, 10)}));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_smaller_score_is_better);
    RUN_TEST(a_practice_has_places_and_no_points);
    RUN_TEST(equal_scores_share_a_place_and_leave_out_the_next);
    RUN_TEST(what_does_not_count_has_no_place);
    RUN_TEST(most_points_win);
    RUN_TEST(better_places_decide_between_equal_points);
    RUN_TEST(places_without_points_decide_too);
    RUN_TEST(who_is_equal_in_all_shares_the_place_in_the_files_order);
    RUN_TEST(nobody_and_nothing_are_a_ranking_too);
    RUN_TEST(order_puts_who_has_no_place_behind_the_others);
    return UNITY_END();
}
