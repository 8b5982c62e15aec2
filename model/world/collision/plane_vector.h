// SPDX-License-Identifier: Apache-2.0
// Vectors in the road's plane. Every function keeps its sums of two products, x before y: so a
// mirrored scene (y → -y) gives mirrored results to the last bit.
#pragma once

namespace ghostcar::model {

struct PlaneVector {
    double x;
    double y;
};

constexpr PlaneVector operator+(PlaneVector a, PlaneVector b) noexcept {
    return {a.x + b.x, a.y + b.y};
}
constexpr PlaneVector operator-(PlaneVector a, PlaneVector b) noexcept {
    return {a.x - b.x, a.y - b.y};
}
constexpr PlaneVector operator-(PlaneVector a) noexcept {
    return {-a.x, -a.y};
}
constexpr PlaneVector operator*(PlaneVector a, double factor) noexcept {
    return {a.x * factor, a.y * factor};
}

constexpr double dot(PlaneVector a, PlaneVector b) noexcept {
    return a.x * b.x + a.y * b.y;
}
/// The vertical part of a × b.
constexpr double cross(PlaneVector a, PlaneVector b) noexcept {
    return a.x * b.y - a.y * b.x;
}
/// A quarter turn to the left.
constexpr PlaneVector turned_left(PlaneVector a) noexcept {
    return {-a.y, a.x};
}

}  // namespace ghostcar::model
