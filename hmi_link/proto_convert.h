// SPDX-License-Identifier: Apache-2.0
// Between the structures of the heart and their protobuf twins, bit for bit.
#pragma once

#include "hmi_link/proto/ghostcar.pb.h"
#include "hmi_link/recording.h"
#include "rt_core/inputs.h"
#include "rt_core/state.h"

namespace ghostcar::hmi_link {

// The messages are reused from call to call: every field is set, nothing is allocated anew.
void to_proto(const rt_core::Inputs& inputs, v1::Inputs& message);
void to_proto(const RecordedTick& tick, v1::TickRecord& message);
void to_proto(const rt_core::State& state, v1::State& message);
void to_proto(const RecordedCar& car, v1::RoadCar& message);
void to_proto(const RecordedCarInputs& inputs, v1::CarInputs& message);

// False when a number is not finite or a name is unknown: no recorder has written that.
[[nodiscard]] bool from_proto(const v1::Command& message, rt_core::Command& command);
[[nodiscard]] bool from_proto(const v1::Inputs& message, rt_core::Inputs& inputs);
[[nodiscard]] bool from_proto(const v1::TickRecord& message, RecordedTick& tick);
[[nodiscard]] bool from_proto(const v1::CarInputs& message, RecordedCarInputs& inputs);
[[nodiscard]] bool from_proto(const v1::State& message, rt_core::State& state);

}  // namespace ghostcar::hmi_link
