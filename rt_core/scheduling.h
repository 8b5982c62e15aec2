// SPDX-License-Identifier: Apache-2.0
// Scheduling policy, priority and processor of the calling thread: asked for, then read back.
#pragma once

#include <string>
#include <vector>

#include "rt_core/realtime_config.h"

namespace ghostcar::rt_core {

/// Applies the configuration to the calling thread. Returns what was refused, one line each with
/// the remedy; empty when everything asked for was read back as granted.
[[nodiscard]] std::vector<std::string> schedule_this_thread(const RealtimeConfig& config);

/// True when the running kernel is PREEMPT_RT.
[[nodiscard]] bool kernel_is_preempt_rt();

}  // namespace ghostcar::rt_core
