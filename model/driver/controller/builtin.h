// SPDX-License-Identifier: Apache-2.0
// Controllers that are shipped: they see and answer exactly what a student's controller does, and
// are meant to be read.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "model/driver/controller/ghostcar_controller.h"

namespace ghostcar::model {

/// Called once in a control period. What it remembers is its own: a recording has the commands.
class BuiltinController {
public:
    virtual ~BuiltinController() = default;
    /// Before the first call, and when the session begins again: forget everything.
    virtual void restart() noexcept {}
    virtual void drive(const GhostcarView& view, GhostcarCommand& command) noexcept = 0;
};

struct BuiltinEntry {
    std::string_view name;  // as a session file writes it
    std::string_view description;
    std::unique_ptr<BuiltinController> (*make)();
};

/// In alphabetical order.
[[nodiscard]] std::span<const BuiltinEntry> builtin_controllers() noexcept;

/// nullptr when there is none of that name.
[[nodiscard]] const BuiltinEntry* find_builtin(std::string_view name) noexcept;

}  // namespace ghostcar::model
