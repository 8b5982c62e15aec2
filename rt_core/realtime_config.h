// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/config/table_reader.h"

namespace ghostcar::rt_core {

enum class SchedulingPolicy { fifo, other };

/// Which processor the cyclic thread is bound to.
enum class CpuChoice { isolated, any, numbered };

/// The `[realtime]` table of a board file; a session may override single keys of it.
struct RealtimeConfig {
    SchedulingPolicy policy = SchedulingPolicy::fifo;
    int priority = 80;
    CpuChoice cpu_choice = CpuChoice::isolated;
    int cpu = 0;  // with CpuChoice::numbered
    std::int64_t overrun_limit = 10;

    static RealtimeConfig from_toml(model::TableReader& realtime);
    /// The keys that are present in `realtime` replace the ones here.
    void override_from_toml(model::TableReader& realtime);
};

}  // namespace ghostcar::rt_core
