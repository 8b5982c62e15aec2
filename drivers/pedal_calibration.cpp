// SPDX-License-Identifier: Apache-2.0
#include "drivers/pedal_calibration.h"

namespace ghostcar::drivers {

PedalCalibration::PedalCalibration(const Parameters& parameters) noexcept
    : parameters_(parameters),
      share_per_volt_(1.0 / (parameters.full_v - parameters.rest_v)),
      straight_from_(2.0 * parameters.dead_zone),
      straight_to_(1.0 - 2.0 * parameters.dead_zone) {}

PedalCalibration PedalCalibration::from_toml(model::TableReader& reader) {
    Parameters parameters{};
    parameters.min_valid_v = reader.number("min_valid_v", model::Range::any());
    parameters.max_valid_v = reader.number("max_valid_v", model::Range::any());
    if (parameters.max_valid_v <= parameters.min_valid_v) {
        reader.fail("max_valid_v", "not above min_valid_v",
                    "give the highest voltage a healthy sensor can have");
    }
    const auto valid = model::Range::between(parameters.min_valid_v, parameters.max_valid_v);
    parameters.rest_v = reader.number("rest_v", valid);
    parameters.full_v = reader.number("full_v", valid);
    if (model::magnitude(parameters.full_v - parameters.rest_v) < 0.1) {
        reader.fail("full_v", "less than 0.1 V from rest_v",
                    "measure both ends of the travel again");
    }
    parameters.dead_zone = reader.number("dead_zone", model::Range::between(0.0, 0.2));
    parameters.fault_after_ticks = reader.integer("fault_after_ms", 0, 10'000);
    return PedalCalibration(parameters);
}

double PedalCalibration::position_near_end(double share) const noexcept {
    // From either end the curve is max(0, 2·(distance - dead)) until it meets the straight line.
    const double dead = parameters_.dead_zone;
    if (share < straight_from_) return model::maximum(0.0, 2.0 * (share - dead));
    return model::minimum(1.0, 1.0 - 2.0 * (1.0 - share - dead));
}

void PedalCalibration::watch(PedalSignal& signal, bool good) const noexcept {
    if (good != signal.faulty) {
        signal.contrary_ticks = 0;
        return;
    }
    ++signal.contrary_ticks;
    if (signal.contrary_ticks > parameters_.fault_after_ticks) {
        signal.faulty = !signal.faulty;
        signal.contrary_ticks = 0;
    }
}

}  // namespace ghostcar::drivers
