// SPDX-License-Identifier: Apache-2.0
// `ghostcar can decode` and `ghostcar can encode`: candump log lines to JSON lines and back, with
// nothing else on standard output, so that they can stand in a pipe.
#include <cstdint>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "board/ghostcar/can_line.h"
#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/exact_value.h"
#include "can_bridge/log/candump.h"
#include "can_bridge/message_codec.h"

namespace ghostcar::board {
namespace {

using Json = nlohmann::json;
using can_bridge::Frame;
using can_bridge::MessageCodec;
using can_bridge::dbc::Database;
using can_bridge::dbc::Message;
using can_bridge::dbc::Signal;

Database load_database(const std::string& path) {
    const SourceText source = read_text(path);
    Database database = can_bridge::dbc::load(source.text, source.path);
    for (const std::string& warning : database.warnings)
        std::cerr << "ghostcar: warning: " << warning << "\n";
    return database;
}

/// A message with the codecs of its signals; made when the first frame needs it.
struct KnownMessage {
    const Message* message;
    MessageCodec codec;
};

class Messages {
public:
    explicit Messages(const Database& database) : database_(database) {}

    const KnownMessage* find(std::uint32_t id, bool is_extended) {
        const auto [place, is_new] = by_id_.try_emplace({id, is_extended}, nullptr);
        if (is_new)
            if (const Message* message = database_.find(id, is_extended))
                place->second = &find(*message);
        return place->second;
    }

    const KnownMessage& find(const Message& message) {
        auto place = known_.find(&message);
        if (place == known_.end())
            place = known_.emplace(&message, KnownMessage{&message, MessageCodec(message)}).first;
        return place->second;
    }

private:
    const Database& database_;
    std::map<std::pair<std::uint32_t, bool>, const KnownMessage*> by_id_;
    std::map<const Message*, KnownMessage> known_;
};

/// A later signal of the same name counts, if both are in the frame.
bool is_repeated_later(const KnownMessage& known, std::size_t index, const Frame& frame) {
    const std::vector<Signal>& signals = known.message->signals;
    for (std::size_t later = index + 1; later < signals.size(); ++later)
        if (signals[later].name == signals[index].name && known.codec.is_present(later, frame))
            return true;
    return false;
}

std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_signals(std::string& text, const KnownMessage& known, const Frame& frame) {
    bool is_first = true;
    for (std::size_t index = 0; index < known.codec.size(); ++index) {
        if (!known.codec.is_present(index, frame) || is_repeated_later(known, index, frame))
            continue;
        text += is_first ? "" : ",";
        is_first = false;
        text += quoted(known.message->signals[index].name) + ":";
        text += can_bridge::value_text(*known.codec.codec(index), frame);
    }
}

/// {"id":291,"name":"Engine","signals":{"Speed":812.5}}; the name of an unknown frame is null.
std::string json_line(const KnownMessage* known, const Frame& frame) {
    std::string text = "{\"id\":" + std::to_string(frame.id) + ",\"name\":";
    text += known != nullptr ? quoted(known->message->name) : "null";
    text += ",\"signals\":{";
    if (known != nullptr) append_signals(text, *known, frame);
    return text + "}}\n";
}

const Message& find_message(const Database& database, const CanLine& line) {
    if (line.name) {
        const Message* message = database.find(*line.name);
        if (message == nullptr)
            throw LineError("the DBC file has no message \"" + *line.name + "\"");
        return *message;
    }
    if (!line.id) throw LineError("expected \"name\" or \"id\"");
    if (*line.id <= can_bridge::largest_extended_id) {
        const std::uint32_t id = static_cast<std::uint32_t>(*line.id);
        // Without a word on it, the short form is meant where both exist.
        for (const bool is_extended : {false, true}) {
            if (line.is_extended.value_or(is_extended) != is_extended) continue;
            if (const Message* message = database.find(id, is_extended)) return *message;
        }
    }
    throw LineError("the DBC file has no message with id " + std::to_string(*line.id));
}

bool is_float(const Signal& signal) {
    return signal.type == can_bridge::dbc::ValueType::float32 ||
           signal.type == can_bridge::dbc::ValueType::float64;
}

/// A text stands for the raw value that the file's value table gives this name.
std::uint64_t bits_of_name(const Signal& signal, const can_bridge::SignalCodec& codec,
                           const std::string& text) {
    for (const can_bridge::dbc::ValueName& entry : signal.value_names)
        if (entry.name == text) return codec.bits_of_raw(entry.value);
    throw LineError("signal " + signal.name + " has no value named \"" + text + "\"");
}

std::uint64_t bits_of_value(const Signal& signal, const can_bridge::SignalCodec& codec,
                            const CanValue& value) {
    if (value.kind == CanValueKind::text) return bits_of_name(signal, codec, value.text);
    if (value.kind == CanValueKind::null && !is_float(signal))
        throw LineError("signal " + signal.name + ": found null; expected a number");
    // Decoding says null for what is no number.
    const can_bridge::ExactNumber number =
        value.kind == CanValueKind::number
            ? value.number
            : can_bridge::ExactNumber::of(std::numeric_limits<double>::quiet_NaN());
    const std::optional<std::uint64_t> bits = can_bridge::bits_of(codec, number);
    if (!bits) throw LineError("signal " + signal.name + " cannot hold " + value.text);
    return *bits;
}

void set_signal(Frame& frame, const Signal& signal, const can_bridge::SignalCodec* codec,
                const CanValue& value) {
    if (codec == nullptr || codec->bytes_needed() > frame.length)
        throw LineError("signal " + signal.name + " does not fit into its message or into 64 bits");
    codec->set_bits(frame, bits_of_value(signal, *codec, value));
}

/// Signals of one name can lie in several groups of a multiplexor: the one whose group is
/// selected is meant. Multiplexors come first, from the outermost inwards.
void set_signals(Frame& frame, const KnownMessage& known, const CanLine& line) {
    std::map<std::string_view, const CanValue*> values;
    for (const auto& [name, value] : line.signals) values[name] = &value;
    const std::vector<Signal>& signals = known.message->signals;
    const auto depth = [&](const Signal& signal) {
        std::size_t steps = 0;
        for (int above = signal.multiplexor; above != can_bridge::dbc::no_multiplexor; ++steps)
            above = signals[static_cast<std::size_t>(above)].multiplexor;
        return steps;
    };
    std::size_t deepest = 0;
    for (const Signal& signal : signals) deepest = std::max(deepest, depth(signal));
    std::set<std::string_view> used;
    std::set<std::string_view> known_names;
    for (std::size_t level = 0; level <= deepest; ++level) {
        for (std::size_t index = 0; index < signals.size(); ++index) {
            if (depth(signals[index]) != level) continue;
            known_names.insert(signals[index].name);
            const auto value = values.find(signals[index].name);
            if (value == values.end() || !known.codec.is_selected(index, frame)) continue;
            set_signal(frame, signals[index], known.codec.codec(index), *value->second);
            used.insert(signals[index].name);
        }
    }
    for (const auto& [name, value] : line.signals) {
        if (used.count(name) != 0) continue;
        throw LineError(known_names.count(name) != 0
                            ? "signal " + name + " is not in the frame for this multiplexor value"
                            : "message " + known.message->name + " has no signal " + name);
    }
}

Frame frame_from(Messages& messages, const Database& database, const std::string& text) {
    const CanLine line = parse_can_line(text);
    const Message& message = find_message(database, line);
    if (message.length > static_cast<int>(can_bridge::largest_length))
        throw LineError("message " + message.name + " is longer than a frame");
    Frame frame;
    frame.id = message.id;
    frame.is_extended = message.is_extended;
    frame.length = static_cast<std::uint8_t>(message.length);
    frame.is_fd = frame.length > can_bridge::largest_classic_length;
    set_signals(frame, messages.find(message), line);
    return frame;
}

/// Calls `handle` for each line that is not empty; a wrong one is named and passed over.
template <typename Handle>
int for_each_line(Handle handle) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int code = exit_passed;
    std::string line;
    for (std::uint64_t number = 1; std::getline(std::cin, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        try {
            handle(line);
        } catch (const LineError& error) {
            std::cerr << "ghostcar: standard input:" << number << ": " << error.what() << "\n";
            code = exit_wrong_use;
        }
    }
    std::cout.flush();
    if (!std::cout) throw std::runtime_error("standard output: cannot be written");
    return code;
}

}  // namespace

int can_decode_command(const std::string& dbc) {
    const Database database = load_database(dbc);
    Messages messages(database);
    std::set<std::pair<std::uint32_t, bool>> complained;
    return for_each_line([&](const std::string& line) {
        const std::optional<can_bridge::CandumpLine> read = can_bridge::parse_candump(line);
        if (!read)
            throw LineError("expected a candump log line such as \"(0.000000) can0 123#DEADBEEF\"");
        const Frame& frame = read->frame;
        const KnownMessage* known =
            frame.is_error ? nullptr : messages.find(frame.id, frame.is_extended);
        if (known == nullptr && complained.insert({frame.id, frame.is_extended}).second)
            std::cerr << "ghostcar: warning: the DBC file has no message with "
                      << (frame.is_extended ? "extended id " : "id ") << frame.id << "\n";
        std::cout << json_line(known, frame);
    });
}

int can_encode_command(const std::string& dbc) {
    const Database database = load_database(dbc);
    Messages messages(database);
    return for_each_line([&](const std::string& line) {
        std::string text;
        can_bridge::append_candump(text, 0, "can0", frame_from(messages, database, line));
        std::cout << text;
    });
}

}  // namespace ghostcar::board
