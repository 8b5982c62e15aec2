// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostics/trouble_memory.h"

#include <algorithm>

#include "can_bridge/fault/engine.h"
#include "can_bridge/session/bus_status.h"
#include "rt_core/fault_table.h"

namespace ghostcar::can_bridge {
namespace {

// Kinds of failure of SAE J2012-DA, the third byte of a code.
constexpr std::uint32_t no_subtype = 0x00;
constexpr std::uint32_t invalid_data = 0x81;
constexpr std::uint32_t missing_message = 0x87;
constexpr std::uint32_t bus_off = 0x88;

// The letter and the first digit are four bits: P0 is 0, P1 is 1, U0 is C, U1 is D.
constexpr std::uint32_t code_of(std::uint32_t two_bytes, std::uint32_t subtype) {
    return two_bytes << 8U | subtype;
}
constexpr std::uint32_t pedal_signal = 0x0120;
constexpr std::uint32_t lever_signal = 0x0705;
constexpr std::uint32_t engine_stall = 0x1500;
constexpr std::uint32_t bus_left = 0xC073;
constexpr std::uint32_t bus_down = 0xC028;
constexpr std::uint32_t first_missing = 0xD000;
constexpr std::uint32_t first_wrong = 0xD100;
constexpr std::uint32_t foreign = 0xD200;
constexpr std::uint32_t first_fault = 0xD300;

constexpr std::uint32_t all_groups = 0xFF'FFFF;
constexpr std::size_t pedal_bit = 0;
constexpr std::size_t lever_bit = 1;
static_assert(rt_core::fault_pedal_signal == 1U << pedal_bit);
static_assert(rt_core::fault_lever_signal == 1U << lever_bit);

}  // namespace

TroubleMemory::TroubleMemory(const TroubleSources& sources) {
    define(code_of(pedal_signal, no_subtype), Source::fault_bit, pedal_bit);
    define(code_of(lever_signal, no_subtype), Source::fault_bit, lever_bit);
    define(code_of(engine_stall, no_subtype), Source::engine_stalled, 0);
    for (std::size_t bus = 0; bus < sources.buses; ++bus) {
        const auto number = static_cast<std::uint32_t>(bus);
        define(code_of(bus_left, bus_off + (number << 4U)), Source::wire_off, bus);
        define(code_of(bus_down, number), Source::wire_down, bus);
    }
    for (std::size_t message = 0; message < sources.received_messages; ++message) {
        const auto number = static_cast<std::uint32_t>(message);
        define(code_of(first_missing + number, missing_message), Source::message_missing, message);
        define(code_of(first_wrong + number, invalid_data), Source::message_wrong, message);
    }
    define(code_of(foreign, invalid_data), Source::foreign_sender, 0);
    for (std::size_t fault = 0; fault < sources.faults; ++fault)
        define(code_of(first_fault + static_cast<std::uint32_t>(fault), no_subtype),
               Source::fault_bit, fault::Engine::first_bit + fault);
}

void TroubleMemory::define(std::uint32_t code, Source source, std::size_t index) {
    definitions_.push_back({source, index});
    codes_.push_back({code, 0});
}

bool TroubleMemory::is_present(const Definition& definition, const rt_core::State& state) noexcept {
    const std::uint64_t status = state.bus_status;
    switch (definition.source) {
        case Source::fault_bit:
            return (state.session.active_faults >> definition.index & 1U) != 0;
        case Source::engine_stalled:
            return state.world.car.engine == model::EngineMode::stalled;
        case Source::wire_off:
            return wire_state(status, definition.index) == WireState::bus_off;
        case Source::wire_down:
            return wire_state(status, definition.index) == WireState::down;
        case Source::message_missing:
            return message_status(status, definition.index) == MessageStatus::timed_out;
        case Source::message_wrong:
            return message_status(status, definition.index) == MessageStatus::invalid;
        default:
            return (status & status_foreign_sender) != 0;
    }
}

void TroubleMemory::update(const rt_core::State& state) {
    // Before the drive nobody need send anything yet.
    if (!is_enabled_ || state.session.phase < rt_core::Phase::running) return;
    bool is_new = false;
    for (std::size_t index = 0; index < codes_.size(); ++index) {
        std::uint8_t& status = codes_[index].status;
        if (is_present(definitions_[index], state)) {
            is_new = is_new || (status & confirmed) == 0;
            status = test_failed | confirmed;
        } else {
            status &= static_cast<std::uint8_t>(~test_failed);
        }
    }
    if (is_new) list_confirmed();
}

bool TroubleMemory::clear(std::uint32_t group) {
    bool is_found = group == all_groups;
    for (uds::TroubleCode& code : codes_) {
        if (group != all_groups && group != code.code) continue;
        code.status = 0;
        is_found = true;
    }
    list_confirmed();
    return is_found;
}

void TroubleMemory::list_confirmed() {
    confirmed_.clear();
    for (const uds::TroubleCode& code : codes_) {
        const auto shown = static_cast<std::uint16_t>(code.code >> 8U);
        if ((code.status & confirmed) != 0 &&
            std::find(confirmed_.begin(), confirmed_.end(), shown) == confirmed_.end())
            confirmed_.push_back(shown);
    }
}

}  // namespace ghostcar::can_bridge
