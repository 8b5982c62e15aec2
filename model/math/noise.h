// SPDX-License-Identifier: Apache-2.0
// Noise without a generator's state: the value of a channel in a tick is a pure function of
// (seed, channel, tick). So adding a channel, skipping a tick or replaying from the middle changes
// no other value, and nothing has to be kept in State.
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// The finaliser of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): every input bit changes every output bit with probability 1/2.
constexpr std::uint64_t mix_bits(std::uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return bits ^ (bits >> 31);
}

constexpr std::uint64_t golden_bits = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio

/// What stays the same for all ticks of a channel: whoever draws in every tick keeps it.
constexpr std::uint64_t noise_stream(std::uint64_t seed, std::uint64_t channel) noexcept {
    return mix_bits(mix_bits(seed + golden_bits) + mix_bits((channel + 1) * golden_bits));
}
constexpr std::uint64_t stream_bits(std::uint64_t stream, std::uint64_t tick) noexcept {
    return mix_bits(stream + (tick + 1) * golden_bits);
}

/// 64 independent bits for each (seed, channel, tick).
constexpr std::uint64_t noise_bits(std::uint64_t seed, std::uint64_t channel,
                                   std::uint64_t tick) noexcept {
    return stream_bits(noise_stream(seed, channel), tick);
}

/// Evenly distributed in [0, 1), in steps of 2^-53.
constexpr double uniform_noise(std::uint64_t seed, std::uint64_t channel,
                               std::uint64_t tick) noexcept {
    return static_cast<double>(noise_bits(seed, channel, tick) >> 11) * 0x1p-53;
}

/// Nearly normal, mean 0 and variance 1: the sum of eight evenly distributed 16-bit numbers
/// (variance 8/12), so always within ±4.9; no logarithm, no table.
constexpr double normal_noise(std::uint64_t seed, std::uint64_t channel,
                              std::uint64_t tick) noexcept {
    const std::uint64_t first = noise_bits(seed, channel, tick);
    const std::uint64_t second = mix_bits(first + golden_bits);
    constexpr std::uint64_t low = 0xffff;
    const std::uint64_t sum = (first & low) + ((first >> 16) & low) + ((first >> 32) & low) +
                              (first >> 48) + (second & low) + ((second >> 16) & low) +
                              ((second >> 32) & low) + (second >> 48);
    constexpr double inverse_deviation = 1.2247448713915890;  // sqrt(12 / 8)
    // 8 · 65535 / 2 is the middle of the sum.
    return (static_cast<double>(sum) - 262140.0) * (inverse_deviation / 65536.0);
}

}  // namespace ghostcar::model
