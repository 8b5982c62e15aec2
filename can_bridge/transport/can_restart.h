// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::can_bridge {

/// Asks the kernel to restart a controller that is bus-off, as `ip link set can0 type can restart`
/// does. Returns 0 or an errno value: EBUSY when it is not bus-off, EPERM without CAP_NET_ADMIN,
/// EINVAL when the kernel restarts it by itself (restart-ms). Not for the tick.
int restart_can_controller(int interface_index);

}  // namespace ghostcar::can_bridge
