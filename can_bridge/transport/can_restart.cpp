// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/can_restart.h"

#include <linux/can/netlink.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "can_bridge/transport/file_descriptor.h"

namespace ghostcar::can_bridge {
namespace {

constexpr char kind[] = "can";

/// The request as the kernel wants it (rtnetlink(7)): attributes nest.
struct Request {
    nlmsghdr head;
    ifinfomsg link;
    rtattr link_info;
    rtattr info_kind;
    std::array<char, RTA_ALIGN(sizeof kind)> kind_text;
    rtattr info_data;
    rtattr restart;
    std::uint32_t restart_value;
};
static_assert(sizeof(Request) == 56, "no padding between the parts");

rtattr attribute(unsigned short type, std::size_t payload) {
    return {static_cast<unsigned short>(sizeof(rtattr) + payload), type};
}

}  // namespace

int restart_can_controller(int interface_index) {
    const FileDescriptor file(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    if (!file.is_open()) return errno;
    Request request{};
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = RTM_NEWLINK;
    request.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
    request.link.ifi_index = interface_index;
    const std::size_t data = sizeof(rtattr) + sizeof request.restart_value;
    request.link_info =
        attribute(IFLA_LINKINFO, 2 * sizeof(rtattr) + request.kind_text.size() + data);
    request.info_kind = attribute(IFLA_INFO_KIND, sizeof kind);
    std::memcpy(request.kind_text.data(), kind, sizeof kind);
    request.info_data = attribute(IFLA_INFO_DATA, data);
    request.restart = attribute(IFLA_CAN_RESTART, sizeof request.restart_value);
    request.restart_value = 1;
    if (::send(file.get(), &request, sizeof request, 0) < 0) return errno;
    struct {
        nlmsghdr head;
        nlmsgerr error;
        std::array<char, 1024> rest;
    } answer{};
    if (::recv(file.get(), &answer, sizeof answer, 0) < 0) return errno;
    return answer.head.nlmsg_type == NLMSG_ERROR ? -answer.error.error : EPROTO;
}

std::string restart_refusal(int error, const std::string& channel) {
    switch (error) {
        case EPERM:
        case EACCES:
            return "the restart of " + channel +
                   " needs CAP_NET_ADMIN; run as root or with AmbientCapabilities=CAP_NET_ADMIN, "
                   "or let the kernel do it: ip link set " +
                   channel + " type can restart-ms 100";
        case EINVAL:
            return "the kernel restarts " + channel +
                   " by itself, or it is down; for Ghostcar's own pauses: ip link set " + channel +
                   " type can restart-ms 0";
        case EOPNOTSUPP:
            return channel + " is no controller that could be restarted; nothing to do";
        default:
            return "the restart of " + channel +
                   " failed: " + std::generic_category().message(error) + "; try ip link set " +
                   channel + " type can restart";
    }
}

}  // namespace ghostcar::can_bridge
