// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "rt_core/ports.h"

namespace ghostcar::rt_core {

/// The program's own wish (Ctrl-C wants a stop) on its way into the tick, where it becomes an Input
/// like any other. The newest wish wins.
class OperatorDesk final : public InputSource {
public:
    void wish(CommandKind command) noexcept { wish_.store(command, std::memory_order_relaxed); }

    void latch(std::int64_t /*tick*/, Inputs& inputs) noexcept override {
        if (wish_.load(std::memory_order_relaxed) != CommandKind::none)
            inputs.command.kind = wish_.exchange(CommandKind::none, std::memory_order_relaxed);
    }

private:
    std::atomic<CommandKind> wish_{CommandKind::none};
};

}  // namespace ghostcar::rt_core
