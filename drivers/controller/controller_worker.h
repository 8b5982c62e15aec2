// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/controller/host_block.h"

namespace ghostcar::drivers {

/// The process that runs a controller's code: limits itself, loads the library, answers questions
/// until there are no more. Whatever the code does, it does it here.
[[noreturn]] void run_worker(HostBlock& block, const char* library, long memory_mb) noexcept;

}  // namespace ghostcar::drivers
