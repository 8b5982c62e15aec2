// SPDX-License-Identifier: Apache-2.0
// A CAN interface of the Linux kernel (SocketCAN, can0 or vcan0), classic and FD. Read and written
// in the tick, without waiting: one system call each way. The kernel's filters keep out what the
// session does not want, so that a flood of other ids costs the tick nothing.
#pragma once

#include <linux/can.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/transport/file_descriptor.h"

namespace ghostcar::can_bridge {

struct SocketCanConfig {
    std::string interface;
    bool receive_all = false;           // a log wants everything
    bool sends_fd = false;              // refused by an interface that is not set up for it
    std::vector<SideLink::Id> receive;  // otherwise these; own ids too, to see who else sends them
    std::int64_t deadline_ns = 10'000'000;
};

class SocketCan final : public Transport {
public:
    /// Frames that the kernel may hold for us. The kernel has no deadline: what it holds when a bus
    /// dies leaves when the bus comes back, so it gets few, and no more once one is late.
    static constexpr std::size_t most_unconfirmed = 32;

    /// Throws std::runtime_error, one line without the name of the bus.
    explicit SocketCan(const SocketCanConfig& config);
    /// An interface that a fault took down is set up again.
    ~SocketCan() override;
    SocketCan(const SocketCan&) = delete;
    SocketCan& operator=(const SocketCan&) = delete;

    void receive(FrameBatch& batch, std::size_t most) noexcept override;
    std::size_t send(std::span<const BusFrame> frames) noexcept override;
    [[nodiscard]] bool is_up() const noexcept override { return is_up_; }
    [[nodiscard]] std::optional<std::uint64_t> confirmed() const noexcept override {
        return own_.load(std::memory_order_relaxed);
    }
    void restart() noexcept override { restart_wanted_.store(true, std::memory_order_relaxed); }
    void want_link(bool is_up) noexcept override {
        link_wanted_.store(is_up, std::memory_order_relaxed);
    }
    void housekeep() override;
    [[nodiscard]] TransportCounts counts() const noexcept override;

private:
    static constexpr std::size_t batch_size = 32;  // messages per system call

    struct Arrival {
        canfd_frame frame;
        iovec part;
        // SO_RXQ_OVFL and the three times of SO_TIMESTAMPING.
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t)) +
                                              CMSG_SPACE(3 * sizeof(timespec))> control;
    };

    void take(const mmsghdr& message, const Arrival& arrival, FrameBatch& batch) noexcept;
    [[nodiscard]] std::int64_t look_at_control(const msghdr& message) noexcept;
    [[nodiscard]] std::size_t room() noexcept;
    [[nodiscard]] bool kernel_holds_frames() const noexcept;
    void note_error(int error) noexcept;
    void forget_unconfirmed() noexcept;
    void restart_controller();
    void move_link();

    FileDescriptor socket_;
    std::string interface_;
    int interface_index_ = 0;
    std::int64_t deadline_ns_;
    bool is_up_ = true;
    std::size_t unconfirmed_ = 0;
    std::int64_t confirmed_ns_ = 0;  // when the kernel last had nothing of ours, or gave some back
    std::uint32_t kernel_drops_ = 0;
    std::array<Arrival, batch_size> arrivals_{};
    std::array<mmsghdr, batch_size> arrival_heads_{};
    std::array<canfd_frame, FrameBatch::capacity> leaving_{};
    std::array<iovec, FrameBatch::capacity> leaving_parts_{};
    std::array<mmsghdr, FrameBatch::capacity> leaving_heads_{};
    std::atomic<bool> restart_wanted_{false};
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<std::uint64_t> malformed_{0};
    std::atomic<std::uint64_t> own_{0};
    std::atomic<std::uint64_t> refused_{0};
    std::atomic<std::uint64_t> stale_{0};
    std::atomic<std::uint64_t> lost_{0};
    std::atomic<std::uint64_t> restarts_refused_{0};
    std::atomic<int> restart_error_{0};
    std::atomic<bool> link_wanted_{true};
    bool link_answered_ = true;  // the last wish that was tried, beside the tick
    bool is_taken_down_ = false;
    std::atomic<int> link_error_{0};
};

}  // namespace ghostcar::can_bridge
