// SPDX-License-Identifier: Apache-2.0
// The program that is run is a script here: what it does depends on the participant's name.
#include "board/ghostcar/race/championship_run.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "board/ghostcar/race/championship_result.h"
#include "tests/unit/race/sample_championship.h"
#include "tests/unit/race/scratch_folder.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::board;
using ghostcar::tests::sample_championship;
using ghostcar::tests::ScratchFolder;

void setUp() {}
void tearDown() {}

namespace {

/// Finds --out, --seed, the session and the participant; says a result; notes begin and end.
const char* const fake_run = R"sh(
session=$2
while [ $# -gt 0 ]; do
    case "$1" in
        --out) out=$2 ;;
        --seed) seed=$2 ;;
        car.0.vehicle=*) who=$(echo "$1" | sed 's/.*car-of-\(.*\)"/\1/') ;;
    esac
    shift
done
log=${out%/runs/*}/log
echo "begin $session $who" >> "$log"
score=null outcome=finished verdict=passed message=driven
case "$who" in
    fast) score=1.25 ;;
    slow) score=20.5 ;;
    later) if [ "$session" = first ]; then score=3; else score=0.5; fi ;;
    crash) kill -SEGV $$ ;;
    wordy) echo "ghostcar: first words" >&2; echo "ghostcar: bad.toml:3: mass_kg: missing; add it" >&2; exit 2 ;;
    silent) exit 1 ;;
    garbage) echo '{"outcome": "finished", "score": 0.1'; exit 0 ;;
    list) echo '[1]'; exit 0 ;;
    noisy) i=0; while [ $i -lt 1000 ]; do echo "loading table $i" >&2; i=$((i + 1)); done
        echo "ghostcar: it has no drive()" >&2; exit 2 ;;
    nan) score='"nan"' ;;
    violation) score=0.1 outcome=violation verdict=none message='Your damage is too large!' ;;
    failed) score=0.1 verdict=failed message='Failed! Slow.' ;;
    hang) sleep 1000 ;;
    second) if [ "$seed" = 8 ]; then score=2; else outcome=violation message=unlucky; fi ;;
    full) echo "ghostcar: disk full" >&2; exit 3 ;;
    stop) kill -INT $PPID; sleep 1000 ;;
    forger) score=30 ;;
esac
mkdir -p "$out"
# What a controller's process could do to the file.
[ "$who" = forger ] && echo '{"outcome":"finished","verdict":"passed","score":1.0,"message":"won","ticks":1}' > "$out/result.json"
echo "{\"outcome\":\"$outcome\",\"verdict\":\"$verdict\",\"score\":$score,\"message\":\"$message\",\"ticks\":1000,\"state_hash\":\"0123\"}"
echo "end $session $who" >> "$log"
)sh";

struct Done {
    ScratchFolder folder;
    bool complete = false;
    RunRecords records;
};

void run(Done& done, const Championship& championship, std::size_t jobs) {
    ChampionshipRun::Setup setup;
    setup.program = done.folder.script("fake", fake_run);
    setup.folder = done.folder.path();
    setup.jobs = jobs;
    Progress progress(Progress::Style::silent, 0);
    ChampionshipRun race(championship, setup);
    done.complete = race.run(progress);
    done.records = race.records();
}

void assert_broken(const RunRecord& record, const char* outcome, const char* message) {
    TEST_ASSERT_FALSE(record.counts());
    TEST_ASSERT_EQUAL_STRING(outcome, record.outcome.c_str());
    TEST_ASSERT_EQUAL_STRING(message, record.message.c_str());
}

void nobodys_failure_stops_the_others() {
    Championship championship =
        sample_championship({"crash", "wordy", "silent", "garbage", "list", "nan", "violation",
                             "failed", "hang", "full", "fast", "slow"},
                            {"first", "other"});
    for (Event& event : championship.events) event.time_limit_s = 1.0;
    Done done;
    run(done, championship, 4);
    TEST_ASSERT_TRUE(done.complete);
    for (const std::vector<RunRecord>& event : done.records) {
        assert_broken(event[0], "invalid", "the run was ended by SIGSEGV");
        assert_broken(event[1], "invalid", "bad.toml:3: mass_kg: missing; add it");
        assert_broken(event[2], "invalid", "the run left no result (exit code 1)");
        assert_broken(event[3], "invalid", "the run left a result that cannot be read");
        assert_broken(event[4], "invalid", "the run left a result that cannot be read");
        assert_broken(event[5], "finished", "driven");
        assert_broken(event[6], "violation", "Your damage is too large!");
        assert_broken(event[7], "finished", "Failed! Slow.");
        assert_broken(event[8], "invalid", "stopped: the time limit of the wall clock was over");
        assert_broken(event[9], "invalid", "disk full");
        for (std::size_t index = 0; index < event.size(); ++index)
            TEST_ASSERT_EQUAL(index == 9, event[index].machine_failed);
        TEST_ASSERT_TRUE(event[10].counts() && event[11].counts());
        TEST_ASSERT_EQUAL_DOUBLE(1.25, *event[10].score);
        TEST_ASSERT_EQUAL_DOUBLE(20.5, *event[11].score);
    }
}

/// The championship asks the run, not the files that others can write, too.
void a_forged_file_wins_nothing() {
    const Championship championship = sample_championship({"forger", "slow"}, {"first"});
    Done done;
    run(done, championship, 1);
    TEST_ASSERT_EQUAL_DOUBLE(30.0, *done.records[0][0].score);
    TEST_ASSERT_EQUAL_STRING("driven", done.records[0][0].message.c_str());
}

void a_noisy_run_keeps_its_last_words() {
    const Championship championship = sample_championship({"noisy"}, {"first"});
    Done done;
    run(done, championship, 1);
    assert_broken(done.records[0][0], "invalid", "it has no drive()");
}

void as_many_at_a_time_as_asked_for() {
    const Championship championship =
        sample_championship({"fast", "slow", "later"}, {"first", "second", "third"});
    Done done;
    run(done, championship, 1);
    std::istringstream log(done.folder.read("log"));
    std::string expected;
    for (const char* session : {"first", "second", "third"})
        for (const char* who : {"fast", "slow", "later"})
            for (const char* word : {"begin ", "end "})
                expected += word + std::string(session) + " " + who + "\n";
    TEST_ASSERT_EQUAL_STRING(expected.c_str(), log.str().c_str());
}

/// The same bytes, however many run at a time and whoever ends first.
void the_table_does_not_depend_on_the_jobs() {
    Championship championship = sample_championship(
        {"slow", "crash", "fast", "violation", "later", "second"}, {"first", "second", "third"});
    championship.events[1].restarts = 2;
    championship.events[1].seed = 7;
    std::string tables[3];
    for (const std::size_t jobs : {1U, 3U, 16U}) {
        Done done;
        run(done, championship, jobs);
        const ChampionshipResult result(championship, done.records, done.complete);
        tables[jobs == 1   ? 0
               : jobs == 3 ? 1
                           : 2] =
            ranking_csv(result) + results_csv(result) + text_of(ranking_json(result));
    }
    TEST_ASSERT_TRUE(tables[0].find("0.5") != std::string::npos);
    TEST_ASSERT_EQUAL_STRING(tables[0].c_str(), tables[1].c_str());
    TEST_ASSERT_EQUAL_STRING(tables[0].c_str(), tables[2].c_str());
}

void who_fails_may_start_again_with_the_next_seed() {
    Championship championship = sample_championship({"second", "fast", "crash"}, {"first"});
    championship.events[0].seed = 7;
    championship.events[0].restarts = 2;
    Done done;
    run(done, championship, 2);
    const std::vector<RunRecord>& records = done.records[0];
    TEST_ASSERT_TRUE(records[0].counts());
    TEST_ASSERT_EQUAL_INT64(2, records[0].attempts);
    TEST_ASSERT_EQUAL_UINT64(8, records[0].seed);
    TEST_ASSERT_EQUAL_INT64(2000, records[0].total_ticks);
    TEST_ASSERT_EQUAL_STRING("runs/01-first/01-second-attempt-2", records[0].folder.c_str());
    TEST_ASSERT_EQUAL_INT64(1, records[1].attempts);  // had a score at once
    TEST_ASSERT_EQUAL_INT64(3, records[2].attempts);
    TEST_ASSERT_FALSE(records[2].counts());
}

std::vector<std::string> begun_in(const std::string& log, const std::string& session) {
    std::vector<std::string> who;
    std::istringstream lines(log);
    for (std::string word, where, name; lines >> word >> where >> name;)
        if (word == "begin" && where == session) who.push_back(name);
    return who;
}

void orders_follow_the_last_results() {
    Championship championship =
        sample_championship({"slow", "crash", "fast", "later"}, {"first", "second", "third"});
    championship.events[1].order = StartingOrder::last_results;
    championship.events[2].order = StartingOrder::reversed;
    Done done;
    run(done, championship, 1);
    const std::string log = done.folder.read("log");
    const std::vector<std::string> last_results{"fast", "later", "slow", "crash"};
    const std::vector<std::string> reversed{"crash", "slow", "fast", "later"};
    TEST_ASSERT_TRUE(last_results == begun_in(log, "second"));
    TEST_ASSERT_TRUE(reversed == begun_in(log, "third"));
}

/// An event whose order depends on the one before begins after all of it has ended.
void such_an_event_waits_for_the_one_before() {
    Championship championship = sample_championship({"fast", "slow", "later"}, {"first", "second"});
    championship.events[1].order = StartingOrder::last_results;
    Done done;
    run(done, championship, 3);
    const std::string log = done.folder.read("log");
    TEST_ASSERT_TRUE(log.rfind("end first") < log.find("begin second"));
}

void a_stop_keeps_what_is_done() {
    const Championship championship =
        sample_championship({"fast", "stop", "slow"}, {"first", "second"});
    Done done;
    run(done, championship, 1);
    TEST_ASSERT_FALSE(done.complete);
    TEST_ASSERT_TRUE(done.records[0][0].counts());
    for (const RunRecord* record : {&done.records[0][1], &done.records[0][2], &done.records[1][0]})
        TEST_ASSERT_FALSE(record->was_run());
}

/// All cars in one run; one that cannot stand on the grid keeps nobody from starting.
void a_race_is_one_run_for_all() {
    Championship championship =
        sample_championship({"slow", "fast", "unfit", "later"}, {"first", "race"});
    Event& race = championship.events[1];
    race.kind = EventKind::race;
    race.order = StartingOrder::last_results;
    race.unfit[2] = "car-of-unfit: has no chassis";
    Done done;
    ChampionshipRun::Setup setup;
    // The grid is fast, later, slow: the third car arrives first, the second is out.
    setup.program = done.folder.script("fake", std::string(R"sh(
if [ "$2" = race ]; then
    cars='[{"outcome":"finished","verdict":"passed","score":100.25,"message":"finished","arrival":2,"laps":3,"damage":7,"judge":{"damage":0}},{"outcome":"aborted","verdict":"none","score":null,"message":"controller crashed: SIGSEGV","arrival":null,"laps":2,"damage":7,"judge":{"damage":1.5}},{"outcome":"finished","verdict":"passed","score":101.5,"message":"finished","arrival":1,"laps":3,"damage":7,"judge":{"damage":20}}]'
    echo "{\"outcome\":\"finished\",\"verdict\":\"none\",\"score\":null,\"message\":\"driven\",\"ticks\":5000,\"cars\":$cars}"
    exit 0
fi
)sh") + fake_run);
    setup.folder = done.folder.path();
    Progress progress(Progress::Style::silent, 0);
    ChampionshipRun run(championship, setup);
    TEST_ASSERT_TRUE(run.run(progress));
    const std::vector<RunRecord>& records = run.records()[1];
    TEST_ASSERT_EQUAL_DOUBLE(101.5, *records[0].score);
    TEST_ASSERT_EQUAL_DOUBLE(100.25, *records[1].score);
    TEST_ASSERT_EQUAL_INT64(1, *records[0].arrival);
    TEST_ASSERT_EQUAL_DOUBLE(20.0, *records[0].damage);
    assert_broken(records[2], "invalid", "car-of-unfit: has no chassis");
    assert_broken(records[3], "aborted", "controller crashed: SIGSEGV");
    TEST_ASSERT_FALSE(records[3].arrival.has_value());
    TEST_ASSERT_EQUAL_INT64(2, *records[3].laps);
    TEST_ASSERT_EQUAL_STRING("runs/02-race/all", records[0].folder.c_str());
    TEST_ASSERT_EQUAL_INT64(5000, records[1].total_ticks);
    TEST_ASSERT_EQUAL_INT64(0, records[0].total_ticks);
    const std::string& command = records[0].command;
    TEST_ASSERT_TRUE(command.find("car-of-fast") < command.find("car-of-later"));
    TEST_ASSERT_TRUE(command.find("car-of-later") < command.find("car-of-slow"));
    TEST_ASSERT_TRUE(command.find("car-of-unfit") == std::string::npos);
}

/// A race that breaks has words for everybody.
void a_race_that_breaks_has_no_scores() {
    Championship championship = sample_championship({"fast", "slow"}, {"race"});
    championship.events[0].kind = EventKind::race;
    Done done;
    ChampionshipRun::Setup setup;
    setup.program = done.folder.script("fake", "kill -ABRT $$");
    setup.folder = done.folder.path();
    Progress progress(Progress::Style::silent, 0);
    ChampionshipRun run(championship, setup);
    TEST_ASSERT_TRUE(run.run(progress));
    for (const RunRecord& record : run.records()[0])
        assert_broken(record, "invalid", "the run was ended by SIGABRT");
}

void folders_have_plain_names() {
    Championship championship = sample_championship({"fast"}, {"first"});
    championship.participants[0].name = "../Zoë & \"friends\"...";
    Done done;
    run(done, championship, 1);
    TEST_ASSERT_EQUAL_STRING("runs/01-first/01-..-zo-friends", done.records[0][0].folder.c_str());
    TEST_ASSERT_EQUAL_STRING(
        "ghostcar run first --pace fast --seed 1 --set 'car.0.vehicle=\"car-of-fast\"'",
        done.records[0][0].command.c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(nobodys_failure_stops_the_others);
    RUN_TEST(a_forged_file_wins_nothing);
    RUN_TEST(a_noisy_run_keeps_its_last_words);
    RUN_TEST(as_many_at_a_time_as_asked_for);
    RUN_TEST(the_table_does_not_depend_on_the_jobs);
    RUN_TEST(who_fails_may_start_again_with_the_next_seed);
    RUN_TEST(orders_follow_the_last_results);
    RUN_TEST(such_an_event_waits_for_the_one_before);
    RUN_TEST(a_stop_keeps_what_is_done);
    RUN_TEST(a_race_is_one_run_for_all);
    RUN_TEST(a_race_that_breaks_has_no_scores);
    RUN_TEST(folders_have_plain_names);
    return UNITY_END();
}
