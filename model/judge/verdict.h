// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::model {

enum class VerdictKind : std::int64_t { none = 0, passed = 1, failed = 2 };

/// "none", "passed" or "failed", as result files write it.
[[nodiscard]] constexpr std::string_view verdict_text(VerdictKind kind) noexcept {
    return kind == VerdictKind::passed ? "passed"
                                       : (kind == VerdictKind::failed ? "failed" : "none");
}

/// One number a judge has measured; the name carries the unit.
struct Figure {
    std::string name;
    double value = 0.0;
};

/// What a judge says at the end. Built off the tick: it allocates.
struct Verdict {
    VerdictKind kind = VerdictKind::none;
    std::string message;          // one sentence for the user
    std::optional<double> score;  // of a scored experiment that was completed
    std::vector<Figure> figures;
};

}  // namespace ghostcar::model
