// SPDX-License-Identifier: Apache-2.0
// What the fuzzers share: each defines LLVMFuzzerTestOneInput, which must survive any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ghostcar::fuzz {

/// A property that must hold for every input; a fuzzer stops here when one does not.
inline void require(bool holds) {
    if (!holds) __builtin_trap();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace ghostcar::fuzz
