// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/bus.h"

#include <ctime>
#include <utility>

namespace ghostcar::can_bridge {
namespace {

/// For logs, whose times count since 1970. A read of the vDSO's page, no system call.
std::int64_t now_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Bus::Bus(std::vector<std::unique_ptr<Transport>> transports) {
    lines_.resize(transports.size());
    for (std::size_t bus = 0; bus < transports.size(); ++bus)
        lines_[bus].transport = std::move(transports[bus]);
}

void Bus::add(SideLink& link) {
    Line& line = lines_.at(link.bus());
    line.links.push_back(&link);
    for (const SideLink::Id& id : link.says()) allow(link.bus(), id.id, id.is_extended);
}

void Bus::allow(std::uint32_t bus, std::uint32_t id, bool is_extended) {
    lines_.at(bus).allowed.set(id, is_extended, 0);
}

void Bus::latch(std::int64_t tick, rt_core::Inputs& /*inputs*/) noexcept {
    for (std::uint32_t bus = 0; bus < lines_.size(); ++bus) receive(bus, tick);
}

void Bus::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                  std::uint64_t /*state_hash*/) noexcept {
    for (std::uint32_t bus = 0; bus < lines_.size(); ++bus) {
        lines_[bus].sending.clear();
        add_from_links(lines_[bus]);
        send(bus, state.tick);
    }
}

void Bus::receive(std::uint32_t bus, std::int64_t tick) noexcept {
    Line& line = lines_[bus];
    line.received.clear();
    line.transport->receive(line.received, frames_per_tick);
    for (BusFrame& frame : line.received.frames()) {
        frame.timed.channel = bus;
        frame.tick = tick;
        frame.direction = Direction::received;
    }
    line.counts.received += line.received.size();
    for (FrameStage* stage : stages_) stage->process(bus, Direction::received, tick, line.received);
    if (line.received.empty()) return;
    for (FrameTap* tap : taps_) tap->record(line.received.frames());
    for (SideLink* link : line.links)
        for (const BusFrame& frame : line.received.frames())
            if (link->wants(frame.timed.frame)) link->hear(frame);
}

void Bus::add_from_links(Line& line) noexcept {
    for (SideLink* link : line.links)
        // A frame is taken out of the link only when there is a place for it.
        while (line.sending.room() > 0) {
            BusFrame* place = line.sending.add();
            if (link->next(place->timed.frame)) continue;
            line.sending.remove(line.sending.size() - 1);
            break;
        }
}

void Bus::send(std::uint32_t bus, std::int64_t tick) noexcept {
    Line& line = lines_[bus];
    for (FrameStage* stage : stages_) stage->process(bus, Direction::sent, tick, line.sending);
    for (std::size_t index = 0; index < line.sending.size();) {
        if (line.allowed.contains(line.sending[index].timed.frame)) {
            ++index;
        } else {
            line.sending.remove(index);
            ++line.counts.not_allowed;
        }
    }
    if (line.sending.empty()) return;
    const std::int64_t time_ns = taps_.empty() ? 0 : now_ns();
    for (BusFrame& frame : line.sending.frames()) {
        frame.timed.time_ns = time_ns;
        frame.timed.channel = bus;
        frame.tick = tick;
        frame.direction = Direction::sent;
    }
    const std::span<const BusFrame> frames = line.sending.frames();
    const std::size_t taken = line.transport->send(frames);
    line.counts.sent += taken;
    line.counts.not_sent += frames.size() - taken;
    if (taken > 0)
        for (FrameTap* tap : taps_) tap->record(frames.first(taken));
}

}  // namespace ghostcar::can_bridge
