// SPDX-License-Identifier: Apache-2.0
// The 64-bit hash that proves "same bits": word-wise and chained, so that the last hash of a run
// stands for every tick of it. Not cryptographic: it finds differences, not attackers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ghostcar::rt_core {

constexpr std::uint64_t hash_seed = 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio

/// One word into the chain. Multiplying by an odd constant is a bijection, and the shift carries
/// the high bits down, so no single differing bit can vanish.
constexpr std::uint64_t hash_word(std::uint64_t hash, std::uint64_t word) noexcept {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93ULL;
    return hash ^ (hash >> 32);
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
    std::size_t index = 0;
    for (; index + 1 < words; index += 2) {
        std::uint64_t pair[2];
        std::memcpy(pair, bytes + index * 8, sizeof pair);
        even = hash_word(even, pair[0]);
        odd = hash_word(odd, pair[1]);
    }
    if (index < words) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + index * 8, sizeof word);
        even = hash_word(even, word);
    }
    // One more step for the even chain, so that equal changes in both last words do not cancel.
    return hash_word(hash_word(even, words), odd);
}

}  // namespace ghostcar::rt_core
