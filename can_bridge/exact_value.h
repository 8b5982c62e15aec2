// SPDX-License-Identifier: Apache-2.0
// Physical values for people and programs outside: integers stay exact over all 64 bits and more,
// where the tick's doubles would round above 2⁵³.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {

__extension__ using Int128 = __int128;

/// A number as somebody wrote it.
struct ExactNumber {
    bool is_integer = false;
    Int128 integer = 0;  // if it is one
    double real = 0.0;   // otherwise

    [[nodiscard]] static ExactNumber of(Int128 value) { return {true, value, 0.0}; }
    [[nodiscard]] static ExactNumber of(double value) { return {false, 0, value}; }
};

/// The physical value in JSON: an integer if raw value, factor and offset are whole; otherwise the
/// shortest decimal that gives the same double; "null" for NaN and infinities of float signals.
[[nodiscard]] std::string value_text(const SignalCodec& codec, const Frame& frame);

/// The bits of a physical value, nothing if the signal cannot hold it.
[[nodiscard]] std::optional<std::uint64_t> bits_of(const SignalCodec& codec,
                                                   const ExactNumber& physical);

}  // namespace ghostcar::can_bridge
