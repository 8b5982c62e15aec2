// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/recorder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "hmi_link/recording_writer.h"
#include "rt_core/housekeeping.h"

namespace ghostcar::hmi_link {
namespace {

// Records of each car that wait for the thread: at 100 Hz two and a half seconds of them.
constexpr std::size_t car_ring_capacity = 256;
// Inputs of each car likewise, should they change in every tick.
constexpr std::size_t car_inputs_ring_capacity = 1024;

int create_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
        throw std::runtime_error(path +
                                 ": cannot be created: " + std::generic_category().message(errno) +
                                 "; choose another place with --out");
    return file;
}

}  // namespace

Recorder::Recorder(const RecordConfig& config, const RecordingHeader& header,
                   const std::string& path, std::size_t cars, std::size_t controlled)
    : ticks_(config.tick_ring_capacity),
      states_(config.state_ring_capacity),
      cars_((cars + 1) * car_ring_capacity),
      car_inputs_(controlled * car_inputs_ring_capacity + 1),
      last_car_inputs_(controlled),
      car_count_(cars),
      state_period_ticks_(config.state_period_ticks),
      pause_ms_(config.pause_ms),
      path_(path),
      writer_(std::make_unique<RecordingWriter>(create_file(path), header, config.sync_to_disk)) {
    thread_ = start_worker("recorder", [this] { work(); });
}

Recorder::~Recorder() {
    close();
}

void Recorder::publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                       std::uint64_t state_hash) noexcept {
    // The state first: whoever pops a tick then finds its state already there.
    if (state.tick % state_period_ticks_ == 0) states_.push(state);
    ticks_.push(RecordedTick{state.tick, inputs, state_hash});
}

void Recorder::publish_cars(std::int64_t tick, std::span<const model::RoadCarState> cars) noexcept {
    if (tick % state_period_ticks_ != 0) return;
    for (std::size_t index = 0; index < cars.size(); ++index)
        cars_.push(RecordedCar{tick, index, cars[index]});
}

void Recorder::publish_car_inputs(std::int64_t tick,
                                  std::span<const model::CarInputs> own) noexcept {
    for (std::size_t index = 0; index < own.size(); ++index) {
        // By bits, as they are hashed: -0.0 is a change.
        if (std::memcmp(&own[index], &last_car_inputs_[index], sizeof own[index]) == 0) continue;
        car_inputs_.push(RecordedCarInputs{tick, index, own[index]});
        last_car_inputs_[index] = own[index];
    }
}

bool Recorder::has_room(std::size_t ticks) const noexcept {
    const std::size_t looks = ticks / static_cast<std::size_t>(state_period_ticks_) + 1;
    return ticks_.has_room(ticks) && states_.has_room(ticks) &&
           (car_count_ == 0 || cars_.has_room(looks * car_count_)) &&
           (last_car_inputs_.empty() || car_inputs_.has_room(ticks * last_car_inputs_.size()));
}

void Recorder::close(const rt_core::State& last, std::span<const model::RoadCarState> cars) {
    last_state_ = last;
    last_cars_.assign(cars.begin(), cars.end());
    close();
}

void Recorder::close() {
    stop_.store(true, std::memory_order_release);
    thread_->join();
}

void Recorder::work() {
    while (true) {
        // Asked before draining: what was published before the stop is then still seen.
        const bool last_round = stop_.load(std::memory_order_acquire);
        const std::size_t taken = drain();
        if (!failed()) writer_->close_old_chunk();
        if (last_round) break;
        if (taken < ticks_.capacity() / 2) rt_core::housekeeping_pause(pause_ms_);
    }
    if (!failed()) write_last();
    if (!failed()) writer_->finish(dropped_ticks(), dropped_states());
    note_failure();
}

void Recorder::write_last() {
    if (last_state_.tick % state_period_ticks_ == 0) return;  // there already, or nobody gave one
    writer_->add_state(last_state_);
    for (std::size_t index = 0; index < last_cars_.size(); ++index)
        writer_->add_car({last_state_.tick, index, last_cars_[index]});
}

/// Writes what the rings hold, inputs of cars before their tick, each state after it; after a
/// failure empties them, so that a fast run does not wait for ever. Takes at most one ring full, so
/// that chunks close on time.
std::size_t Recorder::drain() {
    RecordedTick tick;
    std::size_t taken = 0;
    for (; taken < ticks_.capacity() && ticks_.pop(tick); ++taken) {
        while (car_inputs_pending_ || car_inputs_.pop(pending_car_inputs_)) {
            car_inputs_pending_ = pending_car_inputs_.tick > tick.tick;
            if (car_inputs_pending_) break;
            if (!failed()) writer_->add_car_inputs(pending_car_inputs_);
        }
        if (!failed()) writer_->add_tick(tick);
        while (state_pending_ || states_.pop(pending_state_)) {
            state_pending_ = pending_state_.tick > tick.tick;
            if (state_pending_) break;
            if (!failed()) writer_->add_state(pending_state_);
        }
        while (car_pending_ || cars_.pop(pending_car_)) {
            car_pending_ = pending_car_.tick > tick.tick;
            if (car_pending_) break;
            if (!failed()) writer_->add_car(pending_car_);
        }
        note_failure();
    }
    return taken;
}

void Recorder::note_failure() {
    if (failed() || writer_->error() == 0) return;
    error_text_ = path_ + ": recording ended: " + std::generic_category().message(writer_->error());
    failed_.store(true, std::memory_order_release);
}

}  // namespace ghostcar::hmi_link
