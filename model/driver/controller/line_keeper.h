// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/driver/controller/builtin.h"

namespace ghostcar::model {

/// The smallest controller that drives any road: steers toward a point of the middle line ahead
/// (pure pursuit, Coulter, CMU-RI-TR-92-01), and is as fast as the sharpest bend within sight
/// allows. It knows nothing of car and road but the view.
class LineKeeper final : public BuiltinController {
public:
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;
};

}  // namespace ghostcar::model
