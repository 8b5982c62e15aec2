// SPDX-License-Identifier: Apache-2.0
// Vehicle files with one mistake each: the complaint names file, line, key and remedy.
#include <toml++/toml.h>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "model/config/table_reader.h"
#include "model/vehicle/longitudinal_parameters.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

namespace {

std::string file_text(const std::string& name) {
    std::ifstream file("model/data/vehicles/" + name + ".toml");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string complaint(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("car.toml"));
    TableReader reader(table);
    try {
        (void)LongitudinalParameters::from_toml(reader);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

/// The shipped file with `from` replaced by `to` must be refused with a line that has `part` in it.
void refuses(const std::string& vehicle, const std::string& from, const std::string& to,
             const std::string& part) {
    std::string text = file_text(vehicle);
    const std::size_t place = text.find(from);
    TEST_ASSERT_TRUE_MESSAGE(place != std::string::npos, from.c_str());
    text.replace(place, from.size(), to);
    const std::string found = complaint(text);
    const bool names_file_and_line = found.rfind("car.toml:", 0) == 0 && found[9] >= '1' &&
                                     found[9] <= '9' && found.find('\n') == std::string::npos;
    if (!names_file_and_line || found.find(part) == std::string::npos) {
        TEST_ASSERT_EQUAL_STRING((to + " -> " + part).c_str(), found.c_str());
    }
}

void shipped_vehicles_are_fine() {
    for (const char* name : {"focus-2.0-mt", "focus-paper", "truck-paper"}) {
        TEST_ASSERT_EQUAL_STRING("", complaint(file_text(name)).c_str());
    }
}

void the_line_is_right() {
    std::string text = file_text("focus-2.0-mt");
    const std::size_t place = text.find("mass_kg = 1470");
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(place), '\n') + 1;
    text.replace(place, 14, "mass_kg = -147");
    const std::string expected =
        "car.toml:" + std::to_string(line) + ": mass_kg: found -147; must be between 50 and 60000";
    TEST_ASSERT_EQUAL_STRING(expected.c_str(), complaint(text).c_str());
}

void missing_keys() {
    TEST_ASSERT_TRUE(complaint("").find("car.toml:1: name: missing") == 0);
    refuses("focus-2.0-mt", "mass_kg = 1470", "", "mass_kg: missing");
    refuses("focus-2.0-mt", "manifold_lag_s = 0.08", "", "engine.manifold_lag_s: missing");
    refuses("focus-2.0-mt", "[brake]", "[brakes]", "brake: missing; rename \"brakes\"");
    refuses("focus-2.0-mt", "f1_n_per_mps = 0.0", "", "road_load.f1_n_per_mps: missing");
    refuses("focus-paper", "delta_2 = 0.04", "", "inertia.delta_2: missing");
}

void unknown_keys() {
    refuses("focus-2.0-mt", "dead_band_pedal", "colour = 1\ndead_band_pedal",
            "brake.colour: unknown key");
    refuses("focus-2.0-mt", "mass_kg = 1470", "mass_kg = 1470\nmas_kg = 1",
            "mas_kg: unknown key; did you mean \"mass_kg\"?");
    refuses("focus-paper", "kind = \"paper\"\n\n[road_load]",
            "kind = \"paper\"\ndead_band_pedal = 0.05\n\n[road_load]",
            "brake.dead_band_pedal: unknown key");
}

void wrong_types_and_units() {
    refuses("focus-2.0-mt", "mass_kg = 1470", "mass_kg = \"1470 kg\"", "found a text");
    refuses("focus-2.0-mt", "mass_kg = 1470", "mass_lb = 3240", "rename \"mass_lb\"");
    refuses("focus-2.0-mt", "speed_limit_enabled = false", "speed_limit_enabled = 0",
            "write true or false");
    refuses("focus-2.0-mt", "kind = \"capacity\"", "kind = \"magic\"",
            "clutch.kind: \"magic\" is not one of \"capacity\", \"paper\"");
    refuses("focus-2.0-mt", "ratios = [3.417,", "ratios = [\"3.417\",",
            "gearbox.ratios: found a text");
}

void impossible_values() {
    refuses("focus-2.0-mt", "mass_kg = 1470", "mass_kg = 0", "between 50 and 60000");
    refuses("focus-2.0-mt", "mass_kg = 1470", "mass_kg = nan", "mass_kg: found nan");
    refuses("focus-2.0-mt", "wheel_radius_m = 0.308", "wheel_radius_m = inf", "found inf");
    refuses("focus-2.0-mt", "engine_kgm2 = 0.17", "engine_kgm2 = 0", "inertia.engine_kgm2");
    refuses("focus-2.0-mt", "efficiencies = [0.93,", "efficiencies = [1.01,", "between 0.1 and 1");
    refuses("focus-2.0-mt", "static_to_sliding_ratio = 1.12", "static_to_sliding_ratio = 0.99",
            "between 1 and 2");
    refuses("focus-2.0-mt", "[  18.8", "[   nan", "engine.map.net_torque_nm: found nan");
    refuses("focus-2.0-mt", "f0_n = 165.8", "f0_n = -1", "road_load.f0_n");
}

void maps_must_be_monotonic_and_complete() {
    refuses("focus-2.0-mt", "speed_rpm = [600, 800,", "speed_rpm = [800, 600,",
            "engine.map.speed_rpm: number 2 is not greater than the one before");
    refuses("focus-2.0-mt", "accelerator = [0, 0.05,", "accelerator = [0, 0,",
            "engine.map.accelerator: number 2");
    refuses("focus-2.0-mt", "speed_rpm = [500, 800,", "speed_rpm = [900, 800,",
            "engine.drag.speed_rpm: number 2");
    refuses("focus-2.0-mt", "pedal = [0.00, 0.25,", "pedal = [0.25, 0.25,",
            "clutch.pedal: number 2");
    refuses("focus-2.0-mt", "torque_nm = [300, 300, 298,", "torque_nm = [300, 290, 298,",
            "clutch.torque_nm: number 3 is greater");
    refuses("focus-2.0-mt", "torque_nm = [300, 300, 298,", "torque_nm = [300, 298,",
            "clutch.torque_nm: found 21 numbers; write 22");
    refuses("focus-2.0-mt", "speed_rpm = [600, 800,", "speed_rpm = [600,",
            "net_torque_nm: found 16 rows; write 15");
    refuses("focus-2.0-mt", "ratios = [3.417, 2.136,", "ratios = [2.136, 3.417,",
            "gearbox.ratios: number 2 is not less");
    refuses("focus-2.0-mt", "ratios = [3.417, 2.136,", "ratios = [9, 8, 7, 6, 3.417, 2.136,",
            "gearbox.ratios: found 9 gears");
}

void pairs_must_be_in_order() {
    refuses("focus-paper", "begins_to_open_pedal = 0.30", "begins_to_open_pedal = 0.70",
            "clutch.fully_open_pedal: not greater than begins_to_open_pedal");
    refuses("focus-2.0-mt", "back_below_rpm = 1100", "back_below_rpm = 1400",
            "engine.fuel_cut.cut_above_rpm: not greater");
    refuses("focus-2.0-mt", "soft_speed_rpm = 6700", "soft_speed_rpm = 6800",
            "engine.limiter.hard_speed_rpm: not greater");
    refuses("focus-2.0-mt", "stall_speed_rpm = 380", "stall_speed_rpm = 750",
            "engine.stall_speed_rpm: not below the idle speed");
    refuses("focus-2.0-mt", "ends_at_accelerator = 0.10", "ends_at_accelerator = 0.02",
            "engine.governor.ends_at_accelerator");
    refuses("focus-2.0-mt", "firing_speed_rpm = 150", "firing_speed_rpm = 300",
            "engine.starter.free_speed_rpm");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(shipped_vehicles_are_fine);
    RUN_TEST(the_line_is_right);
    RUN_TEST(missing_keys);
    RUN_TEST(unknown_keys);
    RUN_TEST(wrong_types_and_units);
    RUN_TEST(impossible_values);
    RUN_TEST(maps_must_be_monotonic_and_complete);
    RUN_TEST(pairs_must_be_in_order);
    return UNITY_END();
}
