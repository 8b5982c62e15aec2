// SPDX-License-Identifier: Apache-2.0
// The leader: a drive that a seed decides alone, within its limits.
#include "model/driver/leader.h"

#include <cmath>
#include <set>

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

constexpr LeaderLimits limits{.seed = 1,
                              .lowest_speed_mps = 5.0,
                              .highest_speed_mps = 18.0,
                              .largest_offset_m = 1.2,
                              .leg_s = 6.0,
                              .speeding_up_mps2 = 2.0,
                              .hard_brake_mps2 = 7.0,
                              .hard_brake_share = 0.35,
                              .hard_brake_hold_s = 1.5};

LeaderLimits with_seed(std::uint64_t seed) {
    LeaderLimits result = limits;
    result.seed = seed;
    return result;
}

/// A pure function of seed and tick, with numbers written down: the same on every machine.
void the_same_seed_is_the_same_leader() {
    for (std::int64_t tick = 0; tick < 200'000; tick += 777) {
        const LeaderWish first = leader_wish(limits, tick);
        const LeaderWish again = leader_wish(limits, tick);
        TEST_ASSERT_TRUE(first.speed_mps == again.speed_mps && first.offset_m == again.offset_m);
    }
    std::set<double> speeds;
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
        speeds.insert(leader_wish(with_seed(seed), 30'000).speed_mps);
    TEST_ASSERT_GREATER_THAN(40, speeds.size());
}

void it_stays_within_its_limits() {
    double fastest_mps = 0.0;
    double widest_m = 0.0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        for (std::int64_t tick = 0; tick < 120'000; tick += 20) {
            const LeaderWish wish = leader_wish(with_seed(seed), tick);
            TEST_ASSERT_TRUE(wish.speed_mps >= 0.0 && wish.speed_mps <= limits.highest_speed_mps);
            TEST_ASSERT_TRUE(magnitude(wish.offset_m) <= limits.largest_offset_m);
            fastest_mps = maximum(fastest_mps, wish.speed_mps);
            widest_m = maximum(widest_m, magnitude(wish.offset_m));
        }
    }
    // And makes use of them.
    TEST_ASSERT_TRUE(fastest_mps > 17.0);
    TEST_ASSERT_TRUE(widest_m > 1.1);
}

/// From rest in the road's middle; no jump aside, and no jump up but where it brakes hard.
void it_changes_gently_except_when_it_brakes() {
    int hard_brakings = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        LeaderWish before = leader_wish(with_seed(seed), 0);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, before.speed_mps);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, before.offset_m);
        for (std::int64_t tick = 1; tick < 60'000; ++tick) {
            const LeaderWish wish = leader_wish(with_seed(seed), tick);
            const double up_mps = wish.speed_mps - before.speed_mps;
            // Between two legs it may gain or lose what the limits are apart, over a leg.
            TEST_ASSERT_TRUE(up_mps <= 0.001 * (13.0 / 6.0) + 1e-9);
            if (up_mps < -0.001 * (13.0 / 6.0) - 1e-9) ++hard_brakings;
            TEST_ASSERT_TRUE(magnitude(wish.offset_m - before.offset_m) <=
                             0.001 * 2.4 * 1.5 / 6.0 + 1e-9);
            before = wish;
        }
    }
    TEST_ASSERT_GREATER_THAN(20, hard_brakings);
    LeaderLimits calm = limits;
    calm.hard_brake_share = 0.0;
    for (std::int64_t tick = 10'000; tick < 60'000; tick += 20)
        TEST_ASSERT_TRUE(leader_wish(calm, tick).speed_mps >= limits.lowest_speed_mps);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_same_seed_is_the_same_leader);
    RUN_TEST(it_stays_within_its_limits);
    RUN_TEST(it_changes_gently_except_when_it_brakes);
    return UNITY_END();
}
