// SPDX-License-Identifier: Apache-2.0
#include "drivers/converter.h"

namespace ghostcar::drivers {

Converter::Converter(double range_v, std::int64_t resolution_bits) noexcept
    : range_v_(range_v),
      largest_code_(static_cast<double>((std::int64_t{1} << resolution_bits) - 1)),
      step_v_(range_v / largest_code_),
      steps_per_volt_(largest_code_ / range_v) {}

Converter Converter::from_toml(model::TableReader& reader) {
    const double range_v = reader.number("range_v", model::Range::positive());
    const std::int64_t bits = reader.integer("resolution_bits", 6, 24);
    return {range_v, bits};
}

}  // namespace ghostcar::drivers
