// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::model {

/// Levenshtein distance: how many letters to insert, delete or replace.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word that is nearest to what was written; "" when there is none.
[[nodiscard]] std::string nearest(std::string_view written, const std::vector<std::string>& known);

}  // namespace ghostcar::model
