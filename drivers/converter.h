// SPDX-License-Identifier: Apache-2.0
// An A/D or D/A converter: volts become a whole number of steps and come back as steps × size.
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"
#include "model/math/numeric.h"

namespace ghostcar::drivers {

class Converter {
public:
    /// Code 0 is 0 V, the largest code (2^bits - 1) is `range_v`.
    Converter(double range_v, std::int64_t resolution_bits) noexcept;

    /// Reads `range_v` and `resolution_bits`.
    static Converter from_toml(model::TableReader& reader);

    /// The nearest code; volts outside the range (and NaN) saturate, as the part does.
    [[nodiscard]] std::int64_t code(double volts) const noexcept {
        return static_cast<std::int64_t>(
            model::clamp(volts * steps_per_volt_ + 0.5, 0.0, largest_code_));
    }
    [[nodiscard]] double volts(std::int64_t code) const noexcept {
        return static_cast<double>(code) * step_v_;
    }
    /// What remains of a voltage after the converter.
    [[nodiscard]] double quantised(double volts_in) const noexcept { return volts(code(volts_in)); }

    [[nodiscard]] double range_v() const noexcept { return range_v_; }
    [[nodiscard]] double step_v() const noexcept { return step_v_; }

private:
    double range_v_;
    double largest_code_;
    double step_v_;
    double steps_per_volt_;
};

}  // namespace ghostcar::drivers
