// SPDX-License-Identifier: Apache-2.0
// The same code learns and drives other cars: every shipped manual passenger car with at least
// 40 W/kg, and the Focus changed in one property at a time far beyond what cars differ in.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/integration/cycle_driver/cycle_drive.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using namespace ghostcar::tests;

void drives_nedc(const std::string& name, const std::string& vehicle, const Edit& edit) {
    const Lesson lesson = learn(vehicle, {}, edit);
    TEST_ASSERT_TRUE_MESSAGE(lesson.succeeded, name.c_str());
    const Drive result = drive(shipped_cycle("nedc"), lesson.car, vehicle, {}, edit);
    print(name, result);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(0, result.indices.excursions, name.c_str());
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, result.stalls + lesson.stalls, name.c_str());
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, result.blocked_shifts + lesson.blocked_shifts,
                                     name.c_str());
}

double number(const toml::node* node) {
    return node->value<double>().value();
}

/// `path` with a factor.
Edit scaled(const std::string& path, double factor) {
    return [path, factor](toml::table& car) {
        const std::size_t dot = path.find('.');
        toml::table* table = &car;
        std::string key = path;
        if (dot != std::string::npos) {
            table = car.get(path.substr(0, dot))->as_table();
            key = path.substr(dot + 1);
        }
        table->insert_or_assign(key, factor * number(table->get(key)));
    };
}

/// Engine and clutch this much stronger; drag stays.
Edit stronger(double factor) {
    return [factor](toml::table& car) {
        toml::array rows;
        for (const toml::node& row : *car["engine"]["map"]["net_torque_nm"].as_array()) {
            toml::array changed;
            for (const toml::node& torque : *row.as_array()) {
                const double value = number(&torque);
                changed.push_back(value > 0.0 ? value * factor : value);
            }
            rows.push_back(changed);
        }
        car["engine"]["map"].as_table()->insert_or_assign("net_torque_nm", rows);
        toml::array capacity;
        for (const toml::node& torque : *car["clutch"]["torque_nm"].as_array()) {
            capacity.push_back(number(&torque) * factor);
        }
        car["clutch"].as_table()->insert_or_assign("torque_nm", capacity);
        scaled("clutch.full_torque_nm", factor)(car);
    };
}

/// The clutch takes hold elsewhere in its travel.
Edit clutch_moved(double by) {
    return [by](toml::table& car) {
        const toml::array& pedals = *car["clutch"]["pedal"].as_array();
        toml::array moved;
        for (std::size_t i = 0; i < pedals.size(); ++i) {
            const bool end = i == 0 || i + 1 == pedals.size();
            moved.push_back(number(&pedals[i]) + (end ? 0.0 : by));
        }
        car["clutch"].as_table()->insert_or_assign("pedal", moved);
    };
}

void six_gears(toml::table& car) {
    car["gearbox"].as_table()->insert_or_assign("ratios",
                                                toml::array{3.6, 2.1, 1.4, 1.05, 0.85, 0.7});
    car["gearbox"].as_table()->insert_or_assign("efficiencies",
                                                toml::array{0.93, 0.94, 0.95, 0.95, 0.95, 0.95});
}

void four_gears(toml::table& car) {
    car["gearbox"].as_table()->insert_or_assign("ratios", toml::array{3.6, 2.1, 1.35, 0.9});
    car["gearbox"].as_table()->insert_or_assign("efficiencies",
                                                toml::array{0.93, 0.94, 0.95, 0.95});
}

void every_shipped_car() {
    for (const auto& file : std::filesystem::directory_iterator("model/data/vehicles")) {
        const std::string vehicle = file.path().stem().string();
        const WiredCar car(".", vehicle);
        const model::LongitudinalParameters& parameters = car.parameters();
        double power_w = 0.0;
        for (double rpm = 1000.0; rpm < 8000.0; rpm += 100.0) {
            const double radps = rpm * model::radps_per_rpm;
            power_w = model::maximum(power_w, radps * parameters.engine.torque_nm.at(radps, 1.0));
        }
        constexpr double heaviest_passenger_car_kg = 3500.0;
        if (parameters.mass_kg > heaviest_passenger_car_kg || power_w < 40.0 * parameters.mass_kg) {
            continue;
        }
        drives_nedc(vehicle, vehicle, [](toml::table&) {});
    }
}

void other_bodies() {
    drives_nedc("light", "focus-2.0-mt", scaled("mass_kg", 0.65));
    drives_nedc("heavy", "focus-2.0-mt", scaled("mass_kg", 1.6));
    drives_nedc("square", "focus-2.0-mt", scaled("road_load.f2_n_per_mps2", 1.6));
}

void other_engines() {
    drives_nedc("weak, 42 W/kg", "focus-2.0-mt", stronger(0.6));
    drives_nedc("strong", "focus-2.0-mt", stronger(2.0));
    drives_nedc("heavy flywheel", "focus-2.0-mt", scaled("inertia.engine_kgm2", 2.0));
    drives_nedc("light flywheel", "focus-2.0-mt", scaled("inertia.engine_kgm2", 0.6));
    drives_nedc("slow manifold", "focus-2.0-mt", scaled("engine.manifold_lag_s", 3.0));
}

void other_drivelines() {
    drives_nedc("long gears", "focus-2.0-mt", scaled("gearbox.final_drive_ratio", 0.75));
    drives_nedc("short gears", "focus-2.0-mt", scaled("gearbox.final_drive_ratio", 1.25));
    drives_nedc("six gears", "focus-2.0-mt", six_gears);
    drives_nedc("four gears", "focus-2.0-mt", four_gears);
    drives_nedc("high clutch", "focus-2.0-mt", clutch_moved(0.2));
    drives_nedc("low clutch", "focus-2.0-mt", clutch_moved(-0.2));
}

void other_brakes() {
    drives_nedc("sharp brake", "focus-2.0-mt", scaled("brake.full_wheel_torque_nm", 2.0));
    drives_nedc("soft brake", "focus-2.0-mt", scaled("brake.full_wheel_torque_nm", 0.6));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_shipped_car);
    RUN_TEST(other_bodies);
    RUN_TEST(other_engines);
    RUN_TEST(other_drivelines);
    RUN_TEST(other_brakes);
    return UNITY_END();
}
