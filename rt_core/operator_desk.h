// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rt_core/ports.h"
#include "rt_core/ring.h"

namespace ghostcar::rt_core {

/// Commands of the program itself (Ctrl-C, a key in the panel) on their way into the tick. Any
/// one thread may push; the tick takes at most one command per tick.
class OperatorDesk final : public InputSource {
public:
    bool push(const Command& command) noexcept { return commands_.push(command); }

    void latch(std::int64_t /*tick*/, Inputs& inputs) noexcept override {
        if (inputs.command.kind == CommandKind::none) commands_.pop(inputs.command);
    }

private:
    Ring<Command> commands_{16};
};

}  // namespace ghostcar::rt_core
