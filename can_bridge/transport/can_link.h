// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ghostcar::can_bridge {

/// Sets an interface up or down, as `ip link set can0 down` does (netdevice(7), SIOCSIFFLAGS).
/// Returns 0 or an errno value: EPERM without CAP_NET_ADMIN. Not for the tick.
int set_link(const std::string& interface, bool is_up);

/// What such an error means and what to do, in one line.
[[nodiscard]] std::string link_refusal(int error, const std::string& interface);

}  // namespace ghostcar::can_bridge
