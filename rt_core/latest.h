// SPDX-License-Identifier: Apache-2.0
// The newest value, handed from one writer to one reader without waiting: three buffers, of which
// the writer owns one, the reader owns one, and the third is exchanged atomically. The reader
// always gets a whole value, never a torn one, and never delays the writer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

namespace ghostcar::rt_core {

template <typename Value>
class Latest {
    static_assert(std::is_trivially_copyable_v<Value>);

public:
    /// Writer side.
    void publish(const Value& value) noexcept {
        buffer_[writing_] = value;
        writing_ = shared_.exchange(writing_ | fresh, std::memory_order_acq_rel) & index_mask;
    }

    /// Reader side: true when `value` is newer than what the last call gave.
    bool read(Value& value) noexcept {
        if ((shared_.load(std::memory_order_relaxed) & fresh) == 0) return false;
        reading_ = shared_.exchange(reading_, std::memory_order_acq_rel) & index_mask;
        value = buffer_[reading_];
        return true;
    }

private:
    static constexpr std::uint32_t index_mask = 3;
    static constexpr std::uint32_t fresh = 4;  // set by the writer, cleared by the reader

    std::array<Value, 3> buffer_{};
    std::uint32_t writing_ = 0;
    std::uint32_t reading_ = 1;
    std::atomic<std::uint32_t> shared_{2};
};

}  // namespace ghostcar::rt_core
