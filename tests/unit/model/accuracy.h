// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "model/math/noise.h"
#include "tests/unit/unity_cpp.h"

// How the elementary functions of model/math are judged: against the C library's long double
// functions (64 bits or more, so their own error does not count), in units in the last place.
namespace ghostcar::tests {

constexpr std::uint64_t accuracy_seed = 20;

inline std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

/// The double `steps` places further from 0.
inline double neighbour(double value, int steps) {
    return std::bit_cast<double>(bits_of(value) + static_cast<std::uint64_t>(std::int64_t{steps}));
}

inline bool is_normal_or_zero(double value) {
    return value == 0.0 || std::isnormal(value);
}

/// In units of the spacing of doubles at the exact value.
inline double ulp_error(double found, long double exact) {
    if (exact == 0.0L) {
        return found == 0.0 ? 0.0 : HUGE_VAL;
    }
    int exponent = 0;
    std::frexp(exact, &exponent);
    const long double spacing = std::ldexp(1.0L, (exponent < -1021 ? -1021 : exponent) - 53);
    return static_cast<double>(std::fabs((static_cast<long double>(found) - exact) / spacing));
}

/// The largest error of one function over all points shown to it, and where it was.
class WorstError {
public:
    explicit WorstError(const char* name) : name_(name) {}

    void add(double error, double argument, double second_argument = 0.0) {
        ++points_;
        if (!(error <= error_)) {
            error_ = error;
            argument_ = argument;
            second_argument_ = second_argument;
        }
    }

    void must_be_within(double bound) const {
        char text[200];
        std::snprintf(text, sizeof text, "%s: %.4f ulp at (%.17g, %.17g); %lu points, seed %lu",
                      name_, error_, argument_, second_argument_,
                      static_cast<unsigned long>(points_),
                      static_cast<unsigned long>(accuracy_seed));
        TEST_ASSERT_TRUE_MESSAGE(error_ <= bound, text);
        TEST_ASSERT_TRUE_MESSAGE(points_ >= 1'000'000, text);
        std::printf("%s\n", text);
    }

private:
    const char* name_;
    double error_ = 0.0;
    double argument_ = 0.0;
    double second_argument_ = 0.0;
    std::uint64_t points_ = 0;
};

/// Arguments that depend on nothing but (channel, index).
inline double evenly_between(double low, double high, std::uint64_t channel, std::uint64_t index) {
    return low + (high - low) * model::uniform_noise(accuracy_seed, channel, index);
}

/// Positive; every exponent from `low` to `high` as likely as every other.
inline double any_exponent(std::uint64_t low, std::uint64_t high, std::uint64_t channel,
                           std::uint64_t index) {
    const std::uint64_t noise = model::noise_bits(accuracy_seed, channel, index);
    const std::uint64_t exponent = low + (noise >> 52) % (high - low + 1);
    return std::bit_cast<double>((exponent << 52) | (noise & 0xfffffffffffffULL));
}

/// One number for the bits of many results.
class ResultHash {
public:
    void add(double result) { hash_ = model::mix_bits(hash_ + bits_of(result)); }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

}  // namespace ghostcar::tests
