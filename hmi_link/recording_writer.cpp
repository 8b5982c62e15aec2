// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/recording_writer.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <array>
#include <cstring>
#include <string>

#include "hmi_link/proto_convert.h"
#include "hmi_link/tick_record.h"

namespace ghostcar::hmi_link {
namespace {

constexpr std::size_t largest_chunk = 1U << 20U;
// Half of the second that may be lost: the other half is for the rings and a slow disk.
constexpr auto oldest_chunk = std::chrono::milliseconds(500);

/// MCAP wants the file that defines a protobuf message, with all its imports (here: none).
std::string descriptor_set() {
    google::protobuf::FileDescriptorSet set;
    v1::State::descriptor()->file()->CopyTo(set.add_file());
    return set.SerializeAsString();
}

mcap::TextMap header_texts(const RecordingHeader& header) {
    mcap::TextMap texts = header.other;
    texts["session_name"] = header.session_name;
    texts["session_toml"] = header.session_toml;
    texts["vehicle_toml"] = header.vehicle_toml;
    texts["board_toml"] = header.board_toml;
    texts["ghostcar_version"] = header.ghostcar_version;
    texts["seed"] = std::to_string(header.seed);
    return texts;
}

template <typename Message>
void add_message(McapWriter& mcap, std::uint16_t channel, std::int64_t tick,
                 const Message& message) {
    const std::size_t size = message.ByteSizeLong();
    message.SerializeWithCachedSizesToArray(
        mcap.add_message(channel, static_cast<std::uint64_t>(tick) * tick_ns, size));
}

}  // namespace

RecordingWriter::RecordingWriter(int file, const RecordingHeader& header, bool sync_to_disk)
    : mcap_(file, "ghostcar " + header.ghostcar_version),
      sync_to_disk_(sync_to_disk),
      chunk_closed_(std::chrono::steady_clock::now()) {
    const std::string descriptors = descriptor_set();
    const auto tick_schema = mcap_.add_schema("ghostcar.v1.TickRecord", "protobuf", descriptors);
    const auto state_schema = mcap_.add_schema("ghostcar.v1.State", "protobuf", descriptors);
    inputs_channel_ = mcap_.add_channel(tick_schema, inputs_topic, "protobuf");
    state_channel_ = mcap_.add_channel(state_schema, state_topic, "protobuf");
    const auto car_schema = mcap_.add_schema("ghostcar.v1.RoadCar", "protobuf", descriptors);
    cars_channel_ = mcap_.add_channel(car_schema, cars_topic, "protobuf");
    const auto inputs_schema = mcap_.add_schema("ghostcar.v1.CarInputs", "protobuf", descriptors);
    car_inputs_channel_ = mcap_.add_channel(inputs_schema, car_inputs_topic, "protobuf");
    mcap_.add_metadata(header_metadata, header_texts(header));
}

void RecordingWriter::add_tick(const RecordedTick& tick) {
    std::array<std::uint8_t, largest_tick_record> bytes{};
    const std::size_t size = write_tick_record(tick, bytes);
    std::memcpy(
        mcap_.add_message(inputs_channel_, static_cast<std::uint64_t>(tick.tick) * tick_ns, size),
        bytes.data(), size);
    ++tick_count_;
    last_hash_ = tick.state_hash;
    close_full_chunk();
}

void RecordingWriter::add_state(const rt_core::State& state) {
    to_proto(state, state_message_);
    add_message(mcap_, state_channel_, state.tick, state_message_);
    close_full_chunk();
}

void RecordingWriter::add_car(const RecordedCar& car) {
    to_proto(car, car_message_);
    add_message(mcap_, cars_channel_, car.tick, car_message_);
    close_full_chunk();
}

void RecordingWriter::add_car_inputs(const RecordedCarInputs& inputs) {
    to_proto(inputs, car_inputs_message_);
    add_message(mcap_, car_inputs_channel_, inputs.tick, car_inputs_message_);
    close_full_chunk();
}

void RecordingWriter::close_full_chunk() {
    if (mcap_.open_chunk_size() >= largest_chunk) mcap_.close_chunk();
}

void RecordingWriter::close_old_chunk() {
    const auto now = std::chrono::steady_clock::now();
    if (now - chunk_closed_ < oldest_chunk) return;
    chunk_closed_ = now;
    mcap_.close_chunk();
    if (sync_to_disk_) mcap_.sync();
}

void RecordingWriter::finish(std::uint64_t dropped_ticks, std::uint64_t dropped_states) {
    mcap_.add_metadata(end_metadata, {{"ticks", std::to_string(tick_count_)},
                                      {"dropped_ticks", std::to_string(dropped_ticks)},
                                      {"dropped_states", std::to_string(dropped_states)},
                                      {"state_hash", std::to_string(last_hash_)}});
    if (sync_to_disk_) mcap_.sync();
    mcap_.finish();
}

}  // namespace ghostcar::hmi_link
