// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rt_core/state.h"

namespace ghostcar::board {

/// What keeps a session from driving, in words, while the run waits for somebody to mend it: a
/// fault that holds the start, or the safe state. Time is passed in.
class Hindrance {
public:
    /// So long it has to last: wires and buses need a moment to come up.
    static constexpr std::int64_t patience_ns = 1'000'000'000;

    /// What there is to say now, each time once; "" nearly always.
    [[nodiscard]] std::string news(const rt_core::SessionState& session, std::int64_t now_ns);

private:
    std::string words_;
    std::int64_t since_ns_ = 0;
    bool told_ = false;
};

}  // namespace ghostcar::board
