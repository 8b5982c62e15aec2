// SPDX-License-Identifier: Apache-2.0
// The twin of a gauge wire: what was put on it in one tick is what the far end reads in the next.
#pragma once

#include "drivers/gauge.h"

namespace ghostcar::drivers {

class VirtualGauge {
public:
    explicit VirtualGauge(const Gauge& gauge) noexcept : gauge_(gauge), wire_(gauge.show(0.0)) {}

    void show(double value) noexcept { wire_ = gauge_.show(value); }
    void show_fault() noexcept { wire_ = gauge_.fault(); }

    /// What is on the wire.
    [[nodiscard]] const GaugeOutput& wire() const noexcept { return wire_; }
    /// What the far end makes of it, with a scale of its own that was set up alike.
    [[nodiscard]] double read() const noexcept { return gauge_.value(wire_.volts); }

private:
    Gauge gauge_;
    GaugeOutput wire_;
};

}  // namespace ghostcar::drivers
