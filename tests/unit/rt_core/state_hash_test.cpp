// SPDX-License-Identifier: Apache-2.0
#include "rt_core/state_hash.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "rt_core/inputs.h"
#include "rt_core/state.h"
#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::chain_hash;
using ghostcar::rt_core::hash_seed;
using ghostcar::rt_core::hash_word;
using ghostcar::rt_core::Inputs;
using ghostcar::rt_core::State;

void setUp() {}
void tearDown() {}

namespace {

template <std::size_t N>
using Words = std::array<std::uint64_t, N>;

/// Worked out by a second implementation in another language. Recordings carry these hashes: a
/// change here makes every old recording unreplayable.
void known_answers() {
    TEST_ASSERT_EQUAL_HEX64(0x2acb18b9e9c3b795, hash_word(hash_seed, 0));
    TEST_ASSERT_EQUAL_HEX64(0x1dffd90789c3b795, hash_word(hash_seed, 1));
    TEST_ASSERT_EQUAL_HEX64(0xed9ecdb91c635244, chain_hash(hash_seed, Words<1>{0}));
    TEST_ASSERT_EQUAL_HEX64(0xfd131f8f11ef01ca, chain_hash(hash_seed, Words<2>{1, 2}));
    TEST_ASSERT_EQUAL_HEX64(0x7ce1ec05dce46cd1, chain_hash(hash_seed, Words<3>{1, 2, 3}));
    TEST_ASSERT_EQUAL_HEX64(0x22e36f4ee164f0b8, chain_hash(hash_seed, Words<9>{}));
    TEST_ASSERT_EQUAL_HEX64(0xa7ed1b8cf0a9685c, chain_hash(hash_seed, Words<10>{}));
    TEST_ASSERT_EQUAL_HEX64(0x70b0caa1973cb60c, chain_hash(hash_seed, Inputs{}));

    struct Mixed {
        double number;
        std::uint64_t word;
    };
    const std::uint64_t first = chain_hash(hash_seed, Words<3>{1, 2, 3});
    TEST_ASSERT_EQUAL_HEX64(0xf8a510b61a8223fd, chain_hash(first, Mixed{1.5, ~0ULL}));
}

/// Every single bit of a record of odd and of even length matters.
template <std::size_t N>
void check_every_bit() {
    Words<N> record{};
    for (std::size_t word = 0; word < N; ++word) record[word] = 0x0123456789abcdefULL * (word + 1);
    const std::uint64_t clean = chain_hash(hash_seed, record);
    for (std::size_t bit = 0; bit < N * 64; ++bit) {
        record[bit / 64] ^= 1ULL << (bit % 64);
        TEST_ASSERT_TRUE(chain_hash(hash_seed, record) != clean);
        record[bit / 64] ^= 1ULL << (bit % 64);
    }
}

void every_bit_counts() {
    check_every_bit<1>();
    check_every_bit<8>();
    check_every_bit<9>();
}

void every_bit_of_a_state_counts() {
    std::array<unsigned char, sizeof(State)> bytes{};
    const State fresh;
    std::memcpy(bytes.data(), &fresh, sizeof fresh);
    const std::uint64_t clean = chain_hash(hash_seed, fresh);
    for (std::size_t bit = 0; bit < sizeof(State) * 8; ++bit) {
        const auto flip = static_cast<unsigned char>(1U << (bit % 8));
        bytes[bit / 8] ^= flip;
        TEST_ASSERT_TRUE(chain_hash(hash_seed, bytes) != clean);
        bytes[bit / 8] ^= flip;
    }
}

/// Changes in two words must not cancel: the same bit in both of a pair, for every pair and bit.
void changes_in_two_words_do_not_cancel() {
    Words<9> record{};
    const std::uint64_t clean = chain_hash(hash_seed, record);
    for (std::size_t first = 0; first < record.size(); ++first) {
        for (std::size_t second = first + 1; second < record.size(); ++second) {
            for (std::size_t bit = 0; bit < 64; ++bit) {
                Words<9> changed = record;
                changed[first] ^= 1ULL << bit;
                changed[second] ^= 1ULL << bit;
                TEST_ASSERT_TRUE(chain_hash(hash_seed, changed) != clean);
            }
        }
    }
}

void order_and_previous_hash_count() {
    TEST_ASSERT_TRUE(chain_hash(hash_seed, Words<2>{1, 2}) !=
                     chain_hash(hash_seed, Words<2>{2, 1}));
    TEST_ASSERT_TRUE(chain_hash(hash_seed, Words<4>{1, 2, 3, 4}) !=
                     chain_hash(hash_seed, Words<4>{3, 2, 1, 4}));
    TEST_ASSERT_TRUE(chain_hash(hash_seed, Words<2>{}) != chain_hash(hash_seed + 1, Words<2>{}));
    TEST_ASSERT_TRUE(chain_hash(hash_seed, Words<2>{}) != chain_hash(hash_seed, Words<3>{}));
}

/// 0.0 and -0.0 are different bits, so they are different states.
void signs_of_zero_differ() {
    TEST_ASSERT_TRUE(chain_hash(hash_seed, 0.0) != chain_hash(hash_seed, -0.0));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(known_answers);
    RUN_TEST(every_bit_counts);
    RUN_TEST(every_bit_of_a_state_counts);
    RUN_TEST(changes_in_two_words_do_not_cancel);
    RUN_TEST(order_and_previous_hash_count);
    RUN_TEST(signs_of_zero_differ);
    return UNITY_END();
}
