// SPDX-License-Identifier: Apache-2.0
// The second track of a pedal's sensor: a voltage of its own, with a calibration of its own. When
// both tracks stand for positions that differ by more than a share of the travel, one of them is
// stuck, drifts or is broken, and nobody can tell which: neither is believed.
#pragma once

#include <cstdint>

#include "drivers/pedal_calibration.h"
#include "model/config/table_reader.h"
#include "model/math/numeric.h"

namespace ghostcar::drivers {

/// What the comparison carries from tick to tick.
struct TrackSignal {
    std::int64_t apart_ticks = 0;  // in a row
    bool faulty = false;           // latched until both agree again for as long
};

class SecondTrack {
public:
    SecondTrack(const PedalCalibration& calibration, double largest_difference) noexcept
        : calibration_(calibration), largest_difference_(largest_difference) {}

    /// Reads what PedalCalibration reads, and largest_difference.
    static SecondTrack from_toml(model::TableReader& reader) {
        const PedalCalibration calibration = PedalCalibration::from_toml(reader);
        return {calibration,
                reader.number("largest_difference", model::Range::between(0.001, 0.5))};
    }

    /// One sample of this track beside the position of the first one. A voltage out of its valid
    /// range is as far apart as can be.
    void step(TrackSignal& signal, double first_position, double volts) const noexcept {
        const bool apart =
            !calibration_.valid(volts) ||
            model::magnitude(calibration_.position(volts) - first_position) > largest_difference_;
        if (apart == signal.faulty) {
            signal.apart_ticks = 0;
            return;
        }
        if (++signal.apart_ticks > calibration_.parameters().fault_after_ticks) {
            signal.faulty = apart;
            signal.apart_ticks = 0;
        }
    }

private:
    PedalCalibration calibration_;
    double largest_difference_;
};

}  // namespace ghostcar::drivers
