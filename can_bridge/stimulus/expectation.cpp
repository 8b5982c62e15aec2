// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/stimulus/expectation.h"

#include "model/config/csv_reader.h"

namespace ghostcar::can_bridge::stimulus {

Expectation::Expectation(const StimulusFile& file, std::size_t column)
    : channel_(file.columns.at(column).channel),
      header_(file.columns.at(column).header),
      tolerance_(file.columns.at(column).tolerance) {
    for (std::size_t row = 0; row < file.rows.size(); ++row) {
        const std::optional<double>& expected = file.rows[row].cells.at(column);
        if (!expected) continue;
        // Until the next row, whether it expects something or not; the last one is one tick long.
        const std::int64_t begin = file.rows[row].time_ms;
        const std::int64_t end =
            row + 1 < file.rows.size() ? file.rows[row + 1].time_ms : begin + 1;
        segments_.push_back({begin + tolerance_.delay_ms, end + tolerance_.delay_ms, *expected});
    }
}

void Expectation::step(std::int64_t driving_tick, double value) noexcept {
    if (next_ == segments_.size() || driving_tick < segments_[next_].first_tick) return;
    const Segment& segment = segments_[next_];
    // Written so that NaN is a failure.
    const bool is_within = value <= segment.expected + tolerance_.above &&
                           value >= segment.expected - tolerance_.below;
    ++checks_;
    if (!is_within && failures_++ == 0) first_miss_ = {driving_tick, segment.expected, value};
    if (driving_tick + 1 >= segment.end_tick) ++next_;
}

void Expectation::reset() noexcept {
    next_ = 0;
    checks_ = failures_ = 0;
    first_miss_ = {};
}

std::string Expectation::message() const {
    const auto seconds = [](std::int64_t ticks) {
        return model::short_text(static_cast<double>(ticks) / 1000.0) + " s";
    };
    std::string text;
    if (failures_ > 0)
        text = channel_ + " was " + model::short_text(first_miss_.found) + " at " +
               seconds(first_miss_.tick) + ", expected " + model::short_text(first_miss_.expected) +
               " (+" + model::short_text(tolerance_.above) + ", -" +
               model::short_text(tolerance_.below) + "); outside in " + std::to_string(failures_) +
               " of " + std::to_string(checks_) + " ticks";
    if (!is_complete())
        text += (text.empty() ? channel_ + ": " : "; ") + "the run ended before " +
                seconds(segments_.back().end_tick);
    return text.empty() ? channel_ + " was as expected in " + std::to_string(checks_) + " ticks"
                        : text;
}

}  // namespace ghostcar::can_bridge::stimulus
