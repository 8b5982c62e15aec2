// SPDX-License-Identifier: Apache-2.0
// The judge's part of a State, to its message and back.
#pragma once

#include "hmi_link/proto/ghostcar.pb.h"
#include "model/judge/judge_state.h"

namespace ghostcar::hmi_link {

void to_proto(const model::JudgeState& judge, v1::State& message);

/// False: a number is not finite, or there are more shifts than slots.
[[nodiscard]] bool from_proto(const v1::State& message, model::JudgeState& judge);

}  // namespace ghostcar::hmi_link
