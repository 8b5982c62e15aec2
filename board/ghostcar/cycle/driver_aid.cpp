// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/cycle/driver_aid.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "board/ghostcar/panel_line.h"
#include "board/ghostcar/words.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

constexpr std::int64_t column_ticks = 400;
constexpr std::int64_t past_columns = 15;  // 6 s
constexpr std::int64_t columns = 66;       // 20 s ahead
constexpr int rows = 12;
constexpr double smallest_span_kph = 20.0;

std::int64_t column_of(std::int64_t tick) {
    return tick >= 0 ? tick / column_ticks : -((-tick + column_ticks - 1) / column_ticks);
}

std::string entry_word(const model::PlanEntry& entry) {
    if (!entry.engine_on) return "engine off";
    switch (entry.coupling) {
        case model::Coupling::neutral:
            return "neutral";
        case model::Coupling::ready:
        case model::Coupling::open:
            return gear_word(entry.gear) + ", clutch down";
        case model::Coupling::drive:
            break;
    }
    return gear_word(entry.gear);
}

}  // namespace

DriverAid::DriverAid(std::shared_ptr<const model::DriveCycle> cycle,
                     const model::DriveTolerance& tolerance, std::vector<model::PlanEntry> gears)
    : cycle_(std::move(cycle)), tolerance_(tolerance), gears_(std::move(gears)) {}

DriverAid::Band DriverAid::band(std::int64_t tick) const {
    const auto reach = static_cast<std::int64_t>(tolerance_.s * 1000.0);
    constexpr std::int64_t step = 100;
    Band result{cycle_->speed_kph(tick), cycle_->speed_kph(tick)};
    for (std::int64_t near = tick - reach; near <= tick + reach; near += step) {
        result.low_kph = std::min(result.low_kph, cycle_->speed_kph(near));
        result.high_kph = std::max(result.high_kph, cycle_->speed_kph(near));
    }
    return {result.low_kph - tolerance_.kph, result.high_kph + tolerance_.kph};
}

std::string DriverAid::gear_prompt(std::int64_t tick) const {
    const auto next = std::upper_bound(
        gears_.begin(), gears_.end(), tick,
        [](std::int64_t now, const model::PlanEntry& entry) { return now < entry.from_tick; });
    if (next == gears_.begin()) return "get ready";
    std::string text = entry_word(*std::prev(next));
    const bool soon = next != gears_.end() && next->from_tick <= cycle_->duration_ticks();
    if (soon)
        text += panel_line("   then %s in %.1f s", entry_word(*next).c_str(),
                           static_cast<double>(next->from_tick - tick) * rt_core::tick_s);
    return text;
}

std::string DriverAid::text(const rt_core::State& state) {
    const std::int64_t tick = state.judge.cycle.cycle_tick;
    const double speed_kph = state.world.car.speed_mps / model::mps_per_kph;
    const std::int64_t now = column_of(tick);
    if (!driven_kph_.empty() && driven_kph_.rbegin()->first > now) driven_kph_.clear();  // a reset
    driven_kph_[now] = speed_kph;
    while (driven_kph_.begin()->first < now - past_columns) driven_kph_.erase(driven_kph_.begin());

    std::vector<Band> bands;
    double low = speed_kph;
    double high = speed_kph;
    for (std::int64_t column = 0; column < columns; ++column) {
        bands.push_back(band((now - past_columns + column) * column_ticks));
        low = std::min(low, bands.back().low_kph);
        high = std::max(high, bands.back().high_kph);
    }
    low = std::max(0.0, std::floor(low / 10.0) * 10.0);
    high = std::ceil(std::max(high, low + smallest_span_kph) / 10.0) * 10.0;
    const double row_kph = (high - low) / rows;

    std::string text;
    for (int row = rows - 1; row >= 0; --row) {
        const double bottom = low + row * row_kph;
        const double top = bottom + row_kph;
        const auto inside = [&](double kph) {
            return kph >= bottom && (kph < top || (row == rows - 1 && kph <= top));
        };
        text +=
            row % 3 == 2 || row == 0 ? panel_line("  %5.0f ", row == 0 ? low : top) : "        ";
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t at = now - past_columns + column;
            const Band& here = bands[static_cast<std::size_t>(column)];
            const auto driven = driven_kph_.find(at);
            if (at == now && inside(std::max(speed_kph, low)))
                text += "◆";
            else if (at < now && driven != driven_kph_.end() && inside(driven->second))
                text += "●";
            else if (inside(cycle_->speed_kph(at * column_ticks)))
                text += "─";
            else if (top > here.low_kph && bottom < here.high_kph)
                text += "░";
            else
                text += at == now ? "│" : " ";
        }
        text += "\n";
    }
    const model::CycleJudgeState& judge = state.judge.cycle;
    const double error_kph = speed_kph - judge.target_kph;
    text += panel_line("  target %6.1f   driven %6.1f   error %+5.1f km/h   %s   excursions %lld\n",
                       judge.target_kph, speed_kph, tick < 0 ? 0.0 : error_kph,
                       judge.outside != 0 ? "OUTSIDE" : "inside ",
                       static_cast<long long>(judge.excursions));
    text += panel_line("  %.1f of %.1f s   gear %s\n", static_cast<double>(tick) * rt_core::tick_s,
                       cycle_->duration_s(), gear_prompt(tick).c_str());
    return text;
}

}  // namespace ghostcar::board
