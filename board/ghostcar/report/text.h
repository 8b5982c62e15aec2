// SPDX-License-Identifier: Apache-2.0
// Words and numbers as they may stand in a page: escaped, and the same in every locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ghostcar::board {

/// Text that cannot become markup: & < > " ' are escaped, control characters that XML forbids
/// are left out.
[[nodiscard]] std::string escaped(std::string_view text);

/// A number with a fixed count of decimals, digits grouped from 10 000 on, a true minus sign;
/// "–" when it is not finite.
[[nodiscard]] std::string number_text(double value, int decimals);

/// A number for people who do not know its size: about four digits, no useless zeros.
[[nodiscard]] std::string short_number_text(double value);

/// A coordinate or attribute for programs: at most two decimals, no grouping; 0 when not finite.
[[nodiscard]] std::string coordinate_text(double value);

/// The shortest text that reads back as the same number; "0" when not finite.
[[nodiscard]] std::string precise_text(double value);

/// Characters a reader sees (code points), to estimate how wide a label is.
[[nodiscard]] std::size_t visible_length(std::string_view text) noexcept;

}  // namespace ghostcar::board
