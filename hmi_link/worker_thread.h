// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "rt_core/thread.h"

namespace ghostcar::hmi_link {

/// Starts a thread that no signal reaches: SIGINT and SIGTERM are the main thread's, and a file
/// size limit becomes an error of write(2) instead of the end of the process.
std::unique_ptr<rt_core::Thread> start_worker(const char* name, std::function<void()> work);

}  // namespace ghostcar::hmi_link
