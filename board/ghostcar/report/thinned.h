// SPDX-License-Identifier: Apache-2.0
// Records of a run of any length in bounded memory: a plot shows a few thousand points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ghostcar::board {

/// Keeps what was recorded at every tick, or, when that becomes too much, at every second, fourth,
/// eighth … tick; and always the last record. `tick_of(record)` says when one was made.
template <typename Record>
class Thinned {
public:
    using TickOf = std::int64_t (*)(const Record&);

    Thinned(std::size_t largest, TickOf tick_of) : largest_(largest), tick_of_(tick_of) {}

    void add(Record record) {
        last_.reset();
        if (is_wanted(record)) {
            records_.push_back(std::move(record));
            if (records_.size() > largest_) thin();
        } else {
            last_ = std::move(record);
        }
    }

    [[nodiscard]] std::vector<Record> take() {
        if (last_) records_.push_back(std::move(*last_));
        return std::move(records_);
    }

private:
    /// Ticks that are multiples of a large number need several rounds; records of one tick none
    /// helps.
    void thin() {
        Record newest = records_.back();
        for (int round = 0; records_.size() > largest_ && round < most_rounds; ++round) {
            stride_ticks_ *= 2;
            std::erase_if(records_, [this](const Record& one) { return !is_wanted(one); });
        }
        if (!is_wanted(newest)) last_ = std::move(newest);
    }

    static constexpr int most_rounds = 16;

    [[nodiscard]] bool is_wanted(const Record& record) const {
        return tick_of_(record) % stride_ticks_ == 0;
    }

    std::size_t largest_;
    TickOf tick_of_;
    std::int64_t stride_ticks_ = 1;
    std::vector<Record> records_;
    std::optional<Record> last_;  // when it is not among them
};

}  // namespace ghostcar::board
