// SPDX-License-Identifier: Apache-2.0
// Who is inside the tick. The tick of the thread "ghostcar-tick" lasts from the return of its
// absolute clock_nanosleep to the next one; that is the tick and the loop's own bookkeeping.
#pragma once

#include <dlfcn.h>

#include <atomic>

namespace ghostcar::tests::interposer {

/// Called by every wrapper: ends the program when this thread is inside the tick.
void forbid_in_tick(const char* function) noexcept;

/// The loop goes to sleep or counts its page faults, or has woken up. After its last tick it counts
/// them, and nothing of this thread is watched any more.
void leave_tick() noexcept;
void enter_tick() noexcept;

/// The function that would have been called without this library. Looked up once; a constant
/// initialised static needs no guard, which might itself lock.
template <auto Function>
auto next(const char* name) noexcept -> decltype(Function) {
    static std::atomic<void*> found{nullptr};
    void* address = found.load(std::memory_order_relaxed);
    if (address == nullptr) {
        address = dlsym(RTLD_NEXT, name);
        found.store(address, std::memory_order_relaxed);
    }
    return reinterpret_cast<decltype(Function)>(address);
}

}  // namespace ghostcar::tests::interposer
