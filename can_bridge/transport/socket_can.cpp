// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/socket_can.h"

#include <linux/can/error.h>
#include <linux/can/raw.h>
#include <linux/net_tstamp.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <stdexcept>
#include <system_error>

#include "can_bridge/transport/can_link.h"
#include "can_bridge/transport/can_restart.h"
#include "can_bridge/transport/socket_can_frame.h"
#include "can_bridge/transport/socket_option.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::int64_t ns_per_s = 1'000'000'000;
/// Without a sign of life for so long, what the kernel does not have any more is taken as lost
/// (the interface was down).
constexpr std::int64_t forget_after_ns = ns_per_s;
constexpr int receive_buffer_bytes = 1024 * 1024;

std::string reason() {
    return std::generic_category().message(errno);
}

void set_filters(const FileDescriptor& file, const SocketCanConfig& config) {
    const can_err_mask_t every_error = CAN_ERR_MASK;
    set_option(file, SOL_CAN_RAW, CAN_RAW_ERR_FILTER, every_error, "no error frames");
    if (config.receive_all) return;
    std::vector<can_filter> filters;
    for (const SideLink::Id& id : config.receive) {
        const canid_t flag = id.is_extended ? CAN_EFF_FLAG : 0U;
        const canid_t bits = id.is_extended ? CAN_EFF_MASK : CAN_SFF_MASK;
        filters.push_back({id.id | flag, CAN_EFF_FLAG | bits});
    }
    if (::setsockopt(file.get(), SOL_CAN_RAW, CAN_RAW_FILTER, filters.data(),
                     static_cast<socklen_t>(filters.size() * sizeof(can_filter))) != 0)
        throw std::runtime_error("the kernel does not take the filters: " + reason());
}

}  // namespace

SocketCan::SocketCan(const SocketCanConfig& config)
    : socket_(::socket(AF_CAN, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, CAN_RAW)),
      interface_(config.interface),
      deadline_ns_(config.deadline_ns) {
    if (!socket_.is_open())
        throw std::runtime_error(
            errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT
                ? "this kernel has no CAN (AF_CAN); use the channel \"desk\", or load can-raw"
                : "no CAN socket: " + reason());
    interface_index_ = static_cast<int>(::if_nametoindex(config.interface.c_str()));
    if (interface_index_ == 0)
        throw std::runtime_error("there is no such interface; `ip -br link` lists those there are");

    ifreq request{};
    config.interface.copy(request.ifr_name, IFNAMSIZ - 1);
    // In the tick such a frame would be refused, and the frames behind it with it.
    if (config.sends_fd && ::ioctl(socket_.get(), SIOCGIFMTU, &request) == 0 &&
        request.ifr_mtu != CANFD_MTU)
        throw std::runtime_error(
            "the session sends FD frames and the interface takes none; set it up with `ip link "
            "set " +
            config.interface + " type can fd on dbitrate RATE`");
    set_filters(socket_, config);
    const int on = 1;
    set_option(socket_, SOL_CAN_RAW, CAN_RAW_FD_FRAMES, on, "no FD frames");
    // Our own frames come back when they are on the wire: that is how TX done is seen.
    set_option(socket_, SOL_CAN_RAW, CAN_RAW_RECV_OWN_MSGS, on, "no sign of sent frames");
    set_option(socket_, SOL_SOCKET, SO_RXQ_OVFL, on, "drops cannot be counted");
    const int stamps = SOF_TIMESTAMPING_RX_HARDWARE | SOF_TIMESTAMPING_RX_SOFTWARE |
                       SOF_TIMESTAMPING_RAW_HARDWARE | SOF_TIMESTAMPING_SOFTWARE;
    set_option(socket_, SOL_SOCKET, SO_TIMESTAMPING, stamps, "no time stamps");
    if (::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer_bytes,
                     sizeof receive_buffer_bytes) != 0)
        set_option(socket_, SOL_SOCKET, SO_RCVBUF, receive_buffer_bytes, "no receive buffer");
    sockaddr_can address{};
    address.can_family = AF_CAN;
    address.can_ifindex = interface_index_;
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error(errno == ENODEV ? "this interface is no CAN interface"
                                                 : "cannot be bound: " + reason());
    if (::ioctl(socket_.get(), SIOCGIFFLAGS, &request) == 0)
        is_up_ = (static_cast<unsigned>(request.ifr_flags) & IFF_UP) != 0;
    if (!is_up_)
        throw std::runtime_error("the interface is down; bring it up with `ip link set " +
                                 config.interface + " up`");

    for (std::size_t index = 0; index < batch_size; ++index) {
        arrivals_[index].part = {&arrivals_[index].frame, sizeof(canfd_frame)};
        arrival_heads_[index] = {};
        arrival_heads_[index].msg_hdr.msg_iov = &arrivals_[index].part;
        arrival_heads_[index].msg_hdr.msg_iovlen = 1;
        arrival_heads_[index].msg_hdr.msg_control = arrivals_[index].control.data();
    }
    for (std::size_t index = 0; index < FrameBatch::capacity; ++index) {
        leaving_parts_[index] = {&leaving_[index], CAN_MTU};
        leaving_heads_[index] = {};
        leaving_heads_[index].msg_hdr.msg_iov = &leaving_parts_[index];
        leaving_heads_[index].msg_hdr.msg_iovlen = 1;
    }
}

SocketCan::~SocketCan() {
    if (is_taken_down_) set_link(interface_, true);
}

void SocketCan::receive(FrameBatch& batch, std::size_t most) noexcept {
    // Own frames come back through here too, hence twice as many messages as frames.
    const std::size_t full = batch.size() + most;
    for (std::size_t left = 2 * most; left > 0 && batch.size() < full;) {
        const std::size_t wanted = std::min({left, batch_size, full - batch.size()});
        for (std::size_t index = 0; index < wanted; ++index)
            arrival_heads_[index].msg_hdr.msg_controllen = sizeof(Arrival::control);
        const int count = ::recvmmsg(socket_.get(), arrival_heads_.data(),
                                     static_cast<unsigned>(wanted), MSG_DONTWAIT, nullptr);
        if (count < 0) {
            if (errno != EAGAIN) note_error(errno);
            return;
        }
        for (int index = 0; index < count; ++index)
            take(arrival_heads_[static_cast<std::size_t>(index)],
                 arrivals_[static_cast<std::size_t>(index)], batch);
        if (static_cast<std::size_t>(count) < wanted) return;
        left -= wanted;
    }
}

void SocketCan::take(const mmsghdr& message, const Arrival& arrival, FrameBatch& batch) noexcept {
    const std::int64_t time_ns = look_at_control(message.msg_hdr);
    is_up_ = true;
    if ((message.msg_hdr.msg_flags & MSG_CONFIRM) != 0) {
        own_.fetch_add(1, std::memory_order_relaxed);
        if (unconfirmed_ > 0) --unconfirmed_;
        confirmed_ns_ = rt_core::MonotonicClock().now_ns();
        return;
    }
    BusFrame* place = batch.add();
    if (place == nullptr) return;
    place->timed.time_ns = time_ns;
    if (from_socket_can(arrival.frame, message.msg_len, place->timed.frame)) return;
    batch.remove_last();
    malformed_.fetch_add(1, std::memory_order_relaxed);
}

/// Counts the kernel's drops; returns the time of the frame, the hardware's if it has one.
std::int64_t SocketCan::look_at_control(const msghdr& message) noexcept {
    std::int64_t time_ns = 0;
    msghdr head = message;  // CMSG_NXTHDR wants one that is not const
    for (cmsghdr* part = CMSG_FIRSTHDR(&head); part != nullptr; part = CMSG_NXTHDR(&head, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SO_RXQ_OVFL) {
            std::uint32_t drops = 0;  // since the socket was made
            std::memcpy(&drops, CMSG_DATA(part), sizeof drops);
            dropped_.fetch_add(drops - kernel_drops_, std::memory_order_relaxed);
            kernel_drops_ = drops;
        } else if (part->cmsg_type == SO_TIMESTAMPING) {
            std::array<timespec, 3> times{};  // software, (unused), raw hardware
            std::memcpy(times.data(), CMSG_DATA(part), sizeof times);
            const timespec& time = times[2].tv_sec != 0 ? times[2] : times[0];
            time_ns = std::int64_t{time.tv_sec} * ns_per_s + time.tv_nsec;
        }
    }
    return time_ns;
}

/// How many frames the kernel may get now.
std::size_t SocketCan::room() noexcept {
    if (unconfirmed_ == 0) return most_unconfirmed;
    const std::int64_t silent_ns = rt_core::MonotonicClock().now_ns() - confirmed_ns_;
    if (silent_ns <= deadline_ns_)
        return most_unconfirmed - std::min(unconfirmed_, most_unconfirmed);
    // One is late already: whatever is added now would be stale when it leaves.
    if (silent_ns <= forget_after_ns || kernel_holds_frames()) return 0;
    forget_unconfirmed();
    return most_unconfirmed;
}

/// Whether frames of ours wait in the interface's queue. Asked only while nothing is confirmed.
bool SocketCan::kernel_holds_frames() const noexcept {
    std::array<std::uint32_t, SK_MEMINFO_VARS> memory{};
    socklen_t size = sizeof memory;
    return ::getsockopt(socket_.get(), SOL_SOCKET, SO_MEMINFO, memory.data(), &size) == 0 &&
           memory[SK_MEMINFO_WMEM_ALLOC] > 0;
}

std::size_t SocketCan::send(std::span<const BusFrame> frames) noexcept {
    const std::size_t wanted = std::min({frames.size(), room(), FrameBatch::capacity});
    std::size_t taken = 0;
    if (wanted > 0) {
        for (std::size_t index = 0; index < wanted; ++index) {
            const Frame& frame = frames[index].timed.frame;
            to_socket_can(frame, leaving_[index]);
            leaving_parts_[index].iov_len = socket_can_size(frame);
        }
        if (unconfirmed_ == 0) confirmed_ns_ = rt_core::MonotonicClock().now_ns();
        const int count = ::sendmmsg(socket_.get(), leaving_heads_.data(),
                                     static_cast<unsigned>(wanted), MSG_DONTWAIT);
        if (count > 0) {
            taken = static_cast<std::size_t>(count);
            unconfirmed_ += taken;
            is_up_ = true;
        } else {
            note_error(errno);
        }
    } else {
        stale_.fetch_add(frames.size(), std::memory_order_relaxed);
        return 0;
    }
    if (taken < frames.size()) refused_.fetch_add(frames.size() - taken, std::memory_order_relaxed);
    return taken;
}

void SocketCan::note_error(int error) noexcept {
    if (error != ENETDOWN && error != ENODEV && error != ENXIO) return;
    is_up_ = false;
    forget_unconfirmed();  // going down drops the queue
}

void SocketCan::forget_unconfirmed() noexcept {
    lost_.fetch_add(unconfirmed_, std::memory_order_relaxed);
    unconfirmed_ = 0;
}

void SocketCan::housekeep() {
    move_link();
    restart_controller();
}

/// A refusal is told once; the fault goes on as a simulation.
void SocketCan::move_link() {
    const bool wanted = link_wanted_.load(std::memory_order_relaxed);
    if (wanted == link_answered_) return;
    link_answered_ = wanted;
    if (wanted && !is_taken_down_) return;
    const int error = set_link(interface_, wanted);
    if (error == 0) {
        is_taken_down_ = !wanted;
        return;
    }
    link_error_.store(error, std::memory_order_relaxed);
    if (wanted) link_answered_ = false;  // it has to come up again
}

void SocketCan::restart_controller() {
    if (!restart_wanted_.exchange(false, std::memory_order_relaxed)) return;
    const int error = restart_can_controller(interface_index_);
    // Not bus-off any more: somebody was quicker.
    if (error == 0 || error == EBUSY) return;
    restart_error_.store(error, std::memory_order_relaxed);
    restarts_refused_.fetch_add(1, std::memory_order_relaxed);
}

TransportCounts SocketCan::counts() const noexcept {
    TransportCounts counts;
    counts.dropped = dropped_.load(std::memory_order_relaxed);
    counts.malformed = malformed_.load(std::memory_order_relaxed);
    counts.own = own_.load(std::memory_order_relaxed);
    counts.refused = refused_.load(std::memory_order_relaxed);
    counts.stale = stale_.load(std::memory_order_relaxed);
    counts.lost = lost_.load(std::memory_order_relaxed);
    counts.restarts_refused = restarts_refused_.load(std::memory_order_relaxed);
    counts.restart_error = restart_error_.load(std::memory_order_relaxed);
    counts.link_error = link_error_.load(std::memory_order_relaxed);
    return counts;
}

}  // namespace ghostcar::can_bridge
