// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/state_feed.h"

namespace ghostcar::board {

void StateFeed::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                        std::uint64_t /*state_hash*/) noexcept {
    if (state.tick % period_ticks == 0) latest_.publish(state);
}

}  // namespace ghostcar::board
