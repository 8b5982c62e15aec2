// SPDX-License-Identifier: Apache-2.0
// Reads a recording back, in the order it was written, whole or cut off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hmi_link/mcap_reader.h"
#include "hmi_link/proto/ghostcar.pb.h"
#include "hmi_link/recording.h"
#include "rt_core/state.h"

namespace ghostcar::hmi_link {

class RecordingReader {
public:
    enum class Item { tick, state, car, car_inputs, end };

    /// Reads up to the first tick. Throws std::runtime_error, one line, when the file is not a
    /// recording of Ghostcar or is cut off before its first tick's header.
    explicit RecordingReader(const std::string& path);

    [[nodiscard]] const RecordingHeader& header() const noexcept { return header_; }

    Item next();
    [[nodiscard]] const RecordedTick& tick() const noexcept { return tick_; }
    [[nodiscard]] const rt_core::State& state() const noexcept { return state_; }
    [[nodiscard]] const v1::RoadCar& car() const noexcept { return car_message_; }
    /// Of the next tick, and those after it.
    [[nodiscard]] const RecordedCarInputs& car_inputs() const noexcept { return car_inputs_; }

    // After next() gave `end`:
    /// True when the writer closed the file and it lacks no tick.
    [[nodiscard]] bool complete() const noexcept;
    /// "" when complete, else one sentence for the user.
    [[nodiscard]] std::string stop_text() const;
    /// Ticks that follow each other without a gap, from the first; only these can be replayed.
    [[nodiscard]] std::int64_t ticks() const noexcept { return ticks_; }

private:
    void take_header(const std::string& path);
    Item stop(const std::string& why);

    McapReader mcap_;
    RecordingHeader header_;
    std::uint16_t inputs_channel_ = 0;
    std::uint16_t state_channel_ = 0;
    std::uint16_t cars_channel_ = 0;
    std::uint16_t car_inputs_channel_ = 0;  // 0: a recording without
    std::optional<McapMessage> first_;      // read in search of the header
    bool ended_ = false;
    std::string stop_text_;
    std::int64_t ticks_ = 0;
    RecordedTick tick_;
    rt_core::State state_;
    v1::TickRecord tick_message_;
    v1::State state_message_;
    v1::RoadCar car_message_;
    RecordedCarInputs car_inputs_;
    v1::CarInputs car_inputs_message_;
};

}  // namespace ghostcar::hmi_link
