// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace ghostcar::rt_core {

/// A thread with a name and a stated stack size, joined at the end of its life. std::thread takes
/// the default stack of 8 MiB, all of which MCL_FUTURE would lock.
class Thread {
public:
#if defined(__SANITIZE_THREAD__)
    // ThreadSanitizer keeps its records of a thread on that thread's stack.
    static constexpr std::size_t stack_bytes = 4 * 1024 * 1024;
#else
    static constexpr std::size_t stack_bytes = 512 * 1024;
#endif

    /// Throws std::runtime_error, one line with the remedy, when the thread cannot be created.
    Thread(const char* name, std::function<void()> body);
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    void join();

private:
    static void* enter(void* self) noexcept;

    std::function<void()> body_;
    pthread_t thread_{};
    bool joined_ = false;
};

}  // namespace ghostcar::rt_core
