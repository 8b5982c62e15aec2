// SPDX-License-Identifier: Apache-2.0
// Two numbers at once: the left and the right wheel of an axle. gcc's and clang's vector types make
// one instruction of each operation where the processor has it (SSE2 and NEON always do) and two
// where not; each element goes through the same IEEE operation as a double would, so the bits are
// those of two doubles.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "model/math/numeric.h"

namespace ghostcar::model {

using Pair = double __attribute__((vector_size(16)));

namespace detail {
using PairBits = std::int64_t __attribute__((vector_size(16)));
using PairOfInt = std::int32_t __attribute__((vector_size(8)));
}  // namespace detail

constexpr Pair both(double value) noexcept {
    return Pair{value, value};
}

inline Pair minimum(Pair a, Pair b) noexcept {
    return b < a ? b : a;
}
inline Pair maximum(Pair a, Pair b) noexcept {
    return a < b ? b : a;
}
inline Pair maximum(double a, Pair b) noexcept {
    return maximum(both(a), b);
}

inline Pair clamp(Pair value, Pair low, Pair high) noexcept {
    return maximum(low, minimum(value, high));
}

inline Pair magnitude(Pair value) noexcept {
    const detail::PairBits all_but_sign{INT64_MAX, INT64_MAX};
    return std::bit_cast<Pair>(std::bit_cast<detail::PairBits>(value) & all_but_sign);
}

inline Pair snap_to_zero(Pair value, double threshold) noexcept {
    return magnitude(value) < both(threshold) ? both(0.0) : value;
}

inline Pair square_root(Pair value) noexcept {
    return Pair{std::sqrt(value[0]), std::sqrt(value[1])};
}

}  // namespace ghostcar::model
