// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ghostcar::model {

/// A rule of an experiment, one row of its table: broken by whatever is more than the limit.
struct JudgeRule {
    std::string_view measured;  // name with unit
    double limit;
    std::string_view words;  // what the user reads

    [[nodiscard]] constexpr bool broken_by(double value) const noexcept { return value > limit; }
};

}  // namespace ghostcar::model
