// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/panel.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "board/ghostcar/controller/controller_panel.h"
#include "board/ghostcar/judge_panel.h"
#include "board/ghostcar/panel_line.h"
#include "board/ghostcar/words.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

std::string bar(double share, int width) {
    const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * width + 0.5);
    std::string text;
    for (int column = 0; column < width; ++column) text += column < filled ? "█" : "·";
    return text;
}

std::string pedal_line(const char* name, double position) {
    return panel_line("  %-12s%s %3.0f %%\n", name, bar(position, 30).c_str(), position * 100.0);
}

}  // namespace

std::string panel_text(const std::string& title, double duration_s, double countdown_s,
                       bool hard_realtime, const rt_core::State& state,
                       const rt_core::Timing& timing) {
    const model::LongitudinalState& car = state.world.car;
    const model::Controls& controls = state.world.controls;
    const double driven_s = static_cast<double>(state.session.running_ticks) * rt_core::tick_s;
    std::string text = panel_line("%.60s  [%s]  %s\n", title.c_str(),
                                  std::string(phase_word(state.session.phase)).c_str(),
                                  start_word(state.session, countdown_s).c_str());
    text += panel_line("  %-12s%6.1f km/h     engine %5.0f 1/min     gear %s\n", "speed",
                       car.speed_mps / model::mps_per_kph,
                       car.engine_speed_radps / model::radps_per_rpm, gear_word(car.gear).c_str());
    text += pedal_line("accelerator", controls.accelerator);
    text += pedal_line("brake", controls.brake);
    text += pedal_line("clutch", controls.clutch);
    text += panel_line("  %-12s%s %5.1f / %.1f s\n", "sim time",
                       bar(driven_s / duration_s, 30).c_str(), driven_s, duration_s);
    text += judge_line(state.judge);
    text += panel_line("  %-12sp99 %.0f µs   max %.0f µs   overruns %llu%s\n", "wake-up",
                       timing.wake.percentile_us(0.99), timing.wake.max_us(),
                       static_cast<unsigned long long>(timing.overruns.load()),
                       hard_realtime ? "" : "   (not real-time)");
    return text;
}

Panel::Panel(std::string title, double duration_s, double countdown_s, bool hard_realtime)
    : title_(std::move(title)),
      duration_s_(duration_s),
      countdown_s_(countdown_s),
      hard_realtime_(hard_realtime) {}

bool Panel::wanted(bool json) noexcept {
    return !json && isatty(STDOUT_FILENO) == 1;
}

void Panel::draw(const rt_core::State& state, const rt_core::Timing& timing) {
    const std::string text =
        (aid_ ? aid_->text(state) : "") +
        panel_text(title_, duration_s_, countdown_s_, hard_realtime_, state, timing) +
        controller_line(controllers_);
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    // Go back to the first line; "erase to the end of the line" before each line end.
    std::string picture = lines_drawn_ > 0 ? "\033[" + std::to_string(lines_drawn_) + "A" : "";
    for (const char letter : text)
        picture += letter == '\n' ? std::string("\033[K\n") : std::string(1, letter);
    std::fputs(picture.c_str(), stdout);
    std::fflush(stdout);
    lines_drawn_ = lines;
}

void Panel::finish() {
    if (lines_drawn_ > 0) std::fputs("\n", stdout);
    lines_drawn_ = 0;
}

}  // namespace ghostcar::board
