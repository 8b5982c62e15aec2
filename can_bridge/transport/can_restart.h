// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ghostcar::can_bridge {

/// Asks the kernel to restart a controller that is bus-off, as `ip link set can0 type can restart`
/// does. Returns 0 or an errno value: EBUSY when it is not bus-off, EPERM without CAP_NET_ADMIN,
/// EINVAL when the kernel restarts it by itself (restart-ms). Not for the tick.
int restart_can_controller(int interface_index);

/// What such an error means and what to do, in one line.
[[nodiscard]] std::string restart_refusal(int error, const std::string& channel);

}  // namespace ghostcar::can_bridge
