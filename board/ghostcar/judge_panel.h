// SPDX-License-Identifier: Apache-2.0
// The judge's part of the live view: the words before the start, and the score as it stands.
#pragma once

#include <string>

#include "rt_core/state.h"

namespace ghostcar::board {

/// "Ready", "Set" and, in the first second of driving, "Go!"; "" at other times. Without a
/// countdown nothing is said.
[[nodiscard]] std::string start_word(const rt_core::SessionState& session, double countdown_s);

/// One line, or none where nothing is judged live.
[[nodiscard]] std::string judge_line(const model::JudgeState& judge);

}  // namespace ghostcar::board
