// SPDX-License-Identifier: Apache-2.0
// The tables of the shipped tracks, bit for bit: they feed State, so they must be the same for
// every compiler and processor. A change here is a change of every run on that track.
#include <array>
#include <bit>
#include <cinttypes>
#include <cstdio>

#include "model/math/noise.h"
#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::load_track;

namespace {

struct Golden {
    const char* track;
    std::uint64_t hash;
};

constexpr std::array<Golden, 7> golden{{
    {"oval", 0xf171e6ffbe02bf15},
    {"club", 0xeb886f793fc09f3c},
    {"lakeside", 0x4e8fd0c973c5a824},
    {"forest", 0xd60d1e81d3ac15ae},
    {"figure-eight", 0x45db939f7af7d324},
    {"mountain", 0x88fb267130ea1ecb},
    {"car-park", 0x462335b4ef17ee4c},
}};

std::uint64_t hash_of(const Track& track) {
    constexpr std::size_t words = sizeof(RoadPiece) / sizeof(std::uint64_t);
    std::uint64_t hash = 0;
    for (const RoadPiece& piece : track.table().pieces()) {
        for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, words>>(piece))
            hash = mix_bits(hash ^ word);
    }
    for (const Lot& lot : track.lots()) {
        for (const double value : {lot.x_m, lot.y_m, lot.heading_rad})
            hash = mix_bits(hash ^ std::bit_cast<std::uint64_t>(value));
    }
    return hash;
}

void tables_are_the_same_everywhere() {
    for (const Golden& expected : golden) {
        const std::uint64_t hash = hash_of(load_track(expected.track));
        std::printf("    {\"%s\", 0x%016" PRIx64 "},\n", expected.track, hash);
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected.hash, hash, expected.track);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(tables_are_the_same_everywhere);
    return UNITY_END();
}
