// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/controller/host_block.h"

namespace ghostcar::drivers {

/// What the worker has to know.
struct WorkerTask {
    HostBlock& block;
    const char* library;
    long memory_mb;
    long tasks_before;  // of the user, all together
    int alone_refused;  // 0: in a namespace of its own; else why the machine refused that
};

/// The process that runs a controller's code: limits itself, loads the library, answers questions
/// until there are no more. Whatever the code does, it does it here.
[[noreturn]] void run_worker(const WorkerTask& task) noexcept;

}  // namespace ghostcar::drivers
