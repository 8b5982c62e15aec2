// SPDX-License-Identifier: Apache-2.0
// The bench judge's rules as a table: one row says what is measured, against which limit, how it
// is compared and what the user reads when it is broken.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/judge/bench_judge.h"

namespace ghostcar::model {

enum class Comparison : std::int64_t {
    within,   // low <= measured <= high
    below,    // measured < high
    at_most,  // measured <= high
};

struct BenchRule {
    std::string_view figure;  // name with unit, as in the result file
    double (*measured)(const BenchJudgeState&);
    bool (*has_evidence)(const BenchJudgeState&);  // false: nothing was seen to judge
    Comparison comparison;
    double (*low)(const BenchJudge::Limits&);
    double (*high)(const BenchJudge::Limits&);
    std::string_view words;  // what was broken and what to change
};

extern const std::array<BenchRule, 4> bench_rules;

/// Is the rule kept? A rule without evidence is.
[[nodiscard]] bool holds(const BenchRule& rule, const BenchJudge::Limits& limits,
                         const BenchJudgeState& judge);

/// A broken rule fails the run; without one, an incomplete drive has no verdict.
[[nodiscard]] Verdict bench_verdict(const BenchJudge::Limits& limits, const BenchJudgeState& judge);

}  // namespace ghostcar::model
