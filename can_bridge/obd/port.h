// SPDX-License-Identifier: Apache-2.0
// What an OBD-II server needs from the car it speaks for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ghostcar::can_bridge::obd {

class Port {
public:
    virtual ~Port() = default;

    /// The parameters of mode 01 that the car has, of those in parameter.h; the same at all times.
    [[nodiscard]] virtual std::span<const std::uint8_t> parameters() const = 0;
    /// In the unit that the parameter's name says.
    [[nodiscard]] virtual double value(std::uint8_t parameter) const = 0;

    /// Emission-related trouble codes, two bytes each, of mode 03.
    [[nodiscard]] virtual std::span<const std::uint16_t> emission_codes() const = 0;
    /// Is the malfunction indicator lamp on?
    [[nodiscard]] virtual bool lamp() const = 0;
    /// Mode 04; false when conditions forbid it (the engine turns).
    virtual bool clear() = 0;

    [[nodiscard]] virtual std::string_view vehicle_identification() const = 0;      // 17 characters
    [[nodiscard]] virtual std::string_view calibration_identification() const = 0;  // at most 16
};

}  // namespace ghostcar::can_bridge::obd
