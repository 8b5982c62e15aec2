// SPDX-License-Identifier: Apache-2.0
// What a UDS server needs from the car it speaks for, and nothing about where that comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "can_bridge/byte_writer.h"
#include "can_bridge/uds/response_code.h"

namespace ghostcar::can_bridge::uds {

enum class Session : std::uint8_t { standard = 1, extended = 3 };

/// What it takes to use a data identifier or a routine.
struct Access {
    bool needs_extended_session = false;
    std::uint8_t security_level = 0;  // the odd number of its seed request; 0: none
};

struct DataIdentifier {
    bool is_readable = true;
    bool is_writable = false;
    Access reading;
    Access writing{true, 0};
    std::size_t write_length = 0;  // bytes that a write must have
};

enum class RoutineAction : std::uint8_t { start = 1, stop = 2, result = 3 };
enum class ResetKind : std::uint8_t { hard = 1, key_off_on = 2, soft = 3 };

struct TroubleCode {
    std::uint32_t code = 0;  // three bytes
    std::uint8_t status = 0;
};

/// Actions may answer ResponseCode::pending: the server then tells the tester to wait and asks
/// again with the same arguments until the answer is another one.
class Port {
public:
    virtual ~Port() = default;

    // 22, 2E
    [[nodiscard]] virtual std::optional<DataIdentifier> find_data(std::uint16_t id) const = 0;
    virtual ResponseCode read_data(std::uint16_t id, ByteWriter& answer) = 0;
    virtual ResponseCode write_data(std::uint16_t id, std::span<const std::uint8_t> data) = 0;

    // 31
    [[nodiscard]] virtual std::optional<Access> find_routine(std::uint16_t id) const = 0;
    virtual ResponseCode control_routine(RoutineAction action, std::uint16_t id,
                                         std::span<const std::uint8_t> option,
                                         ByteWriter& answer) = 0;

    // 14, 19
    [[nodiscard]] virtual std::span<const TroubleCode> trouble_codes() const = 0;
    [[nodiscard]] virtual std::uint8_t status_availability() const = 0;
    /// `group` has three bytes, 0xFFFFFF for all; out_of_range for a group that does not exist.
    virtual ResponseCode clear_trouble_codes(std::uint32_t group) = 0;

    // 27: `level` is the odd number of the seed request. A key is as long as its seed.
    [[nodiscard]] virtual std::size_t seed_length(std::uint8_t level) const = 0;  // 0: no level
    virtual void make_seed(std::uint8_t level, std::span<std::uint8_t> seed) = 0;
    [[nodiscard]] virtual bool is_key(std::uint8_t level, std::span<const std::uint8_t> seed,
                                      std::span<const std::uint8_t> key) const = 0;

    // 11, 28, 85
    virtual ResponseCode reset(ResetKind kind) = 0;
    virtual ResponseCode control_communication(bool receives, bool transmits,
                                               std::uint8_t message_kinds) = 0;
    virtual ResponseCode control_trouble_codes(bool is_on) = 0;

    /// 10: may the session begin? `standard` may always.
    virtual ResponseCode enter_session(Session session) = 0;
};

}  // namespace ghostcar::can_bridge::uds
