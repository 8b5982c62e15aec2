// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::tests {

/// How often this program has called `new` so far.
std::int64_t allocations() noexcept;

}  // namespace ghostcar::tests
