// SPDX-License-Identifier: Apache-2.0
// The judges of experiments on a road, to their messages and back. False: a number is not finite.
#pragma once

#include "hmi_link/proto/ghostcar.pb.h"
#include "model/judge/judge_state.h"

namespace ghostcar::hmi_link {

void to_proto(const model::CruiseJudgeState& judge, v1::CruiseJudge& message);
void to_proto(const model::FollowJudgeState& judge, v1::FollowJudge& message);
void to_proto(const model::ParkJudgeState& judge, v1::ParkJudge& message);
void to_proto(const model::RaceJudgeState& judge, v1::RaceJudge& message);

[[nodiscard]] bool from_proto(const v1::CruiseJudge& message, model::CruiseJudgeState& judge);
[[nodiscard]] bool from_proto(const v1::FollowJudge& message, model::FollowJudgeState& judge);
[[nodiscard]] bool from_proto(const v1::ParkJudge& message, model::ParkJudgeState& judge);
[[nodiscard]] bool from_proto(const v1::RaceJudge& message, model::RaceJudgeState& judge);

}  // namespace ghostcar::hmi_link
