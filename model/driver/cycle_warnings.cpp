// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_warnings.h"

#include <algorithm>
#include <cstddef>

#include "model/config/csv_reader.h"
#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

std::string counted(std::size_t count, const std::string& word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

void warn_of_gaps(const std::vector<CycleSample>& samples, std::vector<std::string>& warnings) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < samples.size(); ++i) {
        steps.push_back(samples[i].t_s - samples[i - 1].t_s);
    }
    std::vector<double> sorted = steps;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double usual_s = *middle;
    std::size_t even = 0;
    std::size_t gaps = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (magnitude(steps[i] - usual_s) <= 0.05 * usual_s) ++even;
        if (steps[i] > 2.5 * usual_s) ++gaps;
        if (steps[i] > steps[longest]) longest = i;
    }
    // A log is even; in a table of break-points long steps are meant.
    const bool is_log = static_cast<double>(even) >= 0.9 * static_cast<double>(steps.size());
    if (gaps == 0 || !is_log) return;
    warnings.push_back(counted(gaps, "gap") + " in the times (mostly " + short_text(usual_s) +
                       " s), the longest " + short_text(steps[longest]) + " s after " +
                       short_text(samples[longest].t_s) +
                       " s: the speed is taken as a straight line there");
}

void warn_of_jumps(const std::vector<CycleSample>& samples, const CarAbility& ability,
                   std::vector<std::string>& warnings) {
    std::size_t jumps = 0;
    std::size_t first = 0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
        const CycleSample& from = samples[i - 1];
        const CycleSample& to = samples[i];
        const double rate_mps2 = (to.v_kph - from.v_kph) * mps_per_kph / (to.t_s - from.t_s);
        const double speed_mps = 0.5 * (to.v_kph + from.v_kph) * mps_per_kph;
        const bool beyond = rate_mps2 > ability.acceleration_mps2 ||
                            rate_mps2 * speed_mps > ability.power_w_per_kg ||
                            -rate_mps2 > ability.deceleration_mps2;
        if (beyond && jumps++ == 0) first = i;
    }
    if (jumps == 0) return;
    const CycleSample& from = samples[first - 1];
    const CycleSample& to = samples[first];
    warnings.push_back(counted(jumps, "jump") + " beyond the car's ability, the first after " +
                       short_text(from.t_s) + " s: from " + short_text(from.v_kph) + " to " +
                       short_text(to.v_kph) + " km/h in " + short_text(to.t_s - from.t_s) + " s");
}

}  // namespace

CarAbility ability_of(const LearnedCar& car, double highest_rpm) noexcept {
    CarAbility ability{0.0, car.brake_mps2.back(), 0.0, 0.0};
    for (double kph = 1.0; kph < 300.0; kph += 1.0) {
        double best_mps2 = -1.0;
        for (std::int64_t gear = 1; gear <= car.gears; ++gear) {
            if (car.rpm(gear, kph) > highest_rpm) continue;
            best_mps2 = maximum(best_mps2, car.best_acceleration(gear, kph));
        }
        if (best_mps2 <= 0.0) continue;
        ability.top_speed_kph = kph;
        ability.acceleration_mps2 = maximum(ability.acceleration_mps2, best_mps2);
        ability.power_w_per_kg = maximum(ability.power_w_per_kg, best_mps2 * kph * mps_per_kph);
    }
    return ability;
}

std::vector<std::string> cycle_warnings(const std::vector<CycleSample>& samples,
                                        const CarAbility& ability) {
    std::vector<std::string> warnings;
    if (samples.size() < 2) return warnings;
    warn_of_gaps(samples, warnings);
    warn_of_jumps(samples, ability, warnings);
    const auto fastest = std::max_element(
        samples.begin(), samples.end(),
        [](const CycleSample& a, const CycleSample& b) { return a.v_kph < b.v_kph; });
    if (fastest->v_kph > ability.top_speed_kph) {
        warnings.push_back(short_text(fastest->v_kph) + " km/h at " + short_text(fastest->t_s) +
                           " s is beyond the car's top speed of " +
                           short_text(ability.top_speed_kph) + " km/h");
    }
    return warnings;
}

}  // namespace ghostcar::model
