// SPDX-License-Identifier: Apache-2.0
// The twin of a displacement sensor on a pedal and of the A/D converter behind it:
//   volts = rest_v + leg × (full_v - rest_v) + noise, in steps of the converter.
#pragma once

#include "drivers/converter.h"
#include "drivers/virtual/wire_fault.h"
#include "model/config/table_reader.h"

namespace ghostcar::drivers {

class VirtualPedal {
public:
    VirtualPedal(double rest_v, double full_v, double noise_v, const Converter& converter) noexcept
        : converter_(converter), rest_v_(rest_v), travel_v_(full_v - rest_v), noise_v_(noise_v) {}

    /// Reads rest_v, full_v, noise_v, range_v and resolution_bits.
    static VirtualPedal from_toml(model::TableReader& reader);

    /// What the converter reports for a leg position; `noise` is in -1 … 1, `last_v` what it
    /// reported in the tick before.
    [[nodiscard]] double read_v(double leg, double noise, WireCondition condition,
                                double last_v) const noexcept {
        if (condition != WireCondition::healthy) return broken_v(condition, last_v);
        return converter_.quantised(rest_v_ + leg * travel_v_ + noise * noise_v_);
    }

    /// The same with a bad sensor: `noise` counts twice, for the sensor's own and for the
    /// trouble's.
    [[nodiscard]] double read_troubled_v(double leg, double noise, const SensorTrouble& trouble,
                                         WireCondition condition, double last_v) const noexcept {
        return read_v(leg + trouble.offset + noise * trouble.noise, noise, condition, last_v);
    }

    [[nodiscard]] const Converter& converter() const noexcept { return converter_; }
    [[nodiscard]] double noise_v() const noexcept { return noise_v_; }
    [[nodiscard]] double rest_v() const noexcept { return rest_v_; }

private:
    [[nodiscard]] double broken_v(WireCondition condition, double last_v) const noexcept;

    Converter converter_;
    double rest_v_;
    double travel_v_;
    double noise_v_;
};

}  // namespace ghostcar::drivers
