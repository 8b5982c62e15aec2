// SPDX-License-Identifier: Apache-2.0
// The faults of a session, between the tick and the buses. Frames pass them in the order of the
// session file; what one fault makes or lets through, the next one meets.
//
// Chance comes from the seed, the fault's place in the file and the number of frames it has met:
// the same frames and the same seed give the same faults. What becomes of received frames reaches
// the car only as Inputs, and which faults were there is a bit each in Inputs::faults; so a replay
// needs no faults at all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/fault/fault.h"
#include "can_bridge/fault/held_frames.h"
#include "rt_core/ports.h"

namespace ghostcar::can_bridge::fault {

/// What one fault has done so far.
struct FaultCounts {
    std::uint64_t hits = 0;      // frames that it changed, kept back or made
    std::uint64_t overflow = 0;  // frames lost because there was no room for them
};

class Engine final : public FrameStage, public rt_core::InputSource, public rt_core::OutputSink {
public:
    static constexpr std::size_t most_faults = 32;
    /// Fault n is bit first_bit + n of Inputs::faults; the bits below are the loop's and the
    /// wires'.
    static constexpr unsigned first_bit = 32;

    Engine(std::vector<Fault> faults, std::uint64_t seed);

    /// The bits of the faults that are there in this tick.
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    void process(std::uint32_t bus, Direction direction, std::int64_t tick,
                 FrameBatch& batch) noexcept override;
    [[nodiscard]] bool holds_back(std::uint32_t bus) const noexcept override;
    [[nodiscard]] bool takes_down(std::uint32_t bus) const noexcept override;
    /// Commands and conditions of this tick decide about the next one.
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    // For stimulus files: of the next tick.
    void say(std::size_t index, TriggerWord word) noexcept;
    void set_amount(std::size_t index, double amount) noexcept { parts_[index].amount = amount; }

    [[nodiscard]] std::size_t size() const noexcept { return faults_.size(); }
    [[nodiscard]] const Fault& fault(std::size_t index) const noexcept { return faults_[index]; }
    [[nodiscard]] const FaultCounts& counts(std::size_t index) const noexcept {
        return parts_[index].counts;
    }
    [[nodiscard]] bool is_active(std::size_t index) const noexcept {
        return (active_ >> index & 1U) != 0;
    }

    /// Frames lost because a tick holds no more.
    [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }

    /// The ids that its frames carry onto a bus, for the allow-list.
    struct SentId {
        std::uint32_t bus = 0;
        std::uint32_t id = 0;
        bool is_extended = false;
    };
    [[nodiscard]] std::vector<SentId> sent_ids() const;

private:
    /// What a fault remembers from frame to frame.
    struct Part {
        explicit Part(const Fault& fault);
        TriggerState trigger;
        FaultCounts counts;
        double amount;
        std::uint64_t met = 0;  // frames, for chance
        std::int64_t since_tick = 0;
        std::uint64_t hits_before = 0;  // when it began
        std::uint64_t kept = 0;         // the frozen bits, or the counter that is stuck
        bool has_kept = false;
        double owed = 0.0;  // flood: frames that are due, with a fraction
        std::size_t next_in_log = 0;
        bool was_off = false;            // bus-off: the session knows of it …
        bool tells_again = false;        // … and has tried to send since
        std::array<HeldFrames, 2> held;  // by direction
    };

    void begin(std::size_t index, std::int64_t tick) noexcept;
    [[nodiscard]] bool concerns(std::size_t index, const BusFrame& frame) const noexcept;
    [[nodiscard]] std::uint64_t chance(std::size_t index, std::uint64_t draw) const noexcept;

    /// A frame on its way past fault `from` and those behind it.
    void pass(std::size_t from, BusFrame frame) noexcept;
    /// False: the frame does not go on (now).
    [[nodiscard]] bool hit_whole(std::size_t index, const BusFrame& frame) noexcept;
    void hit_content(std::size_t index, Frame& frame) noexcept;
    void turn_bits(std::size_t index, Frame& frame) noexcept;
    void turn_counter(std::size_t index, Frame& frame) noexcept;
    void turn_checksum(std::size_t index, Frame& frame) noexcept;
    void turn_signal(std::size_t index, Frame& frame) noexcept;
    /// Writes the checksum and a counter that goes on, where the fault knows how.
    static void protect(const Fault& fault, const Part& part, Frame& frame) noexcept;
    void let_go(std::size_t index, HeldFrames& held, std::int64_t tick) noexcept;
    void release(std::size_t index, const BusFrame& pattern) noexcept;
    void make(std::size_t index, const BusFrame& pattern) noexcept;
    void tell_of_bus_off(std::size_t index, const BusFrame& pattern) noexcept;

    std::vector<Fault> faults_;
    std::vector<Part> parts_;
    std::uint64_t seed_;
    std::uint32_t active_ = 0;   // in this tick
    std::uint32_t next_ = 0;     // in the next one
    std::uint32_t lingers_ = 0;  // those that may still hold frames, or have to say that they ended
    std::uint64_t lost_ = 0;
    FrameBatch passed_;
};

}  // namespace ghostcar::can_bridge::fault
