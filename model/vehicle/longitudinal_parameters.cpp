// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/longitudinal_parameters.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config/csv_reader.h"
#include "model/config/file_format.h"
#include "model/config/table_reader.h"
#include "model/vehicle/physical_ranges.h"

namespace ghostcar::model {
namespace {

using Numbers = std::vector<double>;

/// An axis of a table: at least two numbers, each greater than the one before.
Numbers axis(TableReader& reader, std::string_view key, Range range) {
    Numbers result = reader.numbers(key, range);
    if (result.size() < 2) {
        reader.fail(key, "found 1 number", "write at least two");
    }
    for (std::size_t i = 1; i < result.size(); ++i) {
        if (!(result[i - 1] < result[i])) {
            reader.fail(key,
                        "number " + std::to_string(i + 1) + " is not greater than the one before",
                        "write them in increasing order");
        }
    }
    return result;
}

Numbers values_of(TableReader& reader, std::string_view key, Range range, std::size_t count) {
    Numbers result = reader.numbers(key, range);
    if (result.size() != count) {
        reader.fail(key, "found " + std::to_string(result.size()) + " numbers",
                    "write " + std::to_string(count) + ", one for each point of its axis");
    }
    return result;
}

Numbers to_radps(Numbers rpm) {
    for (double& value : rpm) {
        value *= radps_per_rpm;
    }
    return rpm;
}

double speed_radps(TableReader& reader, std::string_view key) {
    return reader.number(key, physical::speed_rpm) * radps_per_rpm;
}

GovernorParameters read_governor(TableReader reader) {
    GovernorParameters result{};
    result.target_radps = speed_radps(reader, "idle_speed_rpm");
    result.proportional_nms =
        reader.number("proportional_nm_per_rpm", physical::governor_gain) / radps_per_rpm;
    result.integral_nm =
        reader.number("integral_nm_per_rpm_s", physical::governor_gain) / radps_per_rpm;
    result.lowest_nm = reader.number("lowest_torque_nm", Range::between(-1e4, 0.0));
    result.highest_nm = reader.number("highest_torque_nm", Range::between(0.0, 1e4));
    result.acts_below_accelerator =
        reader.number("acts_below_accelerator", Range::between(0.0, 1.0));
    result.ends_at_accelerator = reader.number("ends_at_accelerator", Range::between(0.0, 1.0));
    reader.require_less("acts_below_accelerator", result.acts_below_accelerator,
                        "ends_at_accelerator", result.ends_at_accelerator);
    reader.finish();
    return result;
}

void read_starter(TableReader reader, EngineParameters& engine) {
    engine.starter_torque_nm = reader.number("torque_at_rest_nm", physical::some_torque_nm);
    engine.starter_free_radps = speed_radps(reader, "free_speed_rpm");
    engine.firing_speed_radps = speed_radps(reader, "firing_speed_rpm");
    engine.firing_delay_s = reader.number("firing_delay_s", Range::between(0.0, 60.0));
    reader.require_less("firing_speed_rpm", engine.firing_speed_radps, "free_speed_rpm",
                        engine.starter_free_radps);
    reader.finish();
}

void read_fuel_cut(TableReader reader, EngineParameters& engine) {
    engine.fuel_cut_above_radps = speed_radps(reader, "cut_above_rpm");
    engine.fuel_back_below_radps = speed_radps(reader, "back_below_rpm");
    reader.require_less("back_below_rpm", engine.fuel_back_below_radps, "cut_above_rpm",
                        engine.fuel_cut_above_radps);
    reader.finish();
}

void read_limiter(TableReader reader, EngineParameters& engine) {
    engine.limiter_soft_radps = speed_radps(reader, "soft_speed_rpm");
    engine.limiter_hard_radps = speed_radps(reader, "hard_speed_rpm");
    reader.require_less("soft_speed_rpm", engine.limiter_soft_radps, "hard_speed_rpm",
                        engine.limiter_hard_radps);
    reader.finish();
}

UniformMap read_map(TableReader reader) {
    const Numbers speed_rpm = axis(reader, "speed_rpm", physical::speed_rpm);
    const Numbers accelerator = axis(reader, "accelerator", Range::between(0.0, 1.0));
    const std::vector<Numbers> torque_nm = reader.rows("net_torque_nm", physical::torque_nm);
    if (torque_nm.size() != speed_rpm.size()) {
        reader.fail("net_torque_nm", "found " + std::to_string(torque_nm.size()) + " rows",
                    "write " + std::to_string(speed_rpm.size()) + ", one for each speed_rpm");
    }
    if (torque_nm.front().size() != accelerator.size()) {
        reader.fail("net_torque_nm",
                    "found rows of " + std::to_string(torque_nm.front().size()) + " numbers",
                    "write " + std::to_string(accelerator.size()) + ", one for each accelerator");
    }
    reader.finish();
    return {to_radps(speed_rpm), accelerator, torque_nm};
}

UniformCurve read_drag(TableReader reader) {
    const Numbers speed_rpm = axis(reader, "speed_rpm", physical::axis_rpm);
    const Numbers torque_nm = values_of(reader, "torque_nm", physical::drag_nm, speed_rpm.size());
    reader.finish();
    return {to_radps(speed_rpm), torque_nm};
}

/// stall < idle < limiter, and fuel comes back before the engine would idle without any.
void require_speeds_in_order(const TableReader& reader, const EngineParameters& engine) {
    const double idle_radps = engine.governor.target_radps;
    if (!(engine.stall_speed_radps < idle_radps))
        reader.fail("stall_speed_rpm", "not below the idle speed", "make it less");
    if (!(idle_radps < engine.limiter_soft_radps))
        reader.fail("limiter", "soft_speed_rpm is not above the idle speed", "make it greater");
    if (!(idle_radps < engine.fuel_back_below_radps))
        reader.fail("fuel_cut", "back_below_rpm is not above the idle speed", "make it greater");
}

EngineParameters read_engine(TableReader reader) {
    EngineParameters result{
        .torque_nm = read_map(reader.table("map")),
        .drag_nm = read_drag(reader.table("drag")),
        .inertia_kgm2 = 0.0,
        .manifold_lag_s = reader.number("manifold_lag_s", physical::manifold_lag_s),
        .stall_speed_radps = speed_radps(reader, "stall_speed_rpm"),
        .governor = read_governor(reader.table("governor")),
        .starter_torque_nm = 0.0,
        .starter_free_radps = 0.0,
        .firing_speed_radps = 0.0,
        .firing_delay_s = 0.0,
        .fuel_cut_above_radps = 0.0,
        .fuel_back_below_radps = 0.0,
        .limiter_soft_radps = 0.0,
        .limiter_hard_radps = 0.0,
        .speed_limit_enabled = false,
        .speed_limit_mps = 0.0};
    read_starter(reader.table("starter"), result);
    read_fuel_cut(reader.table("fuel_cut"), result);
    read_limiter(reader.table("limiter"), result);
    require_speeds_in_order(reader, result);
    reader.finish();
    return result;
}

/// kind = "parts": inertias of the parts. kind = "paper": δ = 1 + δ1 + δ2·ig². The paper has no
/// figure for Je of eq. (1); δ2·ig² stands for If·(ig·i0/r)²/m, so Je = δ2·m·r²/i0² is the one
/// value with which the engine weighs the same before and after the clutch locks.
void read_inertia(TableReader reader, LongitudinalParameters& car) {
    static constexpr std::array<std::pair<std::string_view, bool>, 2> kinds{
        {{"parts", false}, {"paper", true}}};
    const double radius_squared = car.wheel_radius_m * car.wheel_radius_m;
    if (reader.choice("kind", kinds)) {
        car.wheel_side_mass_kg = car.mass_kg * reader.number("delta_1", physical::share_of_mass);
        const double final_drive = car.gearbox.final_drive_ratio;
        car.engine.inertia_kgm2 = reader.number("delta_2", physical::engine_share_of_mass) *
                                  car.mass_kg * radius_squared / (final_drive * final_drive);
        if (!physical::engine_kgm2.contains(car.engine.inertia_kgm2))
            reader.fail("delta_2",
                        "makes an engine of " + short_text(car.engine.inertia_kgm2) + " kg·m²",
                        "it must be " + physical::engine_kgm2.text());
        car.disc_inertia_kgm2 = 0.0;
    } else {
        car.engine.inertia_kgm2 = reader.number("engine_kgm2", physical::engine_kgm2);
        car.disc_inertia_kgm2 = reader.number("disc_kgm2", physical::disc_kgm2);
        const double wheels_kgm2 = reader.number("wheels_kgm2", physical::all_wheels_kgm2);
        const double shafts_kgm2 = reader.number("shafts_kgm2", physical::shafts_kgm2);
        car.wheel_side_mass_kg = (wheels_kgm2 + shafts_kgm2) / radius_squared;
    }
    reader.finish();
}

/// The most the engine gives before friction, at full throttle in steps of 10 1/min.
double largest_torque_nm(const EngineParameters& engine) {
    double result = 0.0;
    for (double radps = 0.0; radps <= engine.limiter_hard_radps; radps += 10.0 * radps_per_rpm) {
        result = maximum(result, engine.torque_nm.at(radps, 1.0) + engine.drag_nm.at(radps));
    }
    return result;
}

ClutchParameters read_clutch(TableReader reader, const EngineParameters& engine) {
    static constexpr std::array<std::pair<std::string_view, ClutchKind>, 2> kinds{
        {{"capacity", ClutchKind::capacity}, {"paper", ClutchKind::paper}}};
    if (reader.choice("kind", kinds) == ClutchKind::paper) {
        const double begins = reader.number("begins_to_open_pedal", Range::between(0.0, 1.0));
        const double open = reader.number("fully_open_pedal", Range::between(0.0, 1.0));
        reader.require_less("begins_to_open_pedal", begins, "fully_open_pedal", open);
        reader.finish();
        return {ClutchKind::paper, UniformCurve({begins, open}, {1.0, 0.0}),
                largest_torque_nm(engine), 1.0};
    }
    const double full_nm = reader.number("full_torque_nm", physical::some_torque_nm);
    const Numbers pedal = axis(reader, "pedal", Range::between(0.0, 1.0));
    const Numbers torque_nm =
        values_of(reader, "torque_nm", Range::between(0.0, full_nm), pedal.size());
    Numbers share;
    for (std::size_t i = 0; i < torque_nm.size(); ++i) {
        if (i > 0 && torque_nm[i] > torque_nm[i - 1]) {
            reader.fail("torque_nm",
                        "number " + std::to_string(i + 1) + " is greater than the one before",
                        "pressing the pedal must not close the clutch");
        }
        share.push_back(torque_nm[i] / full_nm);
    }
    const double static_to_sliding =
        reader.number("static_to_sliding_ratio", Range::between(1.0, 2.0));
    reader.finish();
    return {ClutchKind::capacity, UniformCurve(pedal, share), full_nm, static_to_sliding};
}

GearboxParameters read_gearbox(TableReader reader) {
    GearboxParameters result{};
    const Numbers ratios = reader.numbers("ratios", physical::ratio);
    if (ratios.size() > highest_gear) {
        reader.fail("ratios", "found " + std::to_string(ratios.size()) + " gears",
                    "write at most " + std::to_string(highest_gear));
    }
    const Numbers efficiencies =
        values_of(reader, "efficiencies", physical::efficiency, ratios.size());
    result.gears = static_cast<std::int64_t>(ratios.size());
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        if (i > 0 && !(ratios[i] < ratios[i - 1])) {
            reader.fail("ratios",
                        "number " + std::to_string(i + 1) + " is not less than the one before",
                        "write them from first gear to last");
        }
        result.ratios[i] = ratios[i];
        result.efficiencies[i] = efficiencies[i];
    }
    result.reverse_ratio = reader.number("reverse_ratio", physical::ratio);
    result.reverse_efficiency = reader.number("reverse_efficiency", physical::efficiency);
    result.final_drive_ratio = reader.number("final_drive_ratio", physical::ratio);
    result.engages_below_nm =
        reader.number("engages_below_clutch_torque_nm", physical::some_torque_nm);
    result.engages_within_radps = speed_radps(reader, "engages_within_rpm");
    result.reverse_below_mps = reader.number("reverse_below_mps", physical::reverse_below_mps);
    reader.finish();
    return result;
}

BrakeParameters read_brake(TableReader reader, const LongitudinalParameters& car) {
    static constexpr std::array<std::pair<std::string_view, BrakeKind>, 2> kinds{
        {{"linear", BrakeKind::linear}, {"paper", BrakeKind::paper}}};
    BrakeParameters result{reader.choice("kind", kinds), car.mass_kg * gravity_mps2, 0.0};
    if (result.kind == BrakeKind::linear) {
        result.full_force_n =
            reader.number("full_wheel_torque_nm", physical::brake_nm) / car.wheel_radius_m;
        result.dead_band = reader.number("dead_band_pedal", Range::between(0.0, 0.9));
    }
    reader.finish();
    return result;
}

RoadLoadParameters read_road_load(TableReader reader, double mass_kg) {
    static constexpr std::array<std::pair<std::string_view, bool>, 2> kinds{
        {{"coast-down", false}, {"paper", true}}};
    RoadLoadParameters result{};
    if (!reader.choice("kind", kinds)) {
        result.rolling_n = reader.number("f0_n", physical::rolling_n);
        result.rolling_per_speed_nspm =
            reader.number("f1_n_per_mps", physical::rolling_per_speed_nspm);
        result.air_ns2pm2 = reader.number("f2_n_per_mps2", physical::air_ns2pm2);
        reader.finish();
        return result;
    }
    // f = constant + slope·v with v in km/h, written out from the two formulas of the paper.
    static constexpr std::array<std::pair<std::string_view, std::pair<double, double>>, 2> rolling{
        {{"car", {0.0165 * (1.0 - 0.01 * 50.0), 0.0165 * 0.01}}, {"truck", {0.0076, 0.000056}}}};
    const auto [constant, slope_per_kph] = reader.choice("rolling_resistance", rolling);
    const double weight_n = mass_kg * gravity_mps2;
    result.rolling_n = weight_n * constant;
    result.rolling_per_speed_nspm = weight_n * slope_per_kph / mps_per_kph;
    const double area_m2 = reader.number("front_track_m", physical::body_m) *
                           reader.number("height_m", physical::body_m);
    result.air_ns2pm2 = reader.number("drag_coefficient", physical::drag_coefficient) * area_m2 /
                        21.15 / (mps_per_kph * mps_per_kph);
    reader.finish();
    return result;
}

}  // namespace

LongitudinalParameters LongitudinalParameters::from_toml(TableReader& reader) {
    require_known_format(reader);
    std::string name = reader.text("name");
    const double mass_kg = reader.number("mass_kg", physical::mass_kg);
    const double wheel_radius_m = reader.number("wheel_radius_m", physical::wheel_radius_m);
    EngineParameters engine = read_engine(reader.table("engine"));
    engine.speed_limit_enabled = reader.boolean("speed_limit_enabled");
    engine.speed_limit_mps =
        reader.number("speed_limit_kph", physical::top_speed_kph) * mps_per_kph;
    ClutchParameters clutch = read_clutch(reader.table("clutch"), engine);
    LongitudinalParameters result{.name = std::move(name),
                                  .mass_kg = mass_kg,
                                  .wheel_radius_m = wheel_radius_m,
                                  .wheel_side_mass_kg = 0.0,
                                  .disc_inertia_kgm2 = 0.0,
                                  .engine = std::move(engine),
                                  .clutch = std::move(clutch),
                                  .gearbox = read_gearbox(reader.table("gearbox")),
                                  .brake = {},
                                  .road_load = read_road_load(reader.table("road_load"), mass_kg)};
    read_inertia(reader.table("inertia"), result);
    reader.table_if("chassis");  // what the full car has beyond this one: see car_parameters.cpp
    result.brake = read_brake(reader.table("brake"), result);
    reader.finish();
    return result;
}

}  // namespace ghostcar::model
