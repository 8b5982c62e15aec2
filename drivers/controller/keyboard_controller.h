// SPDX-License-Identifier: Apache-2.0
// Driving by hand: the keys of a terminal. A terminal tells when a key goes down, not when it
// comes up, so a key moves a pedal or the wheel by a step, and it stays there.
#pragma once

#include <termios.h>

#include <atomic>
#include <memory>

#include "drivers/controller/hand_controls.h"
#include "rt_core/controller/exchange.h"
#include "rt_core/thread.h"

namespace ghostcar::drivers {

class KeyboardController {
public:
    /// Takes the terminal: keys come at once and are not shown; Ctrl-C still ends the run. Throws
    /// std::runtime_error when standard input is no terminal.
    explicit KeyboardController(rt_core::Exchange& exchange);
    ~KeyboardController();
    KeyboardController(const KeyboardController&) = delete;
    KeyboardController& operator=(const KeyboardController&) = delete;

    /// Gives the terminal back as it was.
    void close() noexcept;

private:
    void read_keys();
    void answer();

    rt_core::Exchange& exchange_;
    termios before_{};
    std::atomic<bool> closing_{false};
    HandControls hands_;
    std::unique_ptr<rt_core::Thread> reading_;
    std::unique_ptr<rt_core::Thread> answering_;
};

}  // namespace ghostcar::drivers
