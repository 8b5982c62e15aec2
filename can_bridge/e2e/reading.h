// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::can_bridge::e2e {

/// What the protection of one received frame says, before any history is looked at.
struct Reading {
    bool is_intact = false;  // checksum right, counter one that exists
    int counter = 0;
};

}  // namespace ghostcar::can_bridge::e2e
