// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// What a judge decides in a tick: whether the drive goes on, is done, or is over against a rule.
enum class Ruling : std::int64_t { go_on = 0, finished = 1, violation = 2 };

}  // namespace ghostcar::model
