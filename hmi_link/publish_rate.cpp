// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/publish_rate.h"

#include <string>

namespace ghostcar::hmi_link {
namespace {

constexpr std::int64_t ticks_per_second = 1000;

}  // namespace

std::int64_t period_from_rate(model::TableReader& table, std::string_view key,
                              std::int64_t default_rate_hz) {
    const std::int64_t rate_hz = table.integer_or(key, default_rate_hz, 1, ticks_per_second);
    if (ticks_per_second % rate_hz != 0)
        table.fail(key, "found " + std::to_string(rate_hz),
                   "must divide 1000, the ticks of a second: 1, 10, 50, 100, 200, 500, 1000");
    return ticks_per_second / rate_hz;
}

}  // namespace ghostcar::hmi_link
