// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/keyboard_controller.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace ghostcar::drivers {
namespace {

constexpr int look_ms = 50;  // how soon a thread notices that it is to end
constexpr std::int64_t look_ns = 50'000'000;

termios* to_restore = nullptr;  // for the handler, which has no arguments of ours

/// The run's signals are blocked and waited for; this one comes only to a user who presses Ctrl-C
/// twice, and to one who does not wait. tcsetattr may be called here (signal-safety(7)).
void restore_and_end(int signal) {
    tcsetattr(STDIN_FILENO, TCSANOW, to_restore);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

KeyboardController::KeyboardController(rt_core::Exchange& exchange) : exchange_(exchange) {
    if (tcgetattr(STDIN_FILENO, &before_) != 0)
        throw std::runtime_error(
            "controller.kind = \"keyboard\" needs a terminal, and standard input is none; start "
            "ghostcar in a terminal, or choose another controller");
    termios raw = before_;
    // Keys at once and unseen; ISIG stays, so Ctrl-C and Ctrl-Z do what they always do.
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    to_restore = &before_;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        std::signal(signal, restore_and_end);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    reading_ = std::make_unique<rt_core::Thread>("ghostcar-keys", [this] { read_keys(); });
    answering_ = std::make_unique<rt_core::Thread>("ghostcar-hands", [this] { answer(); });
}

KeyboardController::~KeyboardController() {
    close();
}

void KeyboardController::read_keys() {
    while (!closing_.load()) {
        pollfd wait{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        if (poll(&wait, 1, look_ms) <= 0) continue;
        char byte = 0;
        const ssize_t size = read(STDIN_FILENO, &byte, 1);
        if (size == 1) hands_.press(byte);
        if (size == 0 && (wait.revents & (POLLHUP | POLLERR)) != 0) return;  // the terminal is gone
        if (size < 0) return;
    }
}

void KeyboardController::answer() {
    rt_core::Answerer answerer(exchange_);
    GhostcarView view;
    double last_time_s = 0.0;
    while (!closing_.load()) {
        if (!answerer.wait(view, look_ns)) continue;
        // A reset: time begins again. What is pressed while the car waits for Go stays pressed.
        if (view.time < last_time_s) hands_.restart();
        last_time_s = view.time;
        answerer.answer(hands_.command(), 0);
    }
}

void KeyboardController::close() noexcept {
    if (closing_.exchange(true)) return;
    reading_.reset();
    answering_.reset();
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_DFL);
}

}  // namespace ghostcar::drivers
