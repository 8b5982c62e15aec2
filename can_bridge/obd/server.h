// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/byte_writer.h"
#include "can_bridge/obd/port.h"

namespace ghostcar::can_bridge::obd {

/// The OBD-II server of SAE J1979 over CAN: modes 01, 03, 04 and 09. Messages in, messages out.
class Server {
public:
    static constexpr std::uint8_t largest_mode = 0x0F;  // above are the services of UDS

    explicit Server(Port& port);

    /// The answer; empty when there is none: who is asked for what he does not have stays silent
    /// if everybody was asked. It is valid until the next call.
    [[nodiscard]] std::span<const std::uint8_t> handle(std::span<const std::uint8_t> request,
                                                       bool is_functional);

private:
    enum class Outcome : std::uint8_t { answered, not_supported, out_of_range, not_now, silent };
    using Request = std::span<const std::uint8_t>;

    Outcome current_data(Request request, ByteWriter& answer) const;
    Outcome trouble_codes(Request request, ByteWriter& answer) const;
    Outcome clear(Request request, ByteWriter& answer);
    Outcome vehicle_information(Request request, ByteWriter& answer) const;
    bool put_parameter(std::uint8_t id, ByteWriter& answer) const;
    [[nodiscard]] bool has_parameter(std::uint8_t id) const;

    Port& port_;
    std::array<std::uint8_t, 1024> answer_{};
    std::array<bool, 256> has_parameter_{};
};

}  // namespace ghostcar::can_bridge::obd
