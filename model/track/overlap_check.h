// SPDX-License-Identifier: Apache-2.0
// A road may cross over itself on a bridge, but not through itself.
#pragma once

#include <optional>

#include "model/track/plan_layout.h"

namespace ghostcar::model {

/// Clear height under a bridge and the bridge's own body.
constexpr double smallest_headroom_m = 4.0;

struct Overlap {
    std::size_t first_piece;
    std::size_t second_piece;
    double height_m;  // between the two
};

/// Two places where the paved strips, kerbs included, cover the same ground with less than
/// smallest_headroom_m between them. The plan must have its cross-sections.
[[nodiscard]] std::optional<Overlap> find_overlap(const LaidOutPlan& layout, bool closed);

}  // namespace ghostcar::model
