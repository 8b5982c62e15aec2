// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/manoeuvre.h"

#include <cmath>

#include "model/config/csv_reader.h"

namespace ghostcar::model {
namespace {

constexpr const char* ideal_columns = "t_s,road_wheel_angle_rad,drive_accel_mps2";
constexpr const char* pedal_columns = "t_s,steer,throttle,brake,clutch,gear";

// A day: more is a wrong unit.
constexpr Range times = Range::between(-86'400.0, 86'400.0);
constexpr Range accelerations = Range::between(-1000.0, 1000.0);
constexpr Range pedal = Range::between(0.0, 1.0);

constexpr double steps_per_s = 1.0 / Car::default_step_s;

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ",") + name;
    return result;
}

Manoeuvre::Kind kind_of(const CsvReader& csv) {
    const std::string header = joined(csv.header());
    if (header == ideal_columns) return Manoeuvre::Kind::ideal;
    if (header == pedal_columns) return Manoeuvre::Kind::pedals;
    csv.fail("the header is neither of the two kinds",
             "write the header " + std::string(ideal_columns) + " or " + pedal_columns);
}

std::int64_t whole_number(const CsvReader& csv, std::size_t column, Range range) {
    const double value = csv.number(column, range);
    if (std::floor(value) != value)
        csv.fail(
            csv.header()[column] + ": " + std::string(csv.cell(column)) + " is not a whole number",
            "-1 is reverse, 0 neutral, 1 the first gear");
    return static_cast<std::int64_t>(value);
}

Controls controls_from(const CsvReader& csv, const CarParameters& parameters) {
    Controls controls;
    controls.key = Key::on;
    controls.steer = csv.number(1, Range::between(-1.0, 1.0));
    controls.accelerator = csv.number(2, pedal);
    controls.brake = csv.number(3, pedal);
    controls.clutch = csv.number(4, pedal);
    controls.gear = whole_number(
        csv, 5, Range::between(-1.0, static_cast<double>(parameters.powertrain.gearbox.gears)));
    return controls;
}

}  // namespace

Manoeuvre::Manoeuvre(std::string_view text, const std::string& path,
                     const CarParameters& parameters) {
    CsvReader csv(text, path, std::string(ideal_columns) + " or " + pedal_columns);
    kind_ = kind_of(csv);
    const double largest_rad = parameters.steering.largest_angle_rad;
    while (csv.next()) {
        Row row;
        row.t_s = csv.number(0, times);
        row.tick = static_cast<std::int64_t>(std::floor(row.t_s * steps_per_s + 0.5));
        if (!rows_.empty()) {
            csv.require_rising(rows_.back().t_s, row.t_s);
            if (row.tick == rows_.back().tick)
                csv.fail("the times " + short_text(rows_.back().t_s) + " and " +
                             short_text(row.t_s) + " s are the same tick",
                         "leave at least 1 ms between two rows");
        }
        if (kind_ == Kind::ideal) {
            row.road_wheel_angle_rad = csv.number(1, Range::between(-largest_rad, largest_rad));
            row.drive_mps2 = csv.number(2, accelerations);
        } else {
            row.controls = controls_from(csv, parameters);
        }
        rows_.push_back(row);
    }
    if (rows_.empty()) csv.fail("the file has a header and no rows", "write one row a sample");
}

CarState Manoeuvre::start(const Car& car, double speed_mps,
                          double road_wheel_angle_rad) const noexcept {
    CarState state = car.initial(0.0, 0.0, 0.0, speed_mps);
    state.road_wheel_angle_rad = road_wheel_angle_rad;
    if (kind_ == Kind::pedals) {
        state.drive.lever = rows_.front().controls.gear;
        state.drive.gear = rows_.front().controls.gear;
        car.set_running(state);
    }
    return state;
}

void Manoeuvre::drive(const Car& car, CarState& state, std::size_t row) const noexcept {
    const Row& held = rows_[row];
    const Ground flat;
    for (std::int64_t tick = held.tick; tick < rows_[row + 1].tick; ++tick) {
        if (kind_ == Kind::ideal) {
            car.step_ideal(state, held.road_wheel_angle_rad, held.drive_mps2);
        } else {
            car.step(state, held.controls, false, flat);
        }
    }
}

}  // namespace ghostcar::model
