// SPDX-License-Identifier: Apache-2.0
// The tyre that both reference models have, in the frame of one wheel.
#pragma once

#include <cmath>

namespace reference::tyre {

struct Force {
    double along_n;
    double across_n;
};

inline double bent(double x, double shape, double curvature) {
    return shape * std::atan(x - curvature * (x - std::atan(x)));
}

inline double along_alone_n(double slip, double load_n) {
    constexpr double shape = 1.6411;
    const double peak_n = 1.1739 * load_n;
    const double shifted = 0.0012297 - slip;
    const double angle = bent(22.303 * load_n / (shape * peak_n) * shifted, shape, 0.46403);
    return peak_n * std::sin(angle - 8.8098e-6 * load_n);
}

inline double across_friction(double camber) {
    return 1.0489 * (1.0 + 2.8821 * camber * camber);
}

inline double across_alone_n(double angle_rad, double camber, double load_n) {
    constexpr double shape = 1.3507;
    const double side = camber > 0.0 ? 1.0 : (camber < 0.0 ? -1.0 : 0.0);
    const double tilt = std::abs(camber);
    const double peak_n = across_friction(camber) * load_n;
    const double shifted = angle_rad + side * (0.0026747 + 0.031415 * tilt);
    return peak_n *
               std::sin(bent(-21.92 * load_n / (shape * peak_n) * shifted, shape, -0.0074722)) +
           side * load_n * (0.037318 - 0.32931 * tilt);
}

/// What the other slip leaves of a force, 1 at none: its curve is a little off the middle.
inline double left_over(double slope, double slip, double shift, double shape, double curvature) {
    return std::cos(bent(slope * (slip + shift), shape, curvature)) /
           std::cos(bent(slope * shift, shape, curvature));
}

inline Force force(double slip, double angle_rad, double camber, double load_n) {
    const double along_slope = 13.276 * std::cos(std::atan(-13.778 * slip));
    const double across_slope = 7.1433 * std::cos(std::atan(9.1916 * (angle_rad + 0.027856)));
    // Braking and driving push a wheel that runs aslant to the side by themselves.
    const double pushed_n = across_friction(camber) * load_n * (-0.027825 - 0.27568 * camber) *
                            std::cos(std::atan(12.12 * angle_rad)) *
                            std::sin(1.9 * std::atan(-10.704 * slip));
    return {
        along_alone_n(slip, load_n) * left_over(along_slope, angle_rad, 0.0050722, 1.2568, 0.65225),
        across_alone_n(angle_rad, camber, load_n) *
                left_over(across_slope, slip, 5.7448e-6, 1.0719, -0.27572) +
            pushed_n};
}

}  // namespace reference::tyre
