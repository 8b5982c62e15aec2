// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/builtin.h"

#include <array>

#include "model/driver/controller/bad_drivers.h"
#include "model/driver/controller/follower.h"
#include "model/driver/controller/line_keeper.h"
#include "model/driver/controller/parker.h"

namespace ghostcar::model {
namespace {

template <typename Controller>
std::unique_ptr<BuiltinController> make() {
    return std::make_unique<Controller>();
}

constexpr std::array<BuiltinEntry, 10> entries{{
    {"bad-askew", "bad on purpose: stops before the lot and says it is parked", make<BadAskew>},
    {"bad-blind", "bad on purpose: full throttle, into whatever comes", make<BadBlind>},
    {"bad-hasty", "bad on purpose: says at once that it is parked", make<BadHasty>},
    {"bad-overtaker", "bad on purpose: overtakes the leader", make<BadOvertaker>},
    {"bad-pusher", "bad on purpose: rams the leader", make<BadPusher>},
    {"bad-roller", "bad on purpose: says it is parked while it rolls", make<BadRoller>},
    {"bad-sleeper", "bad on purpose: does nothing", make<BadSleeper>},
    {"follower", "follows the car ahead closely", make<Follower>},
    {"line-keeper", "keeps to the middle of the road, as fast as a careful driver",
     make<LineKeeper>},
    {"parker", "parks nose or tail first", make<Parker>},
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
