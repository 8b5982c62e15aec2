// SPDX-License-Identifier: Apache-2.0
#include "drivers/gauge.h"

namespace ghostcar::drivers {

Gauge::Gauge(const Converter& converter, double full_scale, double fault_v) noexcept
    : converter_(converter),
      volts_per_value_(converter.range_v() / full_scale),
      value_per_volt_(full_scale / converter.range_v()),
      fault_{converter.code(fault_v), converter.quantised(fault_v), true} {}

Gauge Gauge::from_toml(model::TableReader& reader, std::string_view full_scale_key) {
    const Converter converter = Converter::from_toml(reader);
    const double full_scale = reader.number(full_scale_key, model::Range::positive());
    const double fault_v =
        reader.number("fault_v", model::Range::between(0.0, converter.range_v()));
    return {converter, full_scale, fault_v};
}

}  // namespace ghostcar::drivers
