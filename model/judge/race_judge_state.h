// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// How a race stands. What became of each car stands beside the State, like the cars themselves.
/// Eight-byte members only.
struct RaceJudgeState {
    std::int64_t running_ticks = 0;
    std::int64_t finished = 0;  // cars that have reached the finish
    std::int64_t out = 0;       // cars that never will
};

}  // namespace ghostcar::model
