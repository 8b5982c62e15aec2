// SPDX-License-Identifier: Apache-2.0
// Whether a signal or a control can be what a session or a stimulus file says, told before the run:
// in the tick it would be clamped, and the test would be about another value.
#pragma once

#include <string>

#include "can_bridge/dbc/database.h"
#include "can_bridge/session/control_target.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {

/// "" if the signal can hold the physical value and its file permits it, otherwise why not:
/// "cannot be 300: its file permits 0 to 100". Codes with a name, such as "not available", lie
/// outside the range and are permitted.
[[nodiscard]] std::string value_refusal(const dbc::Signal& signal, const SignalCodec& codec,
                                        double physical);
/// The same of a control.
[[nodiscard]] std::string value_refusal(const ControlTarget& control, double value);

}  // namespace ghostcar::can_bridge
