// SPDX-License-Identifier: Apache-2.0
// Records a run: in the tick, fixed-size records go into rings; a thread beside the loop encodes
// them and writes run.mcap. Format: docs/streams.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hmi_link/record_config.h"
#include "hmi_link/recording.h"
#include "hmi_link/worker_thread.h"
#include "rt_core/ports.h"
#include "rt_core/ring.h"

namespace ghostcar::hmi_link {

class RecordingWriter;

class Recorder : public rt_core::OutputSink {
public:
    /// Creates the file, writes the header and starts the thread; `cars` is how many cars are on
    /// the track, `controlled` how many of them have a controller of their own. Throws
    /// std::runtime_error, one line, when the file cannot be made.
    Recorder(const RecordConfig& config, const RecordingHeader& header, const std::string& path,
             std::size_t cars = 0, std::size_t controlled = 0);
    ~Recorder() override;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    // In the tick.
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;
    void publish_cars(std::int64_t tick,
                      std::span<const model::RoadCarState> cars) noexcept override;
    void publish_car_inputs(std::int64_t tick,
                            std::span<const model::CarInputs> own) noexcept override;
    [[nodiscard]] bool has_room(std::size_t ticks) const noexcept override;

    /// After the last tick: writes what is left and finishes the file. Once is enough, more do no
    /// harm; the destructor does it too.
    void close();
    /// The same, with the State in which the run ended: by that it was judged, whichever tick it
    /// is.
    void close(const rt_core::State& last, std::span<const model::RoadCarState> cars);

    /// A write failed: recording has ended, the run goes on.
    [[nodiscard]] bool failed() const noexcept { return failed_.load(std::memory_order_acquire); }
    /// Why; only after failed().
    [[nodiscard]] const std::string& error_text() const noexcept { return error_text_; }
    /// A tick without all its inputs counts as dropped.
    [[nodiscard]] std::uint64_t dropped_ticks() const noexcept {
        return ticks_.dropped() + car_inputs_.dropped();
    }
    [[nodiscard]] std::uint64_t dropped_states() const noexcept {
        return states_.dropped() + cars_.dropped();
    }
    /// True when every tick so far is, or will be, in the file.
    [[nodiscard]] bool replayable() const noexcept { return !failed() && dropped_ticks() == 0; }

private:
    void work();
    std::size_t drain();
    void write_last();
    void note_failure();

    rt_core::Ring<RecordedTick> ticks_;
    rt_core::Ring<rt_core::State> states_;
    rt_core::Ring<RecordedCar> cars_;
    rt_core::Ring<RecordedCarInputs> car_inputs_;
    std::vector<model::CarInputs> last_car_inputs_;  // as recorded
    std::size_t car_count_;
    std::int64_t state_period_ticks_;
    std::int64_t pause_ms_;
    std::string path_;
    std::unique_ptr<RecordingWriter> writer_;  // the thread's, between start and join
    rt_core::State pending_state_;             // popped, waits for its tick
    bool state_pending_ = false;
    RecordedCar pending_car_;
    bool car_pending_ = false;
    RecordedCarInputs pending_car_inputs_;
    bool car_inputs_pending_ = false;
    rt_core::State last_state_;  // of close(), written before `stop_`
    std::vector<model::RoadCarState> last_cars_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> failed_{false};
    std::string error_text_;  // written before failed_ is set
    std::unique_ptr<rt_core::Thread> thread_;
};

}  // namespace ghostcar::hmi_link
