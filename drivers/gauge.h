// SPDX-License-Identifier: Apache-2.0
// From a quantity to the volts of a gauge wire, for virtual and real wires alike:
//   volts = value / full_scale × range_v, in steps of the D/A converter.
#pragma once

#include <cstdint>
#include <string_view>

#include "drivers/converter.h"
#include "model/config/table_reader.h"

namespace ghostcar::drivers {

/// What is put on the wires of one gauge.
struct GaugeOutput {
    std::int64_t code = 0;  // for the D/A converter
    double volts = 0.0;     // what it makes of the code
    bool invalid = false;   // the line that tells the reader not to trust the voltage
};

class Gauge {
public:
    Gauge(const Converter& converter, double full_scale, double fault_v) noexcept;

    /// Reads range_v, resolution_bits, fault_v and the full scale under `full_scale_key`, which
    /// carries the unit ("full_scale_rpm").
    static Gauge from_toml(model::TableReader& reader, std::string_view full_scale_key);

    /// Values outside 0 … full scale saturate.
    [[nodiscard]] GaugeOutput show(double value) const noexcept {
        const std::int64_t code = converter_.code(value * volts_per_value_);
        return {code, converter_.volts(code), false};
    }
    /// The safe state: the fault voltage, and the invalid line set.
    [[nodiscard]] GaugeOutput fault() const noexcept { return fault_; }
    /// What a reader with the same scale makes of a voltage.
    [[nodiscard]] double value(double volts) const noexcept { return volts * value_per_volt_; }

    [[nodiscard]] const Converter& converter() const noexcept { return converter_; }

private:
    Converter converter_;
    double volts_per_value_;
    double value_per_volt_;
    GaugeOutput fault_;
};

}  // namespace ghostcar::drivers
