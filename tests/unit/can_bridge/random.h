// SPDX-License-Identifier: Apache-2.0
// Random numbers of the tests: the same everywhere for the same seed (splitmix64).
#pragma once

#include <cstdint>

namespace ghostcar::tests {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t value = state_ += 0x9E37'79B9'7F4A'7C15U;
        value = (value ^ (value >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
        value = (value ^ (value >> 27U)) * 0x94D0'49BB'1331'11EBU;
        return value ^ (value >> 31U);
    }

    /// 0 to `count` - 1.
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }

private:
    std::uint64_t state_;
};

}  // namespace ghostcar::tests
