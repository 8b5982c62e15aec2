// SPDX-License-Identifier: Apache-2.0
// In a file of its own: inlined into a caller, the pair of new and free looks like a mistake.
#include "tests/integration/cycle_driver/counting_new.h"

#include <cstdlib>
#include <new>

namespace {

std::int64_t count = 0;

}  // namespace

std::int64_t ghostcar::tests::allocations() noexcept {
    return count;
}

void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
