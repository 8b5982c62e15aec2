// SPDX-License-Identifier: Apache-2.0
#include "rt_core/memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ghostcar::rt_core {
namespace {

/// Grows the heap once and touches every page; with trimming and mmap switched off (mallopt(3))
/// the memory stays with the process and later allocations reuse it without a fault.
void reserve_heap() {
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_ARENA_MAX, 1);
    void* reserved = std::malloc(reserved_heap_bytes);
    if (reserved == nullptr) return;
    std::memset(reserved, 1, reserved_heap_bytes);
    // The compiler must not drop the touching of memory that is freed at once.
    __asm__ volatile("" : : "r"(reserved) : "memory");
    std::free(reserved);
}

}  // namespace

std::string lock_memory() {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        const int error = errno;
        rlimit limit{};
        getrlimit(RLIMIT_MEMLOCK, &limit);
        return "memory is not locked (" + std::string(std::strerror(error)) + ", limit " +
               std::to_string(limit.rlim_cur / 1024) +
               " KiB): raise it with `ulimit -l unlimited` or a line `@realtime - memlock "
               "unlimited` in /etc/security/limits.d/realtime.conf";
    }
    reserve_heap();
    return "";
}

void prefault_stack() noexcept {
    [[maybe_unused]] volatile unsigned char stack[prefaulted_stack_bytes];
    for (std::size_t index = 0; index < prefaulted_stack_bytes; index += 4096) stack[index] = 1;
}

}  // namespace ghostcar::rt_core
