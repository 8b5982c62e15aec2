// SPDX-License-Identifier: Apache-2.0
// One fault of a session: what happens, to which frames, and what starts it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "can_bridge/e2e/protection.h"
#include "can_bridge/fault/trigger.h"
#include "can_bridge/frame.h"
#include "can_bridge/message_codec.h"

namespace ghostcar::can_bridge::fault {

enum class FaultKind : std::uint8_t {
    // Whole frames.
    drop,
    delay,      // by `amount` ms
    duplicate,  // `amount` more of the same
    reorder,    // leaves behind the next frame that it would have been before; after `amount` ms
                // without one, alone
    // What is in them.
    corrupt,   // `amount` bits turned over
    length,    // `amount` bytes instead
    counter,   // each frame's counter `amount` further on than the last one's should be; 0: stuck
    checksum,  // wrong
    // One signal of them; the checksum is made right again, unless it is told to stay wrong.
    freeze,  // the value of the first frame that is hit
    scale,   // times `amount`
    offset,  // plus `amount`
    stuck,   // at `amount`
    // Frames that nobody sent.
    spoof,   // one every `amount` ms
    replay,  // a log
    flood,   // so many that they take the share `amount` of the bus
    // The bus.
    silence,
    bus_off
};
constexpr std::size_t fault_kind_count = 17;

/// A frame of a log, `offset_ticks` after the first one.
struct ReplayFrame {
    std::int64_t offset_ticks = 0;
    Frame frame;
};

struct Fault {
    std::string name;
    FaultKind kind = FaultKind::drop;
    std::uint32_t bus = 0;
    bool is_for_received = true;
    bool is_for_sent = false;

    /// Absent: every frame of the bus.
    struct Target {
        std::uint32_t id = 0;
        bool is_extended = false;
    };
    std::optional<Target> target;
    double share = 1.0;   // of the frames that are hit, chosen by the seed
    double amount = 0.0;  // in the unit that the kind says

    // Of faults in signals, counters and checksums.
    std::optional<MessageCodec> message;
    std::size_t signal = 0;  // of `message`
    std::optional<e2e::Protection> protection;
    bool keeps_checksum_right = true;

    // Of frames that nobody sent.
    Frame frame;                   // spoof, flood
    double frame_time_s = 0.0;     // flood: how long it takes on the wire
    std::vector<ReplayFrame> log;  // in rising order

    Trigger trigger;
};

/// "drop", "wrong_length"…: as session files write it.
[[nodiscard]] std::string_view name_of(FaultKind kind) noexcept;
[[nodiscard]] std::optional<FaultKind> fault_kind(std::string_view name) noexcept;

/// Does it act on frames that come by (and not make its own, or stop the bus)?
[[nodiscard]] constexpr bool hits_frames(FaultKind kind) noexcept {
    return kind <= FaultKind::stuck;
}
[[nodiscard]] constexpr bool hits_signal(FaultKind kind) noexcept {
    return kind >= FaultKind::freeze && kind <= FaultKind::stuck;
}
[[nodiscard]] constexpr bool makes_frames(FaultKind kind) noexcept {
    return kind >= FaultKind::spoof && kind <= FaultKind::flood;
}

}  // namespace ghostcar::can_bridge::fault
