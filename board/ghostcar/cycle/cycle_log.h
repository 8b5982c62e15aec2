// SPDX-License-Identifier: Apache-2.0
// Keeps the drive along a cycle for the verdict, the trace file and the report: fifty samples a
// second, in memory that is there before the first tick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/judge/cycle_verdict.h"
#include "rt_core/ports.h"

namespace ghostcar::board {

class CycleLog final : public rt_core::OutputSink {
public:
    /// For a cycle of so many ticks.
    explicit CycleLog(std::int64_t duration_ticks);

    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    // Off the tick.
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const model::DriveSample& operator[](std::size_t index) const noexcept {
        return samples_[index];
    }
    [[nodiscard]] double period_s() const noexcept;
    /// Ten a second, as the indices want it.
    [[nodiscard]] std::vector<model::DriveSample> at_10_hz() const;
    /// Which samples are worth a row of the trace: ten a second; all of them in the first minute
    /// after the car first moves, where a start and shifts are looked at closely.
    [[nodiscard]] std::vector<std::size_t> rows() const;

private:
    std::int64_t duration_ticks_;
    std::int64_t period_ticks_;
    std::vector<model::DriveSample> samples_;
    std::size_t count_ = 0;
};

}  // namespace ghostcar::board
