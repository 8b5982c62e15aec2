// SPDX-License-Identifier: Apache-2.0
// The few numeric helpers that everything feeding State shares. They are our own because
// std::fmin, std::fmax and std::round differ between libraries in how they treat NaN and -0.
#pragma once

#include <cstdint>

namespace ghostcar::model {

constexpr double pi = 3.14159265358979323846;
constexpr double gravity_mps2 = 9.80665;  // standard gravity, ISO 80000-3
constexpr double radps_per_rpm = pi / 30.0;
constexpr double mps_per_kph = 1.0 / 3.6;

constexpr double minimum(double a, double b) noexcept {
    return b < a ? b : a;
}
constexpr double maximum(double a, double b) noexcept {
    return a < b ? b : a;
}

constexpr double clamp(double value, double low, double high) noexcept {
    return maximum(low, minimum(value, high));
}

/// One instruction; exact, so the same everywhere.
constexpr double magnitude(double value) noexcept {
    return __builtin_fabs(value);
}

/// -1, 0 or +1.
constexpr double sign(double value) noexcept {
    return value > 0.0 ? 1.0 : (value < 0.0 ? -1.0 : 0.0);
}

/// Decaying quantities end at exactly 0: flush-to-zero differs between x86 and ARM, so no
/// subnormal may ever appear in State.
constexpr double snap_to_zero(double value, double threshold) noexcept {
    return magnitude(value) < threshold ? 0.0 : value;
}

/// Linear blend, exact at both ends.
constexpr double blend(double from, double to, double share) noexcept {
    return from * (1.0 - share) + to * share;
}

/// Adds and remembers in `rest` what rounding left out, for the next addition (Kahan 1965): a sum
/// of millions of small steps is as exact as one.
constexpr void add_compensated(double& sum, double& rest, double term) noexcept {
    const double corrected = term - rest;
    const double next = sum + corrected;
    rest = (next - sum) - corrected;
    sum = next;
}

/// Truncation toward zero after clamping, so that the conversion is defined for every input.
constexpr std::int64_t to_integer(double value, std::int64_t low, std::int64_t high) noexcept {
    return static_cast<std::int64_t>(
        clamp(value, static_cast<double>(low), static_cast<double>(high)));
}

}  // namespace ghostcar::model
