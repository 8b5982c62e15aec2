// SPDX-License-Identifier: Apache-2.0
// Parameters of OBD-II mode 01 (SAE J1979): how a physical value becomes the bytes of its answer.
#pragma once

#include <array>
#include <cstdint>

namespace ghostcar::can_bridge::obd {

struct Parameter {
    std::uint8_t id;
    int bytes;
    double scale;  // value = raw · scale + offset
    double offset;
};

constexpr std::uint8_t engine_load_pct = 0x04;
constexpr std::uint8_t coolant_temperature_degc = 0x05;
constexpr std::uint8_t manifold_pressure_kpa = 0x0B;
constexpr std::uint8_t engine_speed_rpm = 0x0C;
constexpr std::uint8_t vehicle_speed_kph = 0x0D;
constexpr std::uint8_t intake_temperature_degc = 0x0F;
constexpr std::uint8_t throttle_position_pct = 0x11;
constexpr std::uint8_t run_time_s = 0x1F;
constexpr std::uint8_t distance_with_lamp_km = 0x21;
constexpr std::uint8_t fuel_level_pct = 0x2F;
constexpr std::uint8_t distance_since_clear_km = 0x31;
constexpr std::uint8_t barometric_pressure_kpa = 0x33;
constexpr std::uint8_t module_voltage_v = 0x42;
constexpr std::uint8_t ambient_temperature_degc = 0x46;
constexpr std::uint8_t accelerator_position_pct = 0x49;
constexpr std::uint8_t oil_temperature_degc = 0x5C;

constexpr std::array<Parameter, 16> parameters = {{
    {engine_load_pct, 1, 100.0 / 255.0, 0.0},
    {coolant_temperature_degc, 1, 1.0, -40.0},
    {manifold_pressure_kpa, 1, 1.0, 0.0},
    {engine_speed_rpm, 2, 0.25, 0.0},
    {vehicle_speed_kph, 1, 1.0, 0.0},
    {intake_temperature_degc, 1, 1.0, -40.0},
    {throttle_position_pct, 1, 100.0 / 255.0, 0.0},
    {run_time_s, 2, 1.0, 0.0},
    {distance_with_lamp_km, 2, 1.0, 0.0},
    {fuel_level_pct, 1, 100.0 / 255.0, 0.0},
    {distance_since_clear_km, 2, 1.0, 0.0},
    {barometric_pressure_kpa, 1, 1.0, 0.0},
    {module_voltage_v, 2, 0.001, 0.0},
    {ambient_temperature_degc, 1, 1.0, -40.0},
    {accelerator_position_pct, 1, 100.0 / 255.0, 0.0},
    {oil_temperature_degc, 1, 1.0, -40.0},
}};

/// nullptr for a parameter that is not in the table.
[[nodiscard]] constexpr const Parameter* find_parameter(std::uint8_t id) noexcept {
    for (const Parameter& parameter : parameters)
        if (parameter.id == id) return &parameter;
    return nullptr;
}

/// The nearest raw value; what is beyond the ends stops there, NaN becomes 0.
[[nodiscard]] std::uint32_t raw_value(const Parameter& parameter, double value) noexcept;

}  // namespace ghostcar::can_bridge::obd
