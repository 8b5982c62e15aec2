// SPDX-License-Identifier: Apache-2.0
// A car that tests can diagnose: it remembers what was asked of it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "can_bridge/obd/port.h"
#include "can_bridge/uds/port.h"

namespace ghostcar::tests {

class DiagnosticCar final : public can_bridge::uds::Port, public can_bridge::obd::Port {
public:
    using Code = can_bridge::uds::ResponseCode;
    using Bytes = std::vector<std::uint8_t>;

    // What the car does when it is asked.
    bool is_moving = false;
    int pending_for = 0;  // so many calls answer "pending" first
    std::vector<can_bridge::uds::TroubleCode> codes = {
        {0x012345, 0x09}, {0x0ABCDE, 0x08}, {0xC10000, 0x40}};
    std::vector<std::uint16_t> obd_codes = {0x0123, 0x0ABC};
    std::vector<std::uint8_t> obd_parameters = {0x04, 0x05, 0x0C, 0x0D, 0x11, 0x2F};
    std::string identification = "WGH0ST0CAR0000001";
    std::size_t big_data_length = 5000;

    // What was asked of it.
    Bytes written;
    std::string log;

    std::optional<can_bridge::uds::DataIdentifier> find_data(std::uint16_t id) const override {
        can_bridge::uds::DataIdentifier data;
        switch (id) {
            case 0xF190:
                return data;
            case 0x0100:  // writable
                data.is_writable = true;
                data.write_length = 2;
                return data;
            case 0x0200:  // writable when unlocked
                data.is_writable = true;
                data.write_length = 1;
                data.writing.security_level = 1;
                return data;
            case 0x0300:  // readable when unlocked
                data.reading = {true, 1};
                return data;
            case 0x0400:  // only to be written
                data.is_readable = false;
                data.is_writable = true;
                data.write_length = 1;
                return data;
            case 0x0500:  // too big
                return data;
            default:
                return std::nullopt;
        }
    }
    Code read_data(std::uint16_t id, can_bridge::ByteWriter& answer) override {
        if (waits()) return Code::pending;
        if (id == 0xF190) {
            for (const char character : identification)
                answer.put(static_cast<std::uint8_t>(character));
        } else if (id == 0x0500) {
            for (std::size_t count = 0; count < big_data_length; ++count) answer.put(0);
        } else {
            answer.put16(id);
        }
        return Code::positive;
    }
    Code write_data(std::uint16_t id, std::span<const std::uint8_t> data) override {
        if (is_moving) return Code::conditions_not_correct;
        if (id == 0x0100 && data[0] > 0x7F) return Code::out_of_range;
        written.assign(data.begin(), data.end());
        return Code::positive;
    }

    std::optional<can_bridge::uds::Access> find_routine(std::uint16_t id) const override {
        if (id == 0x0000 || id == 0x1234) return can_bridge::uds::Access{};
        if (id == 0x5678) return can_bridge::uds::Access{true, 1};
        return std::nullopt;
    }
    Code control_routine(can_bridge::uds::RoutineAction action, std::uint16_t /*id*/,
                         std::span<const std::uint8_t> option,
                         can_bridge::ByteWriter& answer) override {
        if (waits()) return Code::pending;
        if (!option.empty() && option[0] == 0xFF) return Code::out_of_range;
        if (is_moving) return Code::conditions_not_correct;
        log += "routine" + std::to_string(static_cast<int>(action)) + " ";
        answer.put(0x00);
        return Code::positive;
    }

    std::uint8_t status_availability() const override { return 0x4F; }
    Code clear_trouble_codes(std::uint32_t group) override {
        if (group != 0xFFFFFF) return Code::out_of_range;
        if (is_moving) return Code::conditions_not_correct;
        codes.clear();
        return Code::positive;
    }

    std::size_t seed_length(std::uint8_t level) const override { return level == 1 ? 4 : 0; }
    void make_seed(std::uint8_t /*level*/, std::span<std::uint8_t> seed) override {
        for (std::uint8_t& byte : seed) byte = ++seeds_;
    }
    bool is_key(std::uint8_t /*level*/, std::span<const std::uint8_t> seed,
                std::span<const std::uint8_t> key) const override {
        return std::equal(seed.begin(), seed.end(), key.begin(), key.end(),
                          [](std::uint8_t a, std::uint8_t b) { return (a ^ 0xFF) == b; });
    }

    Code reset(can_bridge::uds::ResetKind kind) override {
        if (is_moving) return Code::conditions_not_correct;
        log += "reset" + std::to_string(static_cast<int>(kind)) + " ";
        return Code::positive;
    }
    Code control_communication(bool receives, bool transmits, std::uint8_t kinds) override {
        if (is_moving) return Code::conditions_not_correct;
        log += std::string("rx") + (receives ? "+" : "-") + "tx" + (transmits ? "+" : "-") +
               std::to_string(kinds) + " ";
        return Code::positive;
    }
    Code control_trouble_codes(bool is_on) override {
        log += is_on ? "codes+ " : "codes- ";
        return Code::positive;
    }
    Code enter_session(can_bridge::uds::Session session) override {
        if (is_moving && session == can_bridge::uds::Session::extended)
            return Code::conditions_not_correct;
        log += "session" + std::to_string(static_cast<int>(session)) + " ";
        return Code::positive;
    }

    // OBD-II
    std::span<const std::uint8_t> parameters() const override { return obd_parameters; }
    double value(std::uint8_t parameter) const override {
        return parameter == 0x0C ? 1726.0 : parameter == 0x05 ? 83.0 : 50.0;
    }
    std::span<const std::uint16_t> emission_codes() const override { return obd_codes; }
    std::span<const can_bridge::uds::TroubleCode> trouble_codes() const override { return codes; }
    bool lamp() const override { return !obd_codes.empty(); }
    bool clear() override {
        if (is_moving) return false;
        obd_codes.clear();
        return true;
    }
    std::string_view vehicle_identification() const override { return identification; }
    std::string_view calibration_identification() const override { return "GHOSTCAR-1"; }

private:
    bool waits() {
        if (pending_for == 0) return false;
        --pending_for;
        return true;
    }

    std::uint8_t seeds_ = 0;
};

}  // namespace ghostcar::tests
