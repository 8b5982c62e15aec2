// SPDX-License-Identifier: Apache-2.0
#include "rt_core/memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "rt_core/thread.h"

namespace ghostcar::rt_core {
namespace {

/// Grows the heap once and touches every page; with trimming and mmap switched off (mallopt(3))
/// the memory stays with the process and later allocations reuse it without a fault. False when
/// the limit on locked memory is too small for that: errno says so.
bool reserve_heap() {
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_ARENA_MAX, 1);
    void* reserved = std::malloc(reserved_heap_bytes);
    if (reserved == nullptr) return false;
    std::memset(reserved, 1, reserved_heap_bytes);
    // The compiler must not drop the touching of memory that is freed at once.
    __asm__ volatile("" : : "r"(reserved) : "memory");
    std::free(reserved);
    return true;
}

/// With MCL_FUTURE a stack that the limit has no room for makes pthread_create fail. False then.
bool has_room_for_a_thread() {
    void* stack = mmap(nullptr, 2 * Thread::stack_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return false;
    munmap(stack, 2 * Thread::stack_bytes);
    return true;
}

}  // namespace

std::string lock_memory() {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0 || !reserve_heap() || !has_room_for_a_thread()) {
        const int error = errno;
        munlockall();  // half of it would only make later allocations fail
        rlimit limit{};
        getrlimit(RLIMIT_MEMLOCK, &limit);
        return "memory is not locked (" + std::string(std::strerror(error)) + ", limit " +
               std::to_string(limit.rlim_cur / 1024) +
               " KiB): raise it with `ulimit -l unlimited` or as "
               "`ghostcar check` shows";
    }
    return "";
}

void unlock_memory() noexcept {
    munlockall();
}

void prefault_stack() noexcept {
    [[maybe_unused]] volatile unsigned char stack[prefaulted_stack_bytes];
    for (std::size_t index = 0; index < prefaulted_stack_bytes; index += 4096) stack[index] = 1;
}

}  // namespace ghostcar::rt_core
