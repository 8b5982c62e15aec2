// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "hmi_link/mcap_writer.h"
#include "hmi_link/proto/ghostcar.pb.h"
#include "hmi_link/recording.h"
#include "rt_core/state.h"

namespace ghostcar::hmi_link {

/// Puts ticks and states into an MCAP file. Belongs to one thread.
class RecordingWriter {
public:
    /// Takes over an open, empty file.
    RecordingWriter(int file, const RecordingHeader& header, bool sync_to_disk);

    void add_tick(const RecordedTick& tick);
    void add_state(const rt_core::State& state);
    void add_car(const RecordedCar& car);
    void add_car_inputs(const RecordedCarInputs& inputs);

    /// To be called often: closes a chunk that is old enough, so that a kill loses little.
    void close_old_chunk();
    void close_chunk() { mcap_.close_chunk(); }
    void finish(std::uint64_t dropped_ticks, std::uint64_t dropped_states);

    [[nodiscard]] int error() const noexcept { return mcap_.error(); }

private:
    void close_full_chunk();

    McapWriter mcap_;
    bool sync_to_disk_;
    std::uint16_t inputs_channel_ = 0;
    std::uint16_t state_channel_ = 0;
    std::uint16_t cars_channel_ = 0;
    std::uint16_t car_inputs_channel_ = 0;
    std::chrono::steady_clock::time_point chunk_closed_;
    std::uint64_t tick_count_ = 0;
    std::uint64_t last_hash_ = 0;
    v1::State state_message_;
    v1::RoadCar car_message_;
    v1::CarInputs car_inputs_message_;
};

}  // namespace ghostcar::hmi_link
