// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rt_core/latest.h"
#include "rt_core/ports.h"

namespace ghostcar::board {

/// Hands the State to whoever watches the run, now and then, without ever waiting for him.
class StateFeed final : public rt_core::OutputSink {
public:
    static constexpr std::int64_t period_ticks = 50;

    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;
    bool read(rt_core::State& state) noexcept { return latest_.read(state); }

private:
    rt_core::Latest<rt_core::State> latest_;
};

}  // namespace ghostcar::board
