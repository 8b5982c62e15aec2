// SPDX-License-Identifier: Apache-2.0
// The live view in the terminal: one block that is drawn over itself.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/ghostcar/cycle/driver_aid.h"
#include "rt_core/controller/controller_port.h"
#include "rt_core/state.h"
#include "rt_core/timing.h"

namespace ghostcar::board {

class Panel {
public:
    /// Only on a terminal: piped output stays plain, and JSON is for programs.
    [[nodiscard]] static bool wanted(bool json) noexcept;

    Panel(std::string title, double duration_s, double countdown_s, bool hard_realtime);

    /// Draws this above the rest: a drive along a cycle.
    void show_aid(DriverAid aid) { aid_.emplace(std::move(aid)); }

    /// Draws a line on them below the rest. They have to outlive the panel.
    void show_controllers(std::vector<const rt_core::ControllerFigures*> controllers) {
        controllers_ = std::move(controllers);
    }

    void draw(const rt_core::State& state, const rt_core::Timing& timing);
    /// Leaves the last picture standing and the cursor below it.
    void finish();

private:
    std::string title_;
    double duration_s_;
    double countdown_s_;
    bool hard_realtime_;
    std::optional<DriverAid> aid_;
    std::vector<const rt_core::ControllerFigures*> controllers_;
    int lines_drawn_ = 0;
};

/// The panel's text, without any cursor movement; one line of a run per entry.
[[nodiscard]] std::string panel_text(const std::string& title, double duration_s,
                                     double countdown_s, bool hard_realtime,
                                     const rt_core::State& state, const rt_core::Timing& timing);

}  // namespace ghostcar::board
