// SPDX-License-Identifier: Apache-2.0
// A bounded queue from the real-time thread to one other thread (or back): single producer,
// single consumer, wait-free. A full ring drops the new record and counts it.
#pragma once

#if defined(__SANITIZE_THREAD__)
// gcc's ThreadSanitizer does not understand fences. The library tells clang's what its fences
// order; here gcc's is told the same.
namespace ghostcar::rt_core {
inline int fence_order;
}
extern "C" void AnnotateHappensBefore(const char* file, int line, void* order);
extern "C" void AnnotateHappensAfter(const char* file, int line, void* order);
#define AE_TSAN_ANNOTATE_RELEASE() \
    AnnotateHappensBefore(__FILE__, __LINE__, &::ghostcar::rt_core::fence_order)
#define AE_TSAN_ANNOTATE_ACQUIRE() \
    AnnotateHappensAfter(__FILE__, __LINE__, &::ghostcar::rt_core::fence_order)
#endif
#include <readerwriterqueue/readerwriterqueue.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ghostcar::rt_core {

template <typename Record>
class Ring {
    static_assert(std::is_trivially_copyable_v<Record>);

public:
    explicit Ring(std::size_t capacity) : queue_(capacity), capacity_(capacity) {}

    /// Producer side. try_enqueue never allocates; room is looked for first because the library
    /// rounds its capacity up, and a stated capacity should be the real one.
    bool push(const Record& record) noexcept { return emplace(record); }

    /// The same with a record that is made in its place.
    template <typename... Parts>
    bool emplace(const Parts&... parts) noexcept {
        if (!has_room() || !queue_.try_emplace(parts...)) {
            dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            return false;
        }
        pushed_.store(pushed_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        return true;
    }

    /// Consumer side.
    bool pop(Record& record) noexcept {
        if (!queue_.try_dequeue(record)) return false;
        // Whoever sees the number also sees the place that has become free.
        popped_.store(popped_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        return true;
    }

    /// Producer side: exact, or too careful while the consumer is busy.
    [[nodiscard]] bool has_room(std::size_t records = 1) const noexcept {
        return size_approx() + records <= capacity_;
    }
    /// Counted here: the library would go through all its blocks.
    [[nodiscard]] std::size_t size_approx() const noexcept {
        const std::uint64_t popped = popped_.load(std::memory_order_acquire);
        const std::uint64_t pushed = pushed_.load(std::memory_order_relaxed);
        // A record can be popped before its producer has counted it.
        return pushed > popped ? static_cast<std::size_t>(pushed - popped) : 0;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] std::uint64_t dropped() const noexcept {
        return dropped_.load(std::memory_order_relaxed);
    }

private:
    moodycamel::ReaderWriterQueue<Record> queue_;
    std::size_t capacity_;
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<std::uint64_t> pushed_{0};
    alignas(64) std::atomic<std::uint64_t> popped_{0};  // the consumer's own line of the cache
};

}  // namespace ghostcar::rt_core
