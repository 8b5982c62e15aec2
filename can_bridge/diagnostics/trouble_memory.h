// SPDX-License-Identifier: Apache-2.0
// The trouble codes of the car: what sets them is looked at in State, what was set stays until it
// is cleared.
//
//   P0120   a pedal's signal is out of its range          P0705   so is the gear lever's
//   P1500   the engine has stalled
//   U0073   the controller has left a bus (bus-off)       U0028   a bus's interface is down
//   U1000+n received message n of the session is missing  U1100+n … is wrong
//   U1200   an id of ours was sent by somebody else       U1300+n fault n of the session is there
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "can_bridge/uds/port.h"
#include "rt_core/state.h"

namespace ghostcar::can_bridge {

/// How many of what the session has.
struct TroubleSources {
    std::size_t buses = 0;
    std::size_t received_messages = 0;
    std::size_t faults = 0;
};

class TroubleMemory {
public:
    // Status bits of ISO 14229-1, annex D.2.
    static constexpr std::uint8_t test_failed = 0x01;
    static constexpr std::uint8_t confirmed = 0x08;
    static constexpr std::uint8_t available = test_failed | confirmed;

    explicit TroubleMemory(const TroubleSources& sources);

    /// Looks at a State; nothing changes while the setting is off (service 85).
    void update(const rt_core::State& state);
    void set_enabled(bool is_enabled) noexcept { is_enabled_ = is_enabled; }

    /// All codes that can be, in the order of their definition (service 19 0A).
    [[nodiscard]] std::span<const uds::TroubleCode> codes() const noexcept { return codes_; }
    /// Confirmed ones as OBD-II shows them: two bytes, each once.
    [[nodiscard]] std::span<const std::uint16_t> confirmed_codes() const noexcept {
        return confirmed_;
    }

    /// One code, or all with 0xFFFFFF; false: there is no such code.
    bool clear(std::uint32_t group);

private:
    enum class Source : std::uint8_t {
        fault_bit,
        engine_stalled,
        wire_off,
        wire_down,
        message_missing,
        message_wrong,
        foreign_sender
    };
    struct Definition {
        Source source;
        std::size_t index;
    };

    void define(std::uint32_t code, Source source, std::size_t index);
    [[nodiscard]] static bool is_present(const Definition& definition,
                                         const rt_core::State& state) noexcept;
    void list_confirmed();

    std::vector<Definition> definitions_;
    std::vector<uds::TroubleCode> codes_;  // one for each definition
    std::vector<std::uint16_t> confirmed_;
    bool is_enabled_ = true;
};

}  // namespace ghostcar::can_bridge
