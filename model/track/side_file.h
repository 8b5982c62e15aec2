// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "model/config/table_reader.h"
#include "model/track/lot.h"

namespace ghostcar::model {

/// `side = "left"` or `"right"`, as seen in the direction of the stations.
inline Side read_side(TableReader& reader) {
    static constexpr std::array<std::pair<std::string_view, Side>, 2> sides{
        {{"left", Side::left}, {"right", Side::right}}};
    return reader.choice("side", sides);
}

}  // namespace ghostcar::model
