// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/can_link.h"

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "can_bridge/transport/file_descriptor.h"

namespace ghostcar::can_bridge {

int set_link(const std::string& interface, bool is_up) {
    // Any socket will do; one of AF_INET is there where AF_CAN is not.
    const FileDescriptor file(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!file.is_open()) return errno;
    ifreq request{};
    interface.copy(request.ifr_name, IFNAMSIZ - 1);
    if (::ioctl(file.get(), SIOCGIFFLAGS, &request) != 0) return errno;
    const auto flags = static_cast<unsigned>(request.ifr_flags);
    request.ifr_flags = static_cast<short>(is_up ? flags | IFF_UP : flags & ~unsigned{IFF_UP});
    return ::ioctl(file.get(), SIOCSIFFLAGS, &request) == 0 ? 0 : errno;
}

std::string link_refusal(int error, const std::string& interface) {
    const bool is_right_missing = error == EPERM || error == EACCES;
    return interface + " was not taken down by the fault, which was simulated only: " +
           (is_right_missing ? std::string("that needs CAP_NET_ADMIN; run as root or with "
                                           "AmbientCapabilities=CAP_NET_ADMIN")
                             : std::generic_category().message(error) + "; try ip link set " +
                                   interface + " down");
}

}  // namespace ghostcar::can_bridge
