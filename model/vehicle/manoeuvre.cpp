// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/manoeuvre.h"

#include <cmath>
#include <string>

#include "model/config/csv_reader.h"

namespace ghostcar::model {
namespace {

constexpr const char* ideal_columns = "t_s,road_wheel_angle_rad,drive_accel_mps2";
constexpr const char* pedal_columns = "t_s,steer,throttle,brake,clutch,gear";

// A day: more is a wrong unit.
constexpr Range times = Range::between(-86'400.0, 86'400.0);
constexpr Range accelerations = Range::between(-1000.0, 1000.0);
constexpr Range pedal = Range::between(0.0, 1.0);

// A limiter cuts the fuel and does not hold an engine that the wheels turn: it stands this much
// more.
constexpr double overspeed = 1.25;

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

/// Of all that a row of the output is made of.
bool is_finite(const CarState& car) noexcept {
    const PlanarMotion& motion = car.motion;
    bool finite = std::isfinite(car.drive.engine_speed_radps);
    for (const double value : {motion.x_m, motion.y_m, motion.yaw_rad, motion.forward_mps,
                               motion.left_mps, motion.yaw_rate_radps, car.roll_rad, car.pitch_rad})
        finite = finite && std::isfinite(value);
    for (const WheelState& wheel : car.wheels)
        finite = finite && std::isfinite(wheel.spin_radps) && std::isfinite(wheel.load_n);
    return finite;
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

std::string Manoeuvre::wrong_first_gear(const CarParameters& parameters, double speed_mps) const {
    const std::int64_t gear = rows_.front().controls.gear;
    if (kind_ == Kind::ideal || gear == 0) return "";
    const GearboxParameters& gearbox = parameters.powertrain.gearbox;
    const double ratio =
        gear < 0 ? -gearbox.reverse_ratio : gearbox.ratios[static_cast<std::size_t>(gear - 1)];
    const double engine_radps =
        speed_mps / parameters.wheel_radius_m * ratio * gearbox.final_drive_ratio;
    const std::string found = "gear " + std::to_string(gear) + " at --speed-mps " +
                              short_text(speed_mps) + " turns the engine ";
    if (engine_radps < 0.0 && magnitude(speed_mps) > gearbox.reverse_below_mps)
        return found + "backward; choose a gear for this direction, or 0";
    if (engine_radps > overspeed * parameters.powertrain.engine.limiter_hard_radps)
        return found + "at " + short_text(std::floor(engine_radps / radps_per_rpm)) +
               " 1/min, far above its limiter; choose a higher gear, less speed, or 0";
    return "";
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

bool Manoeuvre::drive(const Car& car, CarState& state, std::size_t row) const noexcept {
    const Row& held = rows_[row];
    const Ground flat;
    for (std::int64_t tick = held.tick; tick < rows_[row + 1].tick; ++tick) {
        if (kind_ == Kind::ideal) {
            car.step_ideal(state, held.road_wheel_angle_rad, held.drive_mps2);
        } else {
            car.step(state, held.controls, false, flat);
        }
    }
    return is_finite(state);
}

}  // namespace ghostcar::model
