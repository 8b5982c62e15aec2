// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/learned_car.h"

#include <sstream>
#include <vector>

namespace ghostcar::model {
namespace {

template <std::size_t N>
void write(std::ostringstream& out, const char* key, const std::array<double, N>& values,
           std::size_t count = N) {
    out << key << " = [";
    for (std::size_t i = 0; i < count; ++i) out << (i == 0 ? "" : ", ") << values[i];
    out << "]\n";
}

template <std::size_t N>
void read(TableReader& reader, const char* key, std::array<double, N>& values, Range range,
          std::size_t count = N) {
    const std::vector<double> found = reader.numbers(key, range);
    if (found.size() != count) {
        reader.fail(key, "has " + std::to_string(found.size()) + " numbers",
                    "write " + std::to_string(count) + ", or let the robot learn the car again");
    }
    for (std::size_t i = 0; i < count; ++i) values[i] = found[i];
}

}  // namespace

double LearnedCar::pull(double engine_rpm, std::size_t index) const noexcept {
    const double position = clamp((engine_rpm - first_rpm) * (1.0 / rpm_step), 0.0,
                                  static_cast<double>(speed_points - 1));
    const auto row = static_cast<std::size_t>(to_integer(position, 0, speed_points - 2));
    return blend(pull_mps2[row][index], pull_mps2[row + 1][index],
                 position - static_cast<double>(row));
}

double LearnedCar::best_acceleration(std::int64_t gear, double speed_kph) const noexcept {
    const auto index = static_cast<std::size_t>(gear - 1);
    return gain[index] * pull(rpm(gear, speed_kph), accelerators.size() - 1) -
           drag_share[index] * coast(speed_kph * mps_per_kph);
}

std::string LearnedCar::to_toml() const {
    std::ostringstream out;
    out.precision(9);
    const auto count = static_cast<std::size_t>(gears);
    out << "# What the robot has learned of this car. Accelerations in m/s2, pedals 0 to 1.\n"
        << "idle_rpm = " << idle_rpm << "\n"
        << "gears = " << gears << "\n";
    write(out, "rpm_per_kph", rpm_per_kph, count);
    write(out, "coast_mps2", coast_mps2);
    out << "base_gear = " << base_gear << "\n";
    write(out, "gain", gain, count);
    write(out, "drag_share", drag_share, count);
    out << "touch_pedal = " << touch_pedal << "\n";
    write(out, "clutch_mps2", clutch_mps2);
    write(out, "brake_mps2", brake_mps2);
    out << "# One row each 250 1/min from 500 on; accelerator";
    for (const double accelerator : accelerators) out << " " << accelerator;
    out << "\npull_mps2 = [\n";
    for (const auto& row : pull_mps2) {
        out << "    [";
        for (std::size_t j = 0; j < row.size(); ++j) out << (j == 0 ? "" : ", ") << row[j];
        out << "],\n";
    }
    out << "]\n";
    return out.str();
}

LearnedCar LearnedCar::from_toml(TableReader& reader) {
    LearnedCar car;
    const auto any = Range::between(-100.0, 100.0);
    const auto positive = Range{0.0, 1e4, true};
    car.idle_rpm = reader.number("idle_rpm", Range::between(100.0, 3000.0));
    car.gears = reader.integer("gears", 1, most_gears);
    const auto count = static_cast<std::size_t>(car.gears);
    read(reader, "rpm_per_kph", car.rpm_per_kph, positive, count);
    read(reader, "coast_mps2", car.coast_mps2, any);
    car.base_gear = reader.integer("base_gear", 1, car.gears);
    read(reader, "gain", car.gain, positive, count);
    read(reader, "drag_share", car.drag_share, positive, count);
    car.touch_pedal = reader.number("touch_pedal", Range::between(0.0, 1.0));
    read(reader, "clutch_mps2", car.clutch_mps2, any);
    read(reader, "brake_mps2", car.brake_mps2, any);
    const std::vector<std::vector<double>> rows = reader.rows("pull_mps2", any);
    if (rows.size() != speed_points || rows.front().size() != accelerators.size()) {
        reader.fail("pull_mps2", "has the wrong size", "let the robot learn the car again");
    }
    for (std::size_t i = 0; i < speed_points; ++i) {
        for (std::size_t j = 0; j < accelerators.size(); ++j) car.pull_mps2[i][j] = rows[i][j];
    }
    return car;
}

}  // namespace ghostcar::model
