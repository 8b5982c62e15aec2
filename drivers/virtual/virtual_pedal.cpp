// SPDX-License-Identifier: Apache-2.0
#include "drivers/virtual/virtual_pedal.h"

namespace ghostcar::drivers {

VirtualPedal VirtualPedal::from_toml(model::TableReader& reader) {
    const double rest_v = reader.number("rest_v", model::Range::any());
    const double full_v = reader.number("full_v", model::Range::any());
    const double noise_v = reader.number("noise_v", model::Range::between(0.0, 1.0));
    return {rest_v, full_v, noise_v, Converter::from_toml(reader)};
}

double VirtualPedal::broken_v(WireCondition condition, double last_v) const noexcept {
    switch (condition) {
        case WireCondition::open:
            return 0.0;
        case WireCondition::shorted:
            return converter_.range_v();
        case WireCondition::stuck:
        case WireCondition::healthy:
            break;
    }
    return last_v;
}

}  // namespace ghostcar::drivers
