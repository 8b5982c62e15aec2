// SPDX-License-Identifier: Apache-2.0
// The units that DBC files write, and how they convert.
#pragma once

#include <string_view>

namespace ghostcar::can_bridge {

/// How many of `to` one of `from` is; 0 when they measure different things or are not known.
/// "" is a number or a share, of which "%" is a hundredth.
[[nodiscard]] double unit_ratio(std::string_view from, std::string_view to);

}  // namespace ghostcar::can_bridge
