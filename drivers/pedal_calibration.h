// SPDX-License-Identifier: Apache-2.0
// From the volts of a displacement sensor to a pedal position, for virtual and real wires alike.
//
//   share     = (volts - rest_v) / (full_v - rest_v), limited to 0…1
//   position  = 0 in the dead zone at the rest end, 1 in the one at the full end, else share
//
// The dead zones keep sensor noise on an untouched pedal from creeping the car or dragging the
// brake. Next to a dead zone of width d the position climbs twice as fast over another d, so that
// it has no step (a step would flutter with the noise) and is exact in between (2d … 1 - 2d).
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"
#include "model/math/numeric.h"

namespace ghostcar::drivers {

/// What one pedal's conversion carries from tick to tick.
struct PedalSignal {
    double position = 0.0;            // last good one: held while the signal is out of range
    std::int64_t contrary_ticks = 0;  // ticks in a row that contradict `faulty`
    bool faulty = false;
};

class PedalCalibration {
public:
    struct Parameters {
        double rest_v;       // pedal untouched
        double full_v;       // pedal at its stop; may be below rest_v (sensor mounted in reverse)
        double min_valid_v;  // outside: broken wire or short
        double max_valid_v;
        double dead_zone;                // share of the travel, at either end
        std::int64_t fault_after_ticks;  // out of range for longer: a fault; good for longer: over
    };

    explicit PedalCalibration(const Parameters& parameters) noexcept;

    /// Reads rest_v, full_v, min_valid_v, max_valid_v, dead_zone and fault_after_ms.
    static PedalCalibration from_toml(model::TableReader& reader);

    /// One sample. An out-of-range signal holds the last good position; when it lasts longer than
    /// `fault_after_ticks` the signal is faulty and stays so until it was good for as long.
    void step(PedalSignal& signal, double volts) const noexcept {
        const bool good = valid(volts);
        if (good == signal.faulty || signal.contrary_ticks != 0) watch(signal, good);
        if (good && !signal.faulty) signal.position = position(volts);
    }

    /// The position a voltage stands for.
    [[nodiscard]] double position(double volts) const noexcept {
        const double share = (volts - parameters_.rest_v) * share_per_volt_;
        if (share <= parameters_.dead_zone) return 0.0;
        return share >= straight_from_ && share <= straight_to_ ? share : position_near_end(share);
    }
    /// NaN is not valid.
    [[nodiscard]] bool valid(double volts) const noexcept {
        return volts >= parameters_.min_valid_v && volts <= parameters_.max_valid_v;
    }
    [[nodiscard]] const Parameters& parameters() const noexcept { return parameters_; }

private:
    void watch(PedalSignal& signal, bool good) const noexcept;
    [[nodiscard]] double position_near_end(double share) const noexcept;

    Parameters parameters_;
    double share_per_volt_;
    double straight_from_;
    double straight_to_;
};

}  // namespace ghostcar::drivers
