// SPDX-License-Identifier: Apache-2.0
// What a tester can ask the running car: State in, answers out. It lives on the diagnostic thread;
// whatever it wants of the car becomes a command, which enters a tick as an Input.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "can_bridge/diagnostics/trouble_memory.h"
#include "can_bridge/obd/port.h"
#include "can_bridge/uds/port.h"
#include "rt_core/state.h"

namespace ghostcar::can_bridge {

struct LiveCarConfig {
    std::string vehicle_identification;      // 17 characters
    std::string calibration_identification;  // at most 16
    std::string software_version;
    std::uint32_t security_secret = 0;  // key = seed xor secret
    bool is_bench_unlocked = false;     // writes while the car drives are not refused
    double largest_torque_nm = 0.0;     // of the engine; 0: unknown, and no engine load is told
    // What the car does not calculate is told as the session says, or not at all.
    std::optional<double> coolant_temperature_degc;
    std::optional<double> fuel_level_pct;
    TroubleSources sources;
};

/// What the car does at a tester's wish; called on the diagnostic thread.
struct LiveCarActions {
    std::function<bool(const rt_core::Command& command)> command;  // false: no room, try again
    std::function<void(bool receives, bool transmits)> set_communication;
    std::function<std::uint32_t()> random;
};

class LiveCar final : public uds::Port, public obd::Port {
public:
    using Code = uds::ResponseCode;

    // Data identifiers.
    static constexpr std::uint16_t session_id = 0xF186;
    static constexpr std::uint16_t vehicle_id = 0xF190;
    static constexpr std::uint16_t software_id = 0xF195;
    static constexpr std::uint16_t engine_speed_id = 0x0100;   // 0.25 rpm, two bytes
    static constexpr std::uint16_t vehicle_speed_id = 0x0101;  // 0.01 km/h, two bytes
    static constexpr std::uint16_t gear_id = 0x0102;           // signed, one byte
    static constexpr std::uint16_t pedals_id = 0x0103;         // three times 1/255
    static constexpr std::uint16_t distance_id = 0x0104;       // m, four bytes
    static constexpr std::uint16_t bus_status_id = 0x0105;     // eight bytes
    static constexpr std::uint16_t grade_id = 0x0200;          // 0.01 %, signed, writable
    static constexpr std::uint16_t headwind_id = 0x0201;       // 0.01 m/s, signed, writable
    /// Routine first_fault_routine + n starts and stops fault n of the session.
    static constexpr std::uint16_t first_fault_routine = 0x0200;
    static constexpr std::uint8_t security_level = 1;

    LiveCar(const LiveCarConfig& config, LiveCarActions actions);

    /// The newest State.
    void update(const rt_core::State& state);
    [[nodiscard]] bool is_driving() const noexcept;
    [[nodiscard]] const TroubleMemory& troubles() const noexcept { return troubles_; }

    // uds::Port
    [[nodiscard]] std::optional<uds::DataIdentifier> find_data(std::uint16_t id) const override;
    Code read_data(std::uint16_t id, ByteWriter& answer) override;
    Code write_data(std::uint16_t id, std::span<const std::uint8_t> data) override;
    [[nodiscard]] std::optional<uds::Access> find_routine(std::uint16_t id) const override;
    Code control_routine(uds::RoutineAction action, std::uint16_t id,
                         std::span<const std::uint8_t> option, ByteWriter& answer) override;
    [[nodiscard]] std::span<const uds::TroubleCode> trouble_codes() const override;
    [[nodiscard]] std::uint8_t status_availability() const override;
    Code clear_trouble_codes(std::uint32_t group) override;
    [[nodiscard]] std::size_t seed_length(std::uint8_t level) const override;
    void make_seed(std::uint8_t level, std::span<std::uint8_t> seed) override;
    [[nodiscard]] bool is_key(std::uint8_t level, std::span<const std::uint8_t> seed,
                              std::span<const std::uint8_t> key) const override;
    Code reset(uds::ResetKind kind) override;
    Code control_communication(bool receives, bool transmits, std::uint8_t message_kinds) override;
    Code control_trouble_codes(bool is_on) override;
    Code enter_session(uds::Session session) override;

    // obd::Port
    [[nodiscard]] std::span<const std::uint8_t> parameters() const override;
    [[nodiscard]] double value(std::uint8_t parameter) const override;
    [[nodiscard]] std::span<const std::uint16_t> emission_codes() const override;
    [[nodiscard]] bool lamp() const override;
    bool clear() override;
    [[nodiscard]] std::string_view vehicle_identification() const override;
    [[nodiscard]] std::string_view calibration_identification() const override;

private:
    [[nodiscard]] bool may_interfere() const noexcept {
        return config_.is_bench_unlocked || !is_driving();
    }
    void stop_faults_of_the_session();

    LiveCarConfig config_;
    LiveCarActions actions_;
    TroubleMemory troubles_;
    rt_core::State state_;
    std::vector<std::uint8_t> parameters_;
    std::uint32_t started_faults_ = 0;  // by routines of this diagnostic session
    double distance_at_clear_m_ = 0.0;
    double distance_at_lamp_m_ = 0.0;
    bool is_extended_ = false;
};

}  // namespace ghostcar::can_bridge
