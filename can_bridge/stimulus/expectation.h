// SPDX-License-Identifier: Apache-2.0
// One expectation column of a stimulus file, held against a channel tick by tick.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "can_bridge/stimulus/stimulus_file.h"

namespace ghostcar::can_bridge::stimulus {

class Expectation {
public:
    /// `column` is the index of an expectation column of `file`.
    Expectation(const StimulusFile& file, std::size_t column);

    /// In the tick: what the channel is after this tick of driving (from 0), each tick once.
    void step(std::int64_t driving_tick, double value) noexcept;
    /// From the beginning again.
    void reset() noexcept;

    // For the verdict.
    [[nodiscard]] const std::string& channel() const noexcept { return channel_; }
    [[nodiscard]] const std::string& header() const noexcept { return header_; }
    [[nodiscard]] bool passed() const noexcept { return failures_ == 0 && is_complete(); }
    /// Was the run long enough to check all of it?
    [[nodiscard]] bool is_complete() const noexcept { return next_ == segments_.size(); }
    [[nodiscard]] std::int64_t checks() const noexcept { return checks_; }
    [[nodiscard]] std::int64_t failures() const noexcept { return failures_; }
    /// In words: what was wrong first, or what was checked.
    [[nodiscard]] std::string message() const;

private:
    /// From one tick to another (not included) one value is expected.
    struct Segment {
        std::int64_t first_tick = 0;
        std::int64_t end_tick = 0;
        double expected = 0.0;
    };
    struct Miss {
        std::int64_t tick = 0;
        double expected = 0.0;
        double found = 0.0;
    };

    std::string channel_;
    std::string header_;
    Tolerance tolerance_;
    std::vector<Segment> segments_;
    std::size_t next_ = 0;  // the segment that is, or comes next
    std::int64_t checks_ = 0;
    std::int64_t failures_ = 0;
    Miss first_miss_;
};

}  // namespace ghostcar::can_bridge::stimulus
