// SPDX-License-Identifier: Apache-2.0
// What no vehicle on the road is: each number has a lowest and a highest value, and some must fit
// others. At the border a file is read, beyond it is refused by one line that names the key.
#include "model/vehicle/physical_ranges.h"

#include <toml++/toml.h>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "model/vehicle/car_parameters.h"
#include "model/vehicle/longitudinal_parameters.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

namespace {

std::string focus_text() {
    std::ifstream file("model/data/vehicles/focus-2.0-mt.toml");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The Focus with another value for the first key of that name.
std::string with(std::string text, const std::string& key, const std::string& value) {
    std::size_t at = text.find(key + " = ");
    while (at != std::string::npos && text[at - 1] != '\n' && text[at - 1] != ' ')
        at = text.find(key + " = ", at + 1);
    TEST_ASSERT_TRUE_MESSAGE(at != std::string::npos, key.c_str());
    at += key.size() + 3;
    const std::size_t end =
        text[at] == '[' ? text.find(']', at) + 1 : text.find_first_of("\n,#}", at);
    return text.replace(at, end - at, value + " ");
}

std::string complaint(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("car.toml"));
    TableReader reader(table);
    try {
        (void)CarParameters::from_toml(reader);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

void refuses(const std::string& text, const std::string& key, const std::string& words) {
    const std::string found = complaint(text);
    if (found.rfind("car.toml:", 0) != 0 || found.find('\n') != std::string::npos ||
        found.find(key) == std::string::npos || found.find(words) == std::string::npos)
        TEST_ASSERT_EQUAL_STRING((key + ": " + words).c_str(), found.c_str());
}

struct Border {
    const char* key;
    const char* inside;
    const char* outside;
};

// Inside, another key may no longer fit; the range of this one must not complain.
constexpr Border borders[] = {
    {"mass_kg", "50", "49.9"},
    {"mass_kg", "60000", "60001"},
    {"wheel_radius_m", "0.1", "0.099"},
    {"wheel_radius_m", "2", "2.01"},
    {"engine_kgm2", "0.001", "0.00099"},
    {"engine_kgm2", "50", "50.1"},
    {"disc_kgm2", "0", "-1e-9"},
    {"disc_kgm2", "10", "10.1"},
    {"wheels_kgm2", "5000", "1e300"},
    {"shafts_kgm2", "100", "1e300"},
    {"manifold_lag_s", "0.001", "0.00099"},
    {"manifold_lag_s", "10", "10.1"},
    {"stall_speed_rpm", "1", "0.9"},
    {"idle_speed_rpm", "1000", "30001"},
    {"hard_speed_rpm", "30000", "30001"},
    {"torque_at_rest_nm", "100000", "100001"},
    {"full_torque_nm", "100000", "1e300"},
    {"ratios", "[50, 2.136, 1.448, 1.028, 0.1]", "[50.1, 2.136, 1.448, 1.028, 0.8]"},
    {"ratios", "[3.4, 2.136, 1.448, 1.028, 0.1]", "[3.4, 2.136, 1.448, 1.028, 0.09]"},
    {"efficiencies", "[0.1, 1, 1, 1, 1]", "[0.09, 1, 1, 1, 1]"},
    {"reverse_ratio", "50", "1e300"},
    {"reverse_efficiency", "0.1", "1e-300"},
    {"final_drive_ratio", "50", "1e300"},
    {"final_drive_ratio", "0.1", "1e-300"},
    {"reverse_below_mps", "10", "1e300"},
    {"full_wheel_torque_nm", "1000000", "1e300"},
    {"f0_n", "100000", "1e300"},
    {"f1_n_per_mps", "-10000", "-1e300"},
    {"f2_n_per_mps2", "1000", "1e300"},
    {"roll_inertia_kgm2", "10000000", "1e300"},
    {"pitch_inertia_kgm2", "10000000", "1e300"},
    {"roll_stiffness_nmprad", "1e9", "1e300"},
    {"roll_damping_nmsprad", "1", "1e-300"},
    {"unsprung_mass_kg", "10000", "1e300"},
    {"nominal_load_n", "50", "1e-300"},
    {"lock_preload_nm", "100000", "1e300"},
    {"up_pressed_rpm", "6700", "1e300"},
    {"largest_mps2", "100", "1e300"},
    {"falls_above_mps", "0.1", "1e-300"},
    {"lowest_mps", "-150", "-1e300"},
    {"highest_mps", "150", "1e300"},
};

void each_number_has_a_lowest_and_a_highest_value() {
    TEST_ASSERT_EQUAL_STRING("", complaint(focus_text()).c_str());
    for (const Border& border : borders) {
        const std::string inside = complaint(with(focus_text(), border.key, border.inside));
        TEST_ASSERT_TRUE_MESSAGE(
            inside.find(std::string(border.key) + ": found") == std::string::npos, inside.c_str());
        refuses(with(focus_text(), border.key, border.outside), border.key, "must be between");
    }
}

void torques_of_the_map_have_a_border() {
    std::string text = focus_text();
    const std::size_t at = text.find("  18.8");
    refuses(text.replace(at, 6, "1e300"), "net_torque_nm", "must be between -100000 and 100000");
}

/// 1470 kg on 2.64 m: 0.02 and 2 times m·L² = 10245 kg·m².
void the_yaw_inertia_fits_mass_and_wheelbase() {
    for (const char* good : {"205", "20490"})
        TEST_ASSERT_EQUAL_STRING("",
                                 complaint(with(focus_text(), "yaw_inertia_kgm2", good)).c_str());
    for (const char* bad : {"204", "20500", "1e-300", "1e300"})
        refuses(with(focus_text(), "yaw_inertia_kgm2", bad), "yaw_inertia_kgm2", "must be between");
}

void engine_speeds_are_in_order() {
    refuses(with(focus_text(), "stall_speed_rpm", "800"), "stall_speed_rpm", "idle speed");
    refuses(with(with(focus_text(), "soft_speed_rpm", "700"), "hard_speed_rpm", "6800"), "limiter",
            "not above the idle speed");
    refuses(with(focus_text(), "back_below_rpm", "740"), "fuel_cut", "not above the idle speed");
    refuses(with(focus_text(), "up_pressed_rpm", "6701"), "up_pressed_rpm", "soft_speed_rpm");
    refuses(with(focus_text(), "clutch_closed_rpm", "6701"), "clutch_closed_rpm", "soft_speed_rpm");
    refuses(with(focus_text(), "clutch_open_rpm", "379"), "clutch_open_rpm", "stall_speed_rpm");
}

/// Wheelbase 2.64 m and front overhang 0.89 m make 3.53 m; the front wheels are 1.535 m apart.
void the_outline_holds_the_wheels() {
    TEST_ASSERT_EQUAL_STRING("", complaint(with(focus_text(), "length_m", "3.54")).c_str());
    refuses(with(focus_text(), "length_m", "3.52"), "length_m", "at least 3.53");
    TEST_ASSERT_EQUAL_STRING("", complaint(with(focus_text(), "width_m", "1.23")).c_str());
    refuses(with(focus_text(), "width_m", "1.22"), "width_m", "at least 1.228");
}

void both_axles_carry() {
    TEST_ASSERT_EQUAL_STRING("", complaint(with(focus_text(), "to_front_axle_m", "0.06")).c_str());
    for (const char* bad : {"0.05", "2.6", "-1", "1e-300"})
        refuses(with(focus_text(), "to_front_axle_m", bad), "to_front_axle_m", "wheelbase_m");
}

/// kind = "paper" makes the engine's inertia of δ2: 0.3 kg·m² there, and no grain of sand here.
void the_paper_has_an_engine_of_a_possible_inertia() {
    std::ifstream file("model/data/vehicles/focus-paper.toml");
    std::ostringstream stream;
    stream << file.rdbuf();
    const auto paper_complaint = [&stream](const char* delta_2, const char* final_drive) {
        const toml::table table = toml::parse(
            with(with(stream.str(), "delta_2", delta_2), "final_drive_ratio", final_drive),
            std::string_view("car.toml"));
        TableReader reader(table);
        try {
            (void)LongitudinalParameters::from_toml(reader);
        } catch (const ConfigError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    TEST_ASSERT_EQUAL_STRING("", paper_complaint("0.04", "4.07").c_str());
    TEST_ASSERT_TRUE(paper_complaint("0.0001", "50").find("delta_2: makes an engine") !=
                     std::string::npos);
    TEST_ASSERT_TRUE(paper_complaint("1e-300", "4.07").find("must be between") !=
                     std::string::npos);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(each_number_has_a_lowest_and_a_highest_value);
    RUN_TEST(torques_of_the_map_have_a_border);
    RUN_TEST(the_yaw_inertia_fits_mass_and_wheelbase);
    RUN_TEST(engine_speeds_are_in_order);
    RUN_TEST(the_outline_holds_the_wheels);
    RUN_TEST(both_axles_carry);
    RUN_TEST(the_paper_has_an_engine_of_a_possible_inertia);
    return UNITY_END();
}
