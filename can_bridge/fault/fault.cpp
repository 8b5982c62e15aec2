// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/fault.h"

#include <array>

namespace ghostcar::can_bridge::fault {
namespace {

constexpr std::array<std::string_view, fault_kind_count> kind_names = {
    "drop",          "delay",          "duplicate", "reorder", "corrupt", "wrong_length",
    "wrong_counter", "wrong_checksum", "freeze",    "scale",   "offset",  "stuck",
    "spoof",         "replay",         "flood",     "silence", "bus_off"};

}  // namespace

std::string_view name_of(FaultKind kind) noexcept {
    return kind_names[static_cast<std::size_t>(kind)];
}

std::optional<FaultKind> fault_kind(std::string_view name) noexcept {
    for (std::size_t index = 0; index < kind_names.size(); ++index)
        if (kind_names[index] == name) return static_cast<FaultKind>(index);
    return std::nullopt;
}

}  // namespace ghostcar::can_bridge::fault
