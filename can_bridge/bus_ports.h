// SPDX-License-Identifier: Apache-2.0
// Who may meet the frames between the tick and the buses, and where:
//
//   wire ─► Transport ─► FrameStage ─► FrameTap ─┬─► SideLink (diagnostics, off the tick)
//                        (faults)      (logs)    └─► receive contracts ─► Inputs
//   State ─► rest-bus ─┬─► FrameStage ─► allow-list ─► FrameTap ─► Transport ─► wire
//   SideLink ──────────┘
//
// Everything with `noexcept` here is called in the tick: it never waits, allocates or locks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "can_bridge/bus_frame.h"
#include "rt_core/ring.h"

namespace ghostcar::can_bridge {

/// How a bus is, as far as its controller or its socket tells.
enum class WireState : std::uint8_t {
    active = 0,    // errors at most now and then
    troubled = 1,  // error warning or error passive
    bus_off = 2,   // the controller has left the bus
    down = 3       // the interface is down or gone
};

struct TransportCounts {
    std::uint64_t dropped = 0;    // received, but there was no room: the kernel's drops included
    std::uint64_t malformed = 0;  // received, but no frame
    std::uint64_t own = 0;        // our own frames that came back (on SocketCAN: TX done)
    std::uint64_t refused = 0;    // not taken for sending: no buffer (ENOBUFS), interface down
    std::uint64_t stale = 0;      // dropped because their deadline passed before they could leave
    std::uint64_t lost = 0;  // taken, but gone before they were on the wire: late in a queue of
                             // ours, or the interface went down (some are in `stale` as well)
    std::uint64_t restarts_refused = 0;  // that were asked for after a bus-off …
    int restart_error = 0;               // … and the reason of the last one, an errno value
    int link_error = 0;                  // why the interface did not go down when it was asked to
};

/// One bus's way to the outside.
class Transport {
public:
    virtual ~Transport() = default;

    /// In the tick: what has arrived, oldest first, at most so many; the batch has the room. Fills
    /// `timed` but for its channel. Frames that we sent ourselves are not among them; error frames
    /// are.
    virtual void receive(FrameBatch& batch, std::size_t most) noexcept = 0;
    /// In the tick: hands frames to the wire, in order; returns how many were taken, counted from
    /// the front. The others are not tried again: the next cycle sends fresh ones. Only
    /// `timed.frame` is theirs to read.
    virtual std::size_t send(std::span<const BusFrame> frames) noexcept = 0;
    /// In the tick: false while the interface is down or gone. What error frames tell is not here.
    [[nodiscard]] virtual bool is_up() const noexcept { return true; }
    /// In the tick, while a bus is off: our frames that were seen on the wire so far; nothing where
    /// the channel cannot tell.
    [[nodiscard]] virtual std::optional<std::uint64_t> confirmed() const noexcept {
        return std::nullopt;
    }
    /// In the tick, after a bus-off: queued frames are dropped, the controller is asked to restart.
    virtual void restart() noexcept {}
    /// In the tick: a fault takes the interface down, or lets it up again. Channels without one
    /// leave it to the fault to simulate that.
    virtual void want_link(bool /*is_up*/) noexcept {}
    /// Beside the tick, some times a second: what needs system calls that may take their time.
    virtual void housekeep() {}
    /// At any time, from any thread.
    [[nodiscard]] virtual TransportCounts counts() const noexcept = 0;
};

/// Where frames can be dropped, delayed, altered or added on purpose. Stages are called in the
/// order in which they were added, once per tick, bus and direction, also when the batch is empty.
class FrameStage {
public:
    virtual ~FrameStage() = default;
    /// May change, remove and add frames of `batch`, all of which are of this bus, direction and
    /// tick; new ones have to say so themselves. What is added to the sent ones must be on the
    /// bus's allow-list.
    virtual void process(std::uint32_t bus, Direction direction, std::int64_t tick,
                         FrameBatch& batch) noexcept = 0;
    /// True while it keeps back whatever the session sends there. Messages on a change are then
    /// told again; single frames that a fault drops are not, as on a real wire.
    [[nodiscard]] virtual bool holds_back(std::uint32_t /*bus*/) const noexcept { return false; }
    /// True while it wants the interface of a bus to be down.
    [[nodiscard]] virtual bool takes_down(std::uint32_t /*bus*/) const noexcept { return false; }
};

/// Sees every frame that the session takes from a bus or gives to it, after the stages. Frames that
/// a transport did not take are not shown. Logs are taps with a ring and a thread behind.
class FrameTap {
public:
    virtual ~FrameTap() = default;
    virtual void record(std::span<const BusFrame> frames) noexcept = 0;
};

/// Some ids of a bus taken out of the tick and back: whoever answers them does so on a thread of
/// its own, at most some ticks later.
class SideLink {
public:
    struct Id {
        std::uint32_t id = 0;
        bool is_extended = false;
    };
    static constexpr std::size_t largest_ids = 8;
    static constexpr std::size_t ring_capacity = 256;

    /// Of one bus: the ids it wants to hear, and those it sends.
    SideLink(std::uint32_t bus, std::span<const Id> hears, std::span<const Id> says);

    [[nodiscard]] std::uint32_t bus() const noexcept { return bus_; }
    [[nodiscard]] std::span<const Id> hears() const noexcept {
        return {hears_.data(), hears_count_};
    }
    [[nodiscard]] std::span<const Id> says() const noexcept { return {says_.data(), says_count_}; }

    // The thread's side.
    bool take(BusFrame& frame) noexcept { return to_thread_.pop(frame); }
    /// False when the ring is full: the tick has not come to it yet.
    bool give(const Frame& frame) noexcept { return to_tick_.push(frame); }

    // The tick's side.
    void hear(const BusFrame& frame) noexcept { to_thread_.push(frame); }
    bool next(Frame& frame) noexcept { return to_tick_.pop(frame); }
    [[nodiscard]] bool wants(const Frame& frame) const noexcept;

    [[nodiscard]] std::uint64_t dropped() const noexcept {
        return to_thread_.dropped() + to_tick_.dropped();
    }

private:
    std::uint32_t bus_;
    std::array<Id, largest_ids> hears_{};
    std::array<Id, largest_ids> says_{};
    std::size_t hears_count_;
    std::size_t says_count_;
    rt_core::Ring<BusFrame> to_thread_;
    rt_core::Ring<Frame> to_tick_;
};

}  // namespace ghostcar::can_bridge
