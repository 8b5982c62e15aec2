// SPDX-License-Identifier: Apache-2.0
// A histogram with fixed bins of 1 µs. One thread adds (a few instructions, no branch on the
// data but the range check), others may read at any time. Percentiles are exact to the bin.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ghostcar::rt_core {

class Histogram {
public:
    static constexpr std::size_t bin_count = 4096;  // the last bin holds everything from 4095 µs up
    static constexpr std::int64_t bin_ns = 1000;

    /// Adds one duration. A negative one (a wake-up before its time, which CLOCK_MONOTONIC
    /// permits within its resolution) counts as 0, never as a huge unsigned number.
    void add(std::int64_t duration_ns) noexcept {
        const std::int64_t positive_ns = duration_ns < 0 ? 0 : duration_ns;
        const auto bin = static_cast<std::size_t>(positive_ns / bin_ns);
        increment(bins_[bin < bin_count ? bin : bin_count - 1]);
        increment(count_);
        if (positive_ns > max_ns_.load(std::memory_order_relaxed))
            max_ns_.store(positive_ns, std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t count() const noexcept {
        return count_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t bin(std::size_t index) const noexcept {
        return bins_[index].load(std::memory_order_relaxed);
    }
    /// The largest value itself, not its bin.
    [[nodiscard]] double max_us() const noexcept {
        return static_cast<double>(max_ns_.load(std::memory_order_relaxed)) / 1000.0;
    }
    /// The lower edge of the bin that holds the value below which `share` (0…1) of all values
    /// lie; in the last, open bin the maximum itself. 0 when empty.
    [[nodiscard]] double percentile_us(double share) const noexcept;

private:
    // Only one thread writes: a plain load and store, without a bus lock, is enough.
    static void increment(std::atomic<std::uint64_t>& counter) noexcept {
        counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    std::array<std::atomic<std::uint64_t>, bin_count> bins_{};
    std::atomic<std::uint64_t> count_{0};
    std::atomic<std::int64_t> max_ns_{0};
};

}  // namespace ghostcar::rt_core
