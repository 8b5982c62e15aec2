// SPDX-License-Identifier: Apache-2.0
// What a wire has to report: which signal, what is wrong with it, since when. Of a fixed size: it
// is filled in the tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ghostcar::drivers {

enum class WireSignal : std::int64_t { accelerator = 0, brake = 1, clutch = 2, lever = 3 };
constexpr std::size_t wire_signal_count = 4;

enum class WireTrouble : std::int64_t {
    out_of_range,     // dead, cut off or shorted: leads to the safe state
    tracks_disagree,  // the two tracks of one sensor: leads to the safe state
    contradiction,    // two switches of the lever closed: leads to the safe state
    stuck,            // not a bit has changed for long: reported only
};

struct WireReport {
    WireSignal signal = WireSignal::accelerator;
    WireTrouble trouble = WireTrouble::out_of_range;
    std::int64_t driving_tick = -1;  // -1: before the drive
    double volts = 0.0;
};

/// The first report of each trouble of each signal.
class WireReports {
public:
    void add(const WireReport& report) noexcept {
        for (std::size_t i = 0; i < count_; ++i)
            if (reports_[i].signal == report.signal && reports_[i].trouble == report.trouble)
                return;
        if (count_ < reports_.size()) reports_[count_++] = report;
    }
    [[nodiscard]] std::span<const WireReport> all() const noexcept {
        return {reports_.data(), count_};
    }

private:
    std::array<WireReport, 16> reports_{};
    std::size_t count_ = 0;
};

[[nodiscard]] constexpr std::string_view word_of(WireSignal signal) noexcept {
    constexpr std::array<std::string_view, wire_signal_count> words{"accelerator", "brake",
                                                                    "clutch", "lever"};
    return words[static_cast<std::size_t>(signal)];
}

/// What happened, in words that follow "accelerator: ".
[[nodiscard]] constexpr std::string_view words_of(WireTrouble trouble) noexcept {
    constexpr std::array<std::string_view, 4> words{
        "out of its valid range", "its two tracks disagree", "two switches are closed",
        "stuck: not a bit has changed"};
    return words[static_cast<std::size_t>(trouble)];
}

}  // namespace ghostcar::drivers
