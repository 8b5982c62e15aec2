// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/udp_controller.h"

#include <poll.h>

#include <array>
#include <cstddef>

#include "hmi_link/proto/ghostcar.pb.h"
#include "model/driver/controller/command.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::hmi_link {
namespace {

constexpr int look_ms = 50;                     // how soon a thread notices that it is to end
constexpr std::int64_t again_ns = 100'000'000;  // a question that got lost is asked again
constexpr int farewells = 3;                    // of which one will arrive
// So long without a word, and whoever drives has gone: 25 control periods of 20 ms, and well before
// the two seconds after which the run gives up.
constexpr std::int64_t silence_ns = 500'000'000;

std::int64_t now_ns() noexcept {
    return rt_core::MonotonicClock().now_ns();
}

void to_proto(const GhostcarView& view, std::uint32_t number, v1::ControllerView& message) {
    message.set_number(number);
    message.set_time(view.time);
    message.mutable_midline()->Assign(
        &view.midline[0][0], &view.midline[0][0] + std::size_t{2} * GHOSTCAR_MIDLINE_POINTS);
    message.set_yaw(view.yaw);
    message.set_yawrate(view.yawrate);
    message.set_speed(view.speed);
    message.set_acc(view.acc);
    message.set_width(view.width);
    message.set_rpm(view.rpm);
    message.set_gearbox(view.gearbox);
    message.set_leader_x(view.leaderXY[0]);
    message.set_leader_y(view.leaderXY[1]);
    message.set_lot_x(view.lotX);
    message.set_lot_y(view.lotY);
    message.set_lot_angle(view.lotAngle);
    message.set_car_x(view.carX);
    message.set_car_y(view.carY);
    message.set_car_yaw(view.carYaw);
}

GhostcarCommand from_proto(const v1::ControllerCommand& message) {
    GhostcarCommand command = model::idle_command();
    command.cmdAcc = message.cmd_acc();
    command.cmdBrake = message.cmd_brake();
    command.cmdSteer = message.cmd_steer();
    command.cmdClutch = message.cmd_clutch();
    if (message.has_cmd_gear()) command.cmdGear = message.cmd_gear();
    command.bFinish = message.finish() ? 1 : 0;
    return command;
}

}  // namespace

UdpController::UdpController(const SocketAddress& listen, rt_core::Exchange& exchange)
    : socket_(listen), exchange_(exchange) {
    listening_ = start_worker("ghostcar-hear", [this] { this->listen(); });
    asking_ = start_worker("ghostcar-ask", [this] { ask(); });
}

UdpController::~UdpController() {
    close();
}

void UdpController::send(const std::string& datagram) {
    if (!has_peer()) return;
    const std::lock_guard<std::mutex> lock(peer_lock_);
    socket_.send(datagram, peer_);
}

void UdpController::ask() {
    rt_core::Answerer answerer(exchange_);
    GhostcarView view;
    v1::ControllerView message;
    std::string datagram;
    while (!closing_.load()) {
        if (answerer.wait(view, again_ns)) {
            to_proto(view, answerer.number(), message);
            message.SerializeToString(&datagram);
            asked_at_ns_.store(now_ns());
            // Who has answered everything is not silent, however long nobody asked.
            if (exchange_.answered.load() == asked_.load()) silent_since_ns_.store(now_ns());
            asked_.store(answerer.number());
        } else if (exchange_.answered.load() == asked_.load()) {
            continue;
        }
        send(datagram);
    }
    message.Clear();
    message.set_over(true);
    message.SerializeToString(&datagram);
    for (int i = 0; i < farewells; ++i) send(datagram);
}

void UdpController::listen() {
    std::array<char, 2048> buffer{};
    while (!closing_.load()) {
        pollfd wait{.fd = socket_.descriptor(), .events = POLLIN, .revents = 0};
        if (poll(&wait, 1, look_ms) <= 0) continue;
        SocketAddress from;
        const std::int64_t size = socket_.receive(buffer.data(), buffer.size(), from);
        if (size < 0) continue;
        if (static_cast<std::size_t>(size) > buffer.size()) {
            ++malformed_;
            continue;
        }
        take(buffer.data(), static_cast<std::size_t>(size), from);
    }
}

bool UdpController::may_drive(const SocketAddress& from) const {
    if (!has_peer_.load() || asked_.load() == 0 || from == peer_) return true;
    return exchange_.answered.load() != asked_.load() &&
           now_ns() - silent_since_ns_.load() > silence_ns;
}

void UdpController::take(const char* datagram, std::size_t size, const SocketAddress& from) {
    v1::ControllerCommand message;
    if (!message.ParseFromArray(datagram, static_cast<int>(size))) {
        ++malformed_;
        return;
    }
    if (message.number() == 0) {
        if (!may_drive(from)) return;
        silent_since_ns_.store(now_ns());
        const std::lock_guard<std::mutex> lock(peer_lock_);
        peer_ = from;
        has_peer_.store(true);
        return;
    }
    if (from != peer_) return;
    silent_since_ns_.store(now_ns());
    const std::uint32_t asked = asked_.load();
    const bool older = static_cast<std::int32_t>(asked - message.number()) > 0;
    if (exchange_.answered.load() == asked || (message.number() != asked && !older)) return;
    // Answers to older questions are too late, but tell that somebody is there. How long they took
    // nobody has noted.
    rt_core::put_answer(exchange_, message.number(), from_proto(message),
                        older ? -1 : now_ns() - asked_at_ns_.load());
}

void UdpController::close() {
    if (closing_.exchange(true)) return;
    exchange_.closing.store(1, std::memory_order_release);
    exchange_.asked.fetch_add(1);
    rt_core::futex_wake(exchange_.asked);
    asking_.reset();
    listening_.reset();
}

}  // namespace ghostcar::hmi_link
