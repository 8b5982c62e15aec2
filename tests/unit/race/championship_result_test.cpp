// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/championship_result.h"

#include <string>

#include "board/ghostcar/race/ranking_page.h"
#include "tests/unit/board/well_formed.h"
#include "tests/unit/race/sample_championship.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;
using ghostcar::tests::is_well_formed;
using ghostcar::tests::sample_championship;

void setUp() {}
void tearDown() {}

namespace {

RunRecord scored(double score) {
    RunRecord record;
    record.outcome = "finished";
    record.verdict = "passed";
    record.score = score;
    record.message = "driven";
    record.folder = "runs/x";
    record.command = "ghostcar run x";
    return record;
}

RunRecord broken(const std::string& message) {
    RunRecord record = scored(0.0);
    record.score.reset();
    record.outcome = "aborted";
    record.message = message;
    return record;
}

/// Everything that could be taken for markup, a cell's end or a line's end.
const std::string nasty = "a,\"b\"\n<script>alert('&')</script>";

struct Sample {
    Championship championship = sample_championship({"Ada", nasty, "Cem"}, {"one", "two"});
    RunRecords records{{scored(0.1), broken(nasty), scored(1234567.25)},
                       {scored(3.0), scored(2.0), RunRecord()}};
};

void assert_contains(const std::string& text, const std::string& part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, (part + " in " + text).c_str());
}

void assert_lacks(const std::string& text, const std::string& part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) == std::string::npos, part.c_str());
}

void the_ranking_as_csv() {
    const Sample sample;
    const ChampionshipResult result(sample.championship, sample.records, true);
    TEST_ASSERT_EQUAL_STRING(
        "place,participant,vehicle,controller,points,one,two\n"
        "1,Ada,car-of-Ada,,16,0.1,3\n"
        "2,\"a,\"\"b\"\" <script>alert('&')</script>\",\"car-of-a,\"\"b\"\" "
        "<script>alert('&')</script>\",,10,,2\n"
        "3,Cem,car-of-Cem,,6,1234567.25,\n",
        ranking_csv(result).c_str());
}

void the_runs_as_csv() {
    const Sample sample;
    const ChampionshipResult result(sample.championship, sample.records, true);
    const std::string csv = results_csv(result);
    assert_contains(csv, "\none,one,1,Ada,10,finished,passed,0.1,driven,0,0,0,,,,\n");
    assert_contains(csv, "\ntwo,two,,Cem,0,not run,none,,,0,0,0,,,,\n");
    std::size_t lines = 0;
    for (const char letter : csv) lines += letter == '\n' ? 1 : 0;
    TEST_ASSERT_EQUAL_size_t(7, lines);
}

void the_ranking_as_json() {
    const Sample sample;
    const Json json = Json::parse(
        text_of(ranking_json(ChampionshipResult(sample.championship, sample.records, false))));
    TEST_ASSERT_FALSE(json["complete"].get<bool>());
    TEST_ASSERT_EQUAL_INT(16, json["ranking"][0]["points"].get<int>());
    TEST_ASSERT_EQUAL_STRING(nasty.c_str(),
                             json["ranking"][1]["participant"].get<std::string>().c_str());
    const Json& runs = json["events"][0]["runs"];
    TEST_ASSERT_EQUAL_INT(1, runs[0]["place"].get<int>());
    TEST_ASSERT_TRUE(runs[2]["place"].is_null() && runs[2]["score"].is_null());
    TEST_ASSERT_EQUAL_STRING(nasty.c_str(), runs[2]["message"].get<std::string>().c_str());
}

void the_text_names_failures() {
    const Sample sample;
    const std::string text =
        ranking_text(ChampionshipResult(sample.championship, sample.records, true));
    assert_contains(text, "    1  Ada");
    assert_contains(text, ": aborted: a,");
    assert_lacks(text, "stopped");
}

/// The page without its first line and its style sheet: what is left is XML.
std::string body_of(const std::string& page) {
    std::string body = page.substr(page.find("<body>"));
    return body.substr(0, body.find("</body>") + 7);
}

void the_page_is_well_formed_and_needs_no_network() {
    const Sample sample;
    const std::string page =
        ranking_page(ChampionshipResult(sample.championship, sample.records, true));
    TEST_ASSERT_TRUE(is_well_formed(body_of(page)));
    assert_lacks(page, "<script");
    assert_lacks(page, "http");
    assert_contains(page, "&lt;script&gt;");
    assert_contains(page, "<h1>Ada</h1>");
    assert_contains(page, "ghostcar run x");
    assert_lacks(page, "Stopped before its end");
}

void the_page_of_nothing() {
    const Championship championship = sample_championship({"Ada"}, {"one"});
    const RunRecords records{{RunRecord()}};
    const std::string page = ranking_page(ChampionshipResult(championship, records, false));
    TEST_ASSERT_TRUE(is_well_formed(body_of(page)));
    assert_contains(page, "Nobody has points");
    assert_contains(page, "Stopped before its end");
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_ranking_as_csv);
    RUN_TEST(the_runs_as_csv);
    RUN_TEST(the_ranking_as_json);
    RUN_TEST(the_text_names_failures);
    RUN_TEST(the_page_is_well_formed_and_needs_no_network);
    RUN_TEST(the_page_of_nothing);
    return UNITY_END();
}
