// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/hand_controls.h"

#include "model/driver/controller/command.h"
#include "model/math/numeric.h"

namespace ghostcar::drivers {
namespace {

constexpr double pedal_step = 0.1;
constexpr double wheel_step = 0.05;
constexpr double clutch_step = 0.05;  // of the way up: it bites within a few of them
constexpr char escape = '\x1b';

/// A step, without the crumbs that adding tenths leaves: ten steps forth and back end at 0.
double stepped(double value, double step, double low) noexcept {
    constexpr double grain = 100.0;
    const double moved = (value + step) * grain;
    const double half = moved < 0.0 ? -0.5 : 0.5;
    return model::clamp(static_cast<double>(model::to_integer(moved + half, -1000, 1000)) / grain,
                        low, 1.0);
}

}  // namespace

const std::string_view key_help =
    "Keys: up accelerator, down brake, left and right steering wheel (a step each),\n"
    "      w s a d likewise, space off both pedals and wheel straight, c wheel straight,\n"
    "      q clutch down, e a step up (where the car does not shift itself),\n"
    "      r reverse, n neutral, 1 to 6 gear, f finished (parked), Ctrl-C end\n";

void HandControls::press(char byte) noexcept {
    // An arrow is ESC [ A, or ESC O A in a terminal's application mode.
    if (byte == escape) {
        escape_ = 1;
    } else if (escape_ == 1) {
        escape_ = byte == '[' || byte == 'O' ? 2 : 0;
    } else if (escape_ == 2) {
        escape_ = 0;
        if (byte == 'A') act('w');
        if (byte == 'B') act('s');
        if (byte == 'C') act('d');
        if (byte == 'D') act('a');
    } else {
        act(byte);
    }
}

void HandControls::restart() noexcept {
    accelerator_ = 0.0;
    brake_ = 0.0;
    steer_ = 0.0;
    gear_ = 1;
    finish_ = false;
}

void HandControls::act(char key) noexcept {
    switch (key) {
        case 'w':  // one foot: off the brake first
            if (brake_ > 0.0) {
                brake_ = stepped(brake_, -pedal_step, 0.0);
            } else {
                accelerator_ = stepped(accelerator_, pedal_step, 0.0);
            }
            return;
        case 's':
            if (accelerator_ > 0.0) {
                accelerator_ = 0.0;
            } else {
                brake_ = stepped(brake_, pedal_step, 0.0);
            }
            return;
        case 'a':
            steer_ = stepped(steer_, -wheel_step, -1.0);
            return;
        case 'd':
            steer_ = stepped(steer_, wheel_step, -1.0);
            return;
        case ' ':
            accelerator_ = 0.0;
            brake_ = 0.0;
            steer_ = 0.0;
            return;
        case 'c':
            steer_ = 0.0;
            return;
        case 'q':
            clutch_ = 1.0;
            return;
        case 'e':
            clutch_ = stepped(clutch_, -clutch_step, 0.0);
            return;
        case 'r':
            gear_ = -1;
            return;
        case 'n':
            gear_ = 0;
            return;
        case 'f':
            finish_ = true;
            return;
        default:
            if (key >= '1' && key <= '6') gear_ = key - '0';
            return;
    }
}

GhostcarCommand HandControls::command() const noexcept {
    GhostcarCommand command = model::idle_command();
    command.cmdAcc = accelerator_;
    command.cmdBrake = brake_;
    command.cmdSteer = steer_;
    command.cmdClutch = clutch_;
    command.cmdGear = gear_;
    command.bFinish = finish_ ? 1 : 0;
    return command;
}

}  // namespace ghostcar::drivers
