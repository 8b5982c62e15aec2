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
    static constexpr std::size_t stack_bytes = 512 * 1024;

    /// Throws std::system_error when the thread cannot be created.
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
