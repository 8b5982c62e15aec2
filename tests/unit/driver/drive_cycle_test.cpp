// SPDX-License-Identifier: Apache-2.0
// Drive cycles: look-up at any tick against a plain search, orders, remarks, and what the reader
// refuses. The files themselves are read by tests/integration/program/drive_trace_test.py.
#include "model/driver/drive_cycle.h"

#include <stdexcept>
#include <string>

#include "model/config/config_error.h"
#include "model/driver/cycle_warnings.h"
#include "model/driver/drive_cycle_reader.h"
#include "model/math/noise.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

DriveCycle read(const std::string& text) {
    return read_drive_cycle(text, "my.csv", "my");
}

std::string error_of(const std::string& text) {
    try {
        read(text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

void require_part(const std::string& text, const char* part) {
    TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, text.c_str());
}

/// What look-up has to give, found by walking along.
double searched_speed(const std::vector<CycleSample>& samples, double t_s) {
    if (t_s <= samples.front().t_s) return samples.front().v_kph;
    for (std::size_t i = 1; i < samples.size(); ++i) {
        if (t_s > samples[i].t_s) continue;
        const double share = (t_s - samples[i - 1].t_s) / (samples[i].t_s - samples[i - 1].t_s);
        return blend(samples[i - 1].v_kph, samples[i].v_kph, share);
    }
    return samples.back().v_kph;
}

void any_tick_is_found_at_any_rate() {
    // Steps in seconds: even, uneven, break-points far apart, finer than a tick.
    const double scales[] = {1.0, 0.1, 0.001, 0.0004, 37.0};
    std::uint64_t seed = 1;
    for (const double scale : scales) {
        for (const double unevenness : {0.0, 0.9}) {
            ++seed;
            std::vector<CycleSample> samples;
            double t_s = seed % 2 == 0 ? 0.0 : 0.7 * scale;
            for (std::uint64_t i = 0; i < 500; ++i) {
                CycleSample sample;
                sample.t_s = t_s;
                sample.v_kph = 130.0 * uniform_noise(seed, 0, i);
                samples.push_back(sample);
                t_s += scale * (1.0 + unevenness * (uniform_noise(seed, 1, i) - 0.5));
            }
            const DriveCycle cycle("random", {}, samples);
            const std::int64_t last = cycle.duration_ticks() + 5;
            const std::int64_t stride = last / 20'000 + 1;
            for (std::int64_t tick = 0; tick <= last; tick += stride) {
                const double time_s = static_cast<double>(tick) * 0.001;
                if (time_s > samples.back().t_s) continue;
                const std::string where =
                    "seed " + std::to_string(seed) + " tick " + std::to_string(tick);
                TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, searched_speed(samples, time_s),
                                                  cycle.speed_kph(tick), where.c_str());
            }
        }
    }
}

void ends_hold_their_speed() {
    const DriveCycle cycle = read("t_s,v_kph\n0.5,10\n1.5,20\n");
    TEST_ASSERT_EQUAL_DOUBLE(10.0, cycle.speed_kph(0));
    TEST_ASSERT_EQUAL_DOUBLE(10.0, cycle.speed_kph(500));
    TEST_ASSERT_EQUAL_DOUBLE(15.0, cycle.speed_kph(1000));
    TEST_ASSERT_EQUAL_DOUBLE(20.0, cycle.speed_kph(1500));
    TEST_ASSERT_EQUAL_DOUBLE(20.0, cycle.speed_kph(1'000'000));
    TEST_ASSERT_EQUAL_DOUBLE(10.0, cycle.speed_kph(-5));
    TEST_ASSERT_EQUAL_INT64(1500, cycle.duration_ticks());
}

void orders_hold_until_the_next_sample() {
    const DriveCycle cycle = read(
        "t_s,v_kph,gear,grade_pct\n0,0,PM,0\n1,0,K1,0\n2,0,1,0\n3,15,1>2,0\n5,15,2,0\n"
        "6,20,,10\n8,0,off,0\n9,0,0,0\n");
    TEST_ASSERT_EQUAL_INT64(0, cycle.order(999).gear);
    TEST_ASSERT_FALSE(cycle.order(999).clutch_down);
    TEST_ASSERT_EQUAL_INT64(1, cycle.order(1000).gear);
    TEST_ASSERT_TRUE(cycle.order(1000).clutch_down);
    TEST_ASSERT_EQUAL_INT64(1, cycle.order(2000).gear);
    TEST_ASSERT_FALSE(cycle.order(2999).changing);
    TEST_ASSERT_TRUE(cycle.order(3000).changing);
    TEST_ASSERT_EQUAL_INT64(2, cycle.order(4999).gear);
    TEST_ASSERT_FALSE(cycle.order(5000).changing);
    TEST_ASSERT_EQUAL_INT64(GearOrder::free, cycle.order(6000).gear);
    TEST_ASSERT_TRUE(cycle.order(8500).engine_off);
    TEST_ASSERT_FALSE(cycle.order(9000).engine_off);
    TEST_ASSERT_EQUAL_DOUBLE(0.05, cycle.grade(5500));
    TEST_ASSERT_EQUAL_DOUBLE(0.10, cycle.grade(6000));
    TEST_ASSERT_TRUE(cycle.prescribes_gears());
}

void remarks_are_read() {
    const DriveCycle cycle = read(
        "# description: to work\n# tolerance_kph: 3.2\n# anything else\n# phase: town 0\n"
        "# phase: road 60.5\nt_s,v_kph\n0,0\n100,36\n");
    TEST_ASSERT_EQUAL_STRING("to work", cycle.remarks().description.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(3.2, cycle.remarks().tolerance_kph);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, cycle.remarks().tolerance_s);
    TEST_ASSERT_EQUAL_UINT(2, cycle.remarks().phases.size());
    TEST_ASSERT_EQUAL_STRING("road", cycle.remarks().phases[1].name.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(60.5, cycle.remarks().phases[1].from_s);
    TEST_ASSERT_EQUAL_DOUBLE(500.0, cycle.distance_m());
    TEST_ASSERT_EQUAL_DOUBLE(36.0, cycle.maximum_kph());
    require_part(error_of("# phase: town\nt_s,v_kph\n0,0\n1,1\n"), "phase");
    require_part(error_of("# phase: b 9\n# phase: a 3\nt_s,v_kph\n0,0\n1,1\n"), "rising");
    require_part(error_of("# tolerance_s: wide\nt_s,v_kph\n0,0\n1,1\n"), "tolerance_s");
}

void wrong_cycles_are_one_line() {
    const struct {
        const char* text = nullptr;
        const char* part = nullptr;
    } rows[] = {
        {"t_s,v_kph,lap\n0,0,1\n1,0,1\n", "my.csv:1: the column \"lap\" is unknown; "},
        {"t_s,gear\n0,1\n1,1\n", "my.csv:1: the header has no column v_kph"},
        {"v_kph\n0\n1\n", "no column t_s"},
        {"t_s,v_kph\n0,0\n1,-1\n", "my.csv:3: v_kph: found \"-1\"; must be between 0 and 500"},
        {"t_s,v_kph\n-1,0\n1,1\n", "my.csv:2: t_s"},
        {"t_s,v_kph\n0,0\n86401,1\n", "86400"},
        {"t_s,v_kph,gear\n0,0,9\n1,0,1\n", "\"9\" is not a gear"},
        {"t_s,v_kph,gear\n0,0,third\n1,0,1\n", "is not a gear"},
        {"t_s,v_kph,gear\n0,0,K\n1,0,1\n", "is not a gear"},
        {"t_s,v_kph,gear\n0,0,1>\n1,0,1\n", "is not a gear"},
        {"t_s,v_kph,gear\n0,0,>2\n1,0,1\n", "is not a gear"},
        {"t_s,v_kph,grade_pct\n0,0,60\n1,0,0\n", "grade_pct"},
        {"t_s,v_kph,grade_pct\n0,0,\n1,0,0\n", "grade_pct is missing"},
        {"t_s,v_kph\n0,0\n", "one row"},
        {"t_s,v_kph\n0,0\n1,1\n\n# pause\n1,2\n", "my.csv:6: the time 1 s appears twice"},
    };
    for (const auto& row : rows) {
        const std::string error = error_of(row.text);
        require_part(error, row.part);
        TEST_ASSERT_TRUE_MESSAGE(error.find('\n') == std::string::npos, error.c_str());
    }
}

void bad_samples_are_refused() {
    const auto refused = [](std::vector<CycleSample> samples) {
        try {
            const DriveCycle cycle("bad", {}, std::move(samples));
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CycleSample zero;
    CycleSample one;
    one.t_s = 1.0;
    CycleSample late;
    late.t_s = 1e9;
    TEST_ASSERT_TRUE(refused({}));
    TEST_ASSERT_TRUE(refused({zero}));
    TEST_ASSERT_TRUE(refused({one, zero}));
    TEST_ASSERT_TRUE(refused({one, one}));
    TEST_ASSERT_TRUE(refused({zero, late}));
    TEST_ASSERT_FALSE(refused({zero, one}));
}

void oddities_are_warned_about() {
    const auto warnings = [](const std::string& rows, const CarAbility& ability) {
        return cycle_warnings(read("t_s,v_kph\n" + rows).samples(), ability);
    };
    std::string even;
    for (int i = 0; i < 60; ++i) even += std::to_string(i) + ",30\n";
    TEST_ASSERT_TRUE(warnings(even, {}).empty());
    const auto gap = warnings(even + "70,30\n71,30\n75,30\n", {});
    TEST_ASSERT_EQUAL_UINT(1, gap.size());
    require_part(gap[0], "2 gaps in the times (mostly 1 s), the longest 11 s after 59 s");
    // Break-points: long steps are meant.
    TEST_ASSERT_TRUE(warnings("0,0\n10,50\n11,50\n200,50\n230,0\n", {}).empty());

    CarAbility weak;
    weak.acceleration_mps2 = 2.0;
    weak.deceleration_mps2 = 5.0;
    weak.power_w_per_kg = 20.0;
    weak.top_speed_kph = 100.0;
    TEST_ASSERT_TRUE(warnings("0,0\n10,50\n20,50\n30,0\n", weak).empty());
    require_part(warnings("0,0\n1,8\n2,16\n", weak)[0], "2 jumps beyond the car's ability");
    require_part(warnings("0,80\n1,60\n2,60\n", weak)[0], "1 jump beyond the car's ability");
    require_part(warnings("0,90\n10,98\n20,98\n", {6.0, 9.0, 5.0, 300.0})[0], "1 jump");  // power
    require_part(warnings("0,90\n100,101\n", weak)[0], "beyond the car's top speed of 100 km/h");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(any_tick_is_found_at_any_rate);
    RUN_TEST(ends_hold_their_speed);
    RUN_TEST(orders_hold_until_the_next_sample);
    RUN_TEST(remarks_are_read);
    RUN_TEST(wrong_cycles_are_one_line);
    RUN_TEST(bad_samples_are_refused);
    RUN_TEST(oddities_are_warned_about);
    return UNITY_END();
}
