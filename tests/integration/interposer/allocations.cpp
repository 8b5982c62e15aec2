// SPDX-License-Identifier: Apache-2.0
// Memory. glibc exports its allocator under a second name, so no look-up is needed; a look-up
// would itself allocate.
#include <dlfcn.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

void* malloc(std::size_t size) noexcept {
    forbid_in_tick("malloc");
    return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
    forbid_in_tick("calloc");
    return __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) noexcept {
    forbid_in_tick("realloc");
    return __libc_realloc(block, size);
}

void free(void* block) noexcept {
    forbid_in_tick("free");
    __libc_free(block);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
    forbid_in_tick("memalign");
    return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    forbid_in_tick("aligned_alloc");
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
    forbid_in_tick("posix_memalign");
    *block = __libc_memalign(alignment, size);
    return *block == nullptr ? ENOMEM : 0;
}

void* mmap(void* address, std::size_t size, int protection, int flags, int file,
           off_t offset) noexcept {
    forbid_in_tick("mmap");
    return next<&mmap>("mmap")(address, size, protection, flags, file, offset);
}

int munmap(void* address, std::size_t size) noexcept {
    forbid_in_tick("munmap");
    return next<&munmap>("munmap")(address, size);
}

int madvise(void* address, std::size_t size, int advice) noexcept {
    forbid_in_tick("madvise");
    return next<&madvise>("madvise")(address, size, advice);
}

int mprotect(void* address, std::size_t size, int protection) noexcept {
    forbid_in_tick("mprotect");
    return next<&mprotect>("mprotect")(address, size, protection);
}

}  // extern "C"
