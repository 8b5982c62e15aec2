// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/recording_reader.h"

#include <charconv>
#include <stdexcept>

#include "hmi_link/proto_convert.h"

namespace ghostcar::hmi_link {
namespace {

std::string taken(mcap::TextMap& texts, const char* key) {
    const auto found = texts.extract(key);
    return found.empty() ? std::string() : found.mapped();
}

bool parse(std::string_view bytes, google::protobuf::MessageLite& message) {
    return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

}  // namespace

RecordingReader::RecordingReader(const std::string& path) : mcap_(path) {
    McapMessage message;
    if (mcap_.next(message)) first_ = message;
    take_header(path);
    for (const auto& [id, channel] : mcap_.channels()) {
        if (channel.topic == inputs_topic) inputs_channel_ = id;
        if (channel.topic == state_topic) state_channel_ = id;
        if (channel.topic == cars_topic) cars_channel_ = id;
        if (channel.topic == car_inputs_topic) car_inputs_channel_ = id;
    }
}

void RecordingReader::take_header(const std::string& path) {
    const auto found = mcap_.metadata().find(std::string(header_metadata));
    if (found == mcap_.metadata().end())
        throw std::runtime_error(path + ": holds no run of Ghostcar" +
                                 (mcap_.stop_text().empty() ? "" : ": " + mcap_.stop_text()) +
                                 "; give the run.mcap of a run that had begun");
    mcap::TextMap texts = found->second;
    header_.session_name = taken(texts, "session_name");
    header_.session_toml = taken(texts, "session_toml");
    header_.vehicle_toml = taken(texts, "vehicle_toml");
    header_.board_toml = taken(texts, "board_toml");
    header_.ghostcar_version = taken(texts, "ghostcar_version");
    const std::string seed = taken(texts, "seed");
    const auto parsed = std::from_chars(seed.data(), seed.data() + seed.size(), header_.seed);
    if (parsed.ec != std::errc() || parsed.ptr != seed.data() + seed.size())
        throw std::runtime_error(path + ": its seed is damaged: \"" + seed +
                                 "\"; record the run again");
    header_.other = std::move(texts);
}

RecordingReader::Item RecordingReader::next() {
    while (!ended_) {
        McapMessage message;
        if (first_) {
            message = *first_;
            first_.reset();
        } else if (!mcap_.next(message)) {
            ended_ = true;
            break;
        }
        if (message.channel == inputs_channel_) {
            RecordedTick tick;
            if (!parse(message.data, tick_message_) || !from_proto(tick_message_, tick))
                return stop("a tick is damaged");
            if (tick.tick != ticks_ + 1)
                return stop("ticks are missing: " + std::to_string(tick.tick) + " follows");
            tick_ = tick;
            ++ticks_;
            return Item::tick;
        }
        if (message.channel == state_channel_) {
            if (!parse(message.data, state_message_) || !from_proto(state_message_, state_))
                return stop("a state is damaged");
            return Item::state;
        }
        if (message.channel == cars_channel_) {
            if (!parse(message.data, car_message_)) return stop("a car is damaged");
            return Item::car;
        }
        if (message.channel == car_inputs_channel_) {
            if (!parse(message.data, car_inputs_message_) ||
                !from_proto(car_inputs_message_, car_inputs_) || car_inputs_.tick != ticks_ + 1)
                return stop("the inputs of a car are damaged");
            return Item::car_inputs;
        }
    }
    return Item::end;
}

RecordingReader::Item RecordingReader::stop(const std::string& why) {
    ended_ = true;
    stop_text_ = why;
    return Item::end;
}

bool RecordingReader::complete() const noexcept {
    return stop_text_.empty() && mcap_.complete();
}

std::string RecordingReader::stop_text() const {
    const std::string& why = stop_text_.empty() ? mcap_.stop_text() : stop_text_;
    return why.empty() ? why : why + " (after tick " + std::to_string(ticks_) + ")";
}

}  // namespace ghostcar::hmi_link
