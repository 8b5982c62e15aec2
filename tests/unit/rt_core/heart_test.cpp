// SPDX-License-Identifier: Apache-2.0
// The cyclic thread on the real clock. Nothing here depends on how fast the machine is.
#include "rt_core/heart.h"

#include <sched.h>
#include <sys/mman.h>

#include <memory>
#include <string>

#include "rt_core/monotonic_clock.h"
#include "tests/unit/rt_core/child.h"
#include "tests/unit/rt_core/sanitized.h"
#include "tests/unit/rt_core/test_drive.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

constexpr SessionConfig short_drive{198, 0, true};  // 200 ticks with finished and results

RealtimeConfig wanted() {
    RealtimeConfig config;
    config.cpu_choice = CpuChoice::any;
    return config;
}

bool memory_was_locked(const RealtimeGrant& grant) {
    for (const std::string& line : grant.refused)
        if (contains(line, "memory is not locked")) return false;
    return true;
}

/// Touches one fresh page per tick: what a loop must never do.
class PageToucher final : public OutputSink {
public:
    static constexpr std::size_t page_bytes = 4096;
    static constexpr std::size_t pages = 256;

    PageToucher()
        : memory_(mmap(nullptr, page_bytes * pages, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        madvise(memory_, page_bytes * pages, MADV_NOHUGEPAGE);
    }
    ~PageToucher() override { munmap(memory_, page_bytes * pages); }
    PageToucher(const PageToucher&) = delete;
    PageToucher& operator=(const PageToucher&) = delete;

    void publish(const Inputs&, const State& state, std::uint64_t) noexcept override {
        const std::size_t page = static_cast<std::size_t>(state.tick) % pages;
        static_cast<volatile unsigned char*>(memory_)[page * page_bytes] = 1;
    }

private:
    void* memory_;
};

/// Runs the short drive and tells in words what is wrong, "" when nothing is.
std::string run_short_drive(bool unprivileged, bool touch_pages) {
    MonotonicClock clock;
    ScriptedDriver driver;
    PageToucher toucher;
    std::vector<OutputSink*> sinks;
    if (touch_pages) sinks.push_back(&toucher);
    Tick tick(short_drive, shipped_world(), bench_judge(), {&driver}, sinks);
    Beat beat{0};
    Heart heart(wanted(), Pace{}, clock, tick, beat);
    heart.join();

    if (!heart.ended() || !tick.done()) return "did not end";
    if (tick.state().tick != 200) return "ticks " + std::to_string(tick.state().tick);
    if (tick.state().session.outcome != Outcome::finished) return "outcome";
    if (beat.load() != 200) return "beats " + std::to_string(beat.load());
    const Timing& timing = heart.timing();
    if (timing.wake.count() != 200 || timing.tick.count() != 200) return "histograms";
    if (timing.sleep_error.load() != 0) return "sleep error";
    if (timing.wake_hash.load() == 0) return "wake hash";

    const RealtimeGrant& grant = heart.grant();
    if (grant.hard != grant.refused.empty()) return "hard, but something was refused";
    for (const std::string& line : grant.refused)
        if (line.empty() || contains(line, "\n")) return "refusal is not one line: " + line;
    if (unprivileged && grant.hard) return "hard real time without permission";
    if (unprivileged && grant.refused.empty()) return "nothing refused without permission";
    if (sanitized) return "";

    const std::int64_t faults = timing.page_faults.load();
    if (touch_pages && faults < 190) return "page faults not seen: " + std::to_string(faults);
    if (!touch_pages && memory_was_locked(grant) && faults != 0)
        return "page faults: " + std::to_string(faults);
    return "";
}

void a_drive_in_real_time_runs_to_its_end() {
    TEST_ASSERT_EQUAL_STRING("", in_child([] { return run_short_drive(false, false); }).c_str());
}

void without_permission_it_runs_as_a_desk() {
    const std::string answer = in_unprivileged_child([] { return run_short_drive(true, false); });
    TEST_ASSERT_EQUAL_STRING("", answer.c_str());
}

/// Negative control of the page-fault count: memory that is not locked, a fresh page every tick.
void page_faults_are_counted() {
    const std::string answer = in_unprivileged_child([] { return run_short_drive(true, true); });
    TEST_ASSERT_EQUAL_STRING("", answer.c_str());
}

void without_permission_every_refusal_is_told() {
    const std::string answer = in_unprivileged_child([] {
        MonotonicClock clock;
        ScriptedDriver driver;
        Tick tick({1, 0, true}, shipped_world(), bench_judge(), {&driver}, {});
        Beat beat{0};
        Heart heart(wanted(), Pace{}, clock, tick, beat);
        heart.join();
        std::string text;
        for (const std::string& line : heart.grant().refused) text += line + "\n";
        return text;
    });
    TEST_ASSERT_TRUE_MESSAGE(contains(answer, "SCHED_FIFO priority 80 is refused"), answer.c_str());
    if (!sanitized)
        TEST_ASSERT_TRUE_MESSAGE(contains(answer, "memory is not locked"), answer.c_str());
    TEST_ASSERT_TRUE_MESSAGE(contains(answer, "cpu_dma_latency"), answer.c_str());
}

/// Notes the policy of the thread that publishes to it.
class PolicyWitness final : public OutputSink {
public:
    void publish(const Inputs&, const State&, std::uint64_t) noexcept override {
        if (sched_getscheduler(0) != SCHED_OTHER) usual = false;
    }
    bool usual = true;
};

/// It never sleeps: with real-time priority it would take its processor from everybody for good.
void a_fast_run_asks_for_nothing() {
    const std::string answer = in_child([]() -> std::string {
        MonotonicClock clock;
        ScriptedDriver driver;
        PolicyWitness witness;
        Tick tick(short_drive, shipped_world(), bench_judge(), {&driver}, {&witness});
        Beat beat{0};
        Heart heart(wanted(), Pace{true, 1.0}, clock, tick, beat);
        heart.join();
        if (!witness.usual) return "real-time priority";
        if (heart.grant().hard) return "hard real time";
        return heart.grant().refused.empty() ? "" : heart.grant().refused.front();
    });
    TEST_ASSERT_EQUAL_STRING("", answer.c_str());
}

/// The same drive on the real clock, at three paces: the same State.
void the_pace_does_not_change_the_result() {
    std::string hashes[3];
    const Pace paces[] = {{false, 1.0}, {false, 4.0}, {true, 1.0}};
    for (std::size_t n = 0; n < 3; ++n) {
        hashes[n] = in_child([&paces, n] {
            MonotonicClock clock;
            ScriptedDriver driver;
            Tick tick(short_drive, shipped_world(), bench_judge(), {&driver}, {});
            Beat beat{0};
            Heart heart(wanted(), paces[n], clock, tick, beat);
            heart.join();
            return std::to_string(tick.state_hash());
        });
    }
    TEST_ASSERT_FALSE(contains(hashes[0], "died"));
    TEST_ASSERT_EQUAL_STRING(hashes[0].c_str(), hashes[1].c_str());
    TEST_ASSERT_EQUAL_STRING(hashes[0].c_str(), hashes[2].c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_drive_in_real_time_runs_to_its_end);
    RUN_TEST(without_permission_it_runs_as_a_desk);
    RUN_TEST(page_faults_are_counted);
    RUN_TEST(without_permission_every_refusal_is_told);
    RUN_TEST(a_fast_run_asks_for_nothing);
    RUN_TEST(the_pace_does_not_change_the_result);
    return UNITY_END();
}
