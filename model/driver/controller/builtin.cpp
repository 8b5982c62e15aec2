// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/builtin.h"

#include <array>

#include "model/driver/controller/line_keeper.h"

namespace ghostcar::model {
namespace {

template <typename Controller>
std::unique_ptr<BuiltinController> make() {
    return std::make_unique<Controller>();
}

constexpr std::array<BuiltinEntry, 1> entries{{
    {"line-keeper", "keeps to the middle of the road, as fast as a careful driver",
     make<LineKeeper>},
}};

}  // namespace

std::span<const BuiltinEntry> builtin_controllers() noexcept {
    return entries;
}

const BuiltinEntry* find_builtin(std::string_view name) noexcept {
    for (const BuiltinEntry& entry : entries)
        if (entry.name == name) return &entry;
    return nullptr;
}

}  // namespace ghostcar::model
