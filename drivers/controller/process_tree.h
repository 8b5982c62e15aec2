// SPDX-License-Identifier: Apache-2.0
// The processes below this one, as /proc shows them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

namespace ghostcar::drivers {

/// Ends every process below this one and waits for it, except those of `spared` and what is below
/// them. A subreaper (prctl(2)) inherits all whose parents have ended, so it misses nobody. All of
/// them are stopped before the first one is killed: they may fork faster than they can be killed.
/// False: some are still there after `patience_ms`.
bool end_descendants(std::span<const pid_t> spared, std::int64_t patience_ms);

}  // namespace ghostcar::drivers
