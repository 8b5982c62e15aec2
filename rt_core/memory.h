// SPDX-License-Identifier: Apache-2.0
// Memory that never faults: everything locked, the heap reserved and touched, stacks touched.
#pragma once

#include <cstddef>
#include <string>

namespace ghostcar::rt_core {

/// Locks the process's memory, present and future. Returns "" or one line that says what was
/// refused and what to do. Threads created afterwards need a stated, small stack: with MCL_FUTURE
/// the whole stack is locked, and a small limit makes pthread_create fail (mlockall(2)).
[[nodiscard]] std::string lock_memory();

/// Pages may go and come again: for the time after the loop.
void unlock_memory() noexcept;

/// Touches the stack of the calling thread so that its first use does not fault.
void prefault_stack() noexcept;

constexpr std::size_t prefaulted_stack_bytes = 128 * 1024;
constexpr std::size_t reserved_heap_bytes = 8 * 1024 * 1024;

}  // namespace ghostcar::rt_core
