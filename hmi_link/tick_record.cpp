// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/tick_record.h"

#include <bit>
#include <cstring>

namespace ghostcar::hmi_link {
namespace {

// A member added to Inputs has to be written here, too.
static_assert(sizeof(rt_core::Inputs) == 12 * 8);

/// Protobuf's encoding (protobuf.dev, "Encoding"): a field is its key (number and wire type) and
/// its value; a field that is 0 is left out.
class Fields {
public:
    explicit Fields(std::uint8_t* at) noexcept : at_(at) {}

    void fixed64(unsigned field, std::uint64_t value) noexcept {
        if (value == 0) return;
        *at_++ = static_cast<std::uint8_t>(field << 3U | 1U);
        std::memcpy(at_, &value, sizeof value);
        at_ += sizeof value;
    }
    void number(unsigned field, double value) noexcept {
        fixed64(field, std::bit_cast<std::uint64_t>(value));
    }
    void varint(unsigned field, std::uint64_t value) noexcept {
        if (value == 0) return;
        *at_++ = static_cast<std::uint8_t>(field << 3U);
        for (; value >= 0x80U; value >>= 7U) *at_++ = static_cast<std::uint8_t>(value | 0x80U);
        *at_++ = static_cast<std::uint8_t>(value);
    }
    void signed_varint(unsigned field, std::int64_t value) noexcept {
        varint(field,
               static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63U));
    }
    /// A message inside: its length, known at its end, is below 128 and thus one byte.
    [[nodiscard]] std::uint8_t* begin(unsigned field) noexcept {
        *at_++ = static_cast<std::uint8_t>(field << 3U | 2U);
        return at_++;
    }
    void end(std::uint8_t* length) const noexcept {
        *length = static_cast<std::uint8_t>(at_ - length - 1);
    }
    [[nodiscard]] std::uint8_t* at() const noexcept { return at_; }

private:
    std::uint8_t* at_;
};

}  // namespace

std::size_t write_tick_record(const RecordedTick& tick,
                              std::span<std::uint8_t, largest_tick_record> room) noexcept {
    const model::Controls& controls = tick.inputs.controls;
    const rt_core::Command& command = tick.inputs.command;
    Fields out(room.data());
    out.fixed64(1, static_cast<std::uint64_t>(tick.tick));
    std::uint8_t* const inputs = out.begin(2);
    {
        std::uint8_t* const message = out.begin(1);
        out.number(1, controls.accelerator);
        out.number(2, controls.brake);
        out.number(3, controls.clutch);
        out.signed_varint(4, controls.gear);
        out.varint(5, static_cast<std::uint64_t>(controls.key));
        out.number(6, controls.steer);
        out.end(message);
    }
    {
        std::uint8_t* const message = out.begin(2);
        out.varint(1, static_cast<std::uint64_t>(command.kind));
        out.varint(2, static_cast<std::uint64_t>(command.parameter));
        out.number(3, command.value);
        out.end(message);
    }
    out.fixed64(3, tick.inputs.faults);
    out.varint(4, tick.inputs.finish != 0 ? 1 : 0);
    out.fixed64(5, tick.inputs.bus_status);
    out.end(inputs);
    out.fixed64(3, tick.state_hash);
    return static_cast<std::size_t>(out.at() - room.data());
}

}  // namespace ghostcar::hmi_link
