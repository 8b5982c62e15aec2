// SPDX-License-Identifier: Apache-2.0
// The 64-bit hash that proves "same bits": word-wise and chained, so that the last hash of a run
// stands for every tick of it. Not cryptographic: it finds differences, not attackers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ghostcar::rt_core {

constexpr std::uint64_t hash_seed = 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio

/// One word into the chain: three instructions. Exclusive-or, rotation and multiplication by an odd
/// constant are bijections, so one differing word can never vanish; the rotation brings the high
/// bits, which a product only moves up, down to where the next product spreads them.
constexpr std::uint64_t hash_word(std::uint64_t hash, std::uint64_t word) noexcept {
    return std::rotl(hash ^ word, 29) * 0xD6E8FEB86659FD93ULL;
}

/// Two chains over alternate words, joined at the end: the multiplications overlap in the
/// processor, which halves the time of a long State.
template <typename Record>
[[nodiscard]] std::uint64_t chain_hash(std::uint64_t previous, const Record& record) noexcept {
    static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % 8 == 0);
    constexpr std::size_t words = sizeof(Record) / 8;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&record);
    std::uint64_t even = previous;
    std::uint64_t odd = ~previous;
    const auto word_at = [bytes](std::size_t index) noexcept {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + index * 8, sizeof word);
        return word;
    };
#pragma GCC unroll 64
    for (std::size_t index = 0; index + 1 < words; index += 2) {
        even = hash_word(even, word_at(index));
        odd = hash_word(odd, word_at(index + 1));
    }
    if constexpr (words % 2 == 1) even = hash_word(even, word_at(words - 1));
    // One more step for the even chain, so that equal changes in both last words do not cancel.
    return hash_word(hash_word(even, words), odd);
}

}  // namespace ghostcar::rt_core
