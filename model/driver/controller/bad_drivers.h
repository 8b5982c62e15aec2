// SPDX-License-Identifier: Apache-2.0
// One driver for each way to fail, to test the judge and to show a class what it says. Each breaks
// one rule on purpose and does the rest as well as it needs to.
#pragma once

#include "model/driver/controller/builtin.h"
#include "model/driver/controller/line_keeper.h"

namespace ghostcar::model {

/// Sleeps: a cruise never ends, a parking is never finished.
class BadSleeper final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

/// Full throttle, and a little to the right: into the barrier, the railing.
class BadBlind final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

/// Aims at the leader and rams it.
class BadPusher final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

/// Keeps to the left edge of the road and drives past the leader.
class BadOvertaker final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

/// Says "parked" before it has come anywhere near the lot.
class BadHasty final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

/// Says "parked" as it rolls past the lot.
class BadRoller final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;

private:
    LineKeeper keeper_;
};

/// Stops on the road in front of the lot and says "parked".
class BadAskew final : public BuiltinController {
public:
    void restart() noexcept override { *this = BadAskew(); }
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;

private:
    LineKeeper keeper_;
    bool arrived_ = false;
};

}  // namespace ghostcar::model
