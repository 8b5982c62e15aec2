// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/obd/parameter.h"

#include "can_bridge/rounding.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::obd {

std::uint32_t raw_value(const Parameter& parameter, double value) noexcept {
    const std::int64_t largest = parameter.bytes == 1 ? 0xFF : 0xFFFF;
    const double raw = round_half_even((value - parameter.offset) / parameter.scale);
    return static_cast<std::uint32_t>(model::to_integer(raw, 0, largest));
}

}  // namespace ghostcar::can_bridge::obd
