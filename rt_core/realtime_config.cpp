// SPDX-License-Identifier: Apache-2.0
#include "rt_core/realtime_config.h"

#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace ghostcar::rt_core {
namespace {

constexpr std::array<std::pair<std::string_view, SchedulingPolicy>, 2> policies{{
    {"fifo", SchedulingPolicy::fifo},
    {"other", SchedulingPolicy::other},
}};

// 99 is left to the kernel's own migration and watchdog threads.
constexpr std::int64_t highest_priority = 98;

}  // namespace

RealtimeConfig RealtimeConfig::from_toml(model::TableReader& realtime) {
    for (const char* key : {"policy", "priority", "cpu", "overrun_limit"})
        if (!realtime.has(key))
            realtime.fail(key, "missing", "add it, as board/desk/board.toml does");
    RealtimeConfig config;
    config.override_from_toml(realtime);
    return config;
}

void RealtimeConfig::override_from_toml(model::TableReader& realtime) {
    if (realtime.has("policy")) policy = realtime.choice("policy", policies);
    priority = static_cast<int>(realtime.integer_or("priority", priority, 1, highest_priority));
    overrun_limit = realtime.integer_or("overrun_limit", overrun_limit, 1, 1'000'000);
    if (realtime.has("cpu")) {
        const std::string text = realtime.text("cpu");
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
        if (text == "isolated") {
            cpu_choice = CpuChoice::isolated;
        } else if (text == "any") {
            cpu_choice = CpuChoice::any;
        } else if (error == std::errc() && end == text.data() + text.size() && cpu >= 0) {
            cpu_choice = CpuChoice::numbered;
        } else {
            realtime.fail("cpu", "found \"" + text + "\"",
                          "write \"isolated\", \"any\" or a processor's number in quotes");
        }
    }
    realtime.finish();
}

}  // namespace ghostcar::rt_core
