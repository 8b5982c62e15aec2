// SPDX-License-Identifier: Apache-2.0
// A condition is refused at a character of its text, or it has a value in any State.
#include "can_bridge/fault/condition.h"

#include "tests/fuzz/fuzz.h"

using namespace ghostcar;
using can_bridge::fault::Condition;
using can_bridge::fault::ConditionError;
using fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    try {
        const Condition condition = Condition::parse(text);
        rt_core::State state;
        for (const double speed_mps : {0.0, 14.0, -1e300}) {
            state.world.car.speed_mps = speed_mps;
            const double value = condition.value(state);
            require(condition.holds(state) == (value < 0.0 || value > 0.0));
        }
    } catch (const ConditionError& error) {
        require(error.column() >= 1 && error.column() <= text.size() + 1);
    }
    return 0;
}
