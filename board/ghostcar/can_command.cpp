// SPDX-License-Identifier: Apache-2.0
// `ghostcar can decode` and `ghostcar can encode`: candump log lines to JSON lines and back, with
// nothing else on standard output, so that they can stand in a pipe.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "board/ghostcar/can_line.h"
#include "board/ghostcar/can_messages.h"
#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/exact_value.h"
#include "can_bridge/log/candump.h"

namespace ghostcar::board {
namespace {

using can_bridge::Frame;
using can_bridge::dbc::Database;
using can_bridge::dbc::Message;
using can_bridge::dbc::Signal;

Database load_database(const std::string& path) {
    const SourceText source = read_text(path, DataKind::dbc);
    Database database = can_bridge::dbc::load(source.text, source.path);
    for (const std::string& warning : database.warnings)
        std::cerr << "ghostcar: warning: " << warning << "\n";
    return database;
}

/// A later signal of the same name counts, if both are in the frame.
bool is_repeated_later(const KnownMessage& known, std::size_t index, const Frame& frame) {
    const std::vector<std::size_t>& same =
        known.by_name.find(known.message->signals[index].name)->second;
    return std::any_of(same.begin(), same.end(), [&](std::size_t other) {
        return other > index && known.is_present(other, frame);
    });
}

void append_signals(std::string& text, const KnownMessage& known, const Frame& frame) {
    bool is_first = true;
    for (std::size_t index = 0; index < known.codec.size(); ++index) {
        if (!known.is_present(index, frame) || is_repeated_later(known, index, frame)) continue;
        text += is_first ? "" : ",";
        is_first = false;
        text += known.quoted_signals[index];
        text += ':';
        text += known.wide[index] ? known.wide[index]->text(frame)
                                  : can_bridge::value_text(*known.codec.codec(index), frame);
    }
}

/// {"id":291,"name":"Engine","signals":{"Speed":812.5}}; the name of an unknown frame is null.
std::string json_line(const KnownMessage* known, const Frame& frame) {
    std::string text = "{\"id\":" + std::to_string(frame.id) + ",\"name\":";
    text += known != nullptr ? known->quoted_name : "null";
    text += ",\"signals\":{";
    if (known != nullptr) append_signals(text, *known, frame);
    return text + "}}\n";
}

/// What is asked for fits: name, id and format, as far as the line has them. Without a word on the
/// format the standard id is meant where both exist; of messages that all fit the last one is, as
/// for decoding.
const Message& find_message(const Database& database, const CanLine& line) {
    if (!line.name && !line.id) throw LineError("expected \"name\" or \"id\"");
    const Message* found = nullptr;
    for (const Message& message : database.messages) {
        if (line.name && message.name != *line.name) continue;
        if (line.id && message.id != *line.id) continue;
        if (line.is_extended && message.is_extended != *line.is_extended) continue;
        if (found == nullptr || !message.is_extended || found->is_extended) found = &message;
    }
    if (found != nullptr) return *found;
    std::string words = line.name ? " \"" + *line.name + "\"" : "";
    if (line.id)
        words += std::string(" with ") +
                 (line.is_extended.value_or(false) ? "extended id " : "id ") +
                 std::to_string(*line.id);
    throw LineError("the DBC file has no message" + words);
}

/// A text stands for the raw value that the file's value table gives this name; in a float also for
/// what is no number in JSON.
std::uint64_t bits_of_name(const Signal& signal, const can_bridge::SignalCodec& codec,
                           const std::string& text) {
    for (const can_bridge::dbc::ValueName& entry : signal.value_names)
        if (entry.name == text) return codec.bits_of_raw(entry.value);
    const std::optional<double> special = special_number(text);
    if (special && can_bridge::dbc::is_float(signal.type))
        if (const auto bits = can_bridge::bits_of(codec, can_bridge::ExactNumber::of(*special)))
            return *bits;
    throw LineError("signal " + signal.name + " has no value named \"" + text + "\"");
}

std::uint64_t bits_of_value(const Signal& signal, const can_bridge::SignalCodec& codec,
                            const CanValue& value) {
    if (value.kind == CanValueKind::text) return bits_of_name(signal, codec, value.text);
    if (value.kind == CanValueKind::null && !can_bridge::dbc::is_float(signal.type))
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

void set_signal(Frame& frame, const KnownMessage& known, std::size_t index, const CanValue& value) {
    const Signal& signal = known.message->signals[index];
    const can_bridge::SignalCodec* codec = known.codec.codec(index);
    if (const auto& wide = known.wide[index]; wide && wide->bytes_needed() <= frame.length) {
        if (value.kind != CanValueKind::number || !wide->set(frame, value.text))
            throw LineError("signal " + signal.name + " cannot hold " +
                            (value.kind == CanValueKind::null ? "null" : value.text));
        return;
    }
    if (codec == nullptr || codec->bytes_needed() > frame.length)
        throw LineError("signal " + signal.name +
                        " does not fit into its message, or is scaled and has more than 64 bits");
    codec->set_bits(frame, bits_of_value(signal, *codec, value));
}

/// Why a signal of the message is not in the frame: "Selector is 1".
std::string reason_for_absence(const Frame& frame, const KnownMessage& known, std::size_t index) {
    const std::vector<Signal>& signals = known.message->signals;
    for (int above = signals[index].multiplexor; above != can_bridge::dbc::no_multiplexor;
         above = signals[static_cast<std::size_t>(above)].multiplexor) {
        const std::size_t at = static_cast<std::size_t>(above);
        const can_bridge::SignalCodec* codec = known.codec.codec(at);
        if (codec != nullptr && known.codec.is_selected(at, frame))
            return signals[at].name + " is " + std::to_string(codec->bits(frame));
    }
    return "its multiplexor is no number";
}

/// Multiplexors come first, from the outermost inwards: they say which of the signals of one name
/// is meant.
void set_signals(Frame& frame, const KnownMessage& known, const CanLine& line) {
    struct Candidate {
        std::size_t depth;
        std::size_t index;
        std::size_t entry;  // of line.signals
    };
    std::vector<Candidate> candidates;
    for (std::size_t entry = 0; entry < line.signals.size(); ++entry) {
        const auto found = known.by_name.find(line.signals[entry].first);
        if (found == known.by_name.end())
            throw LineError("message " + known.message->name + " has no signal " +
                            line.signals[entry].first);
        for (const std::size_t index : found->second)
            candidates.push_back({known.depths[index], index, entry});
    }
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate& one, const Candidate& other) { return one.depth < other.depth; });
    std::vector<bool> is_used(line.signals.size(), false);
    for (const Candidate& candidate : candidates) {
        if (!known.codec.is_selected(candidate.index, frame)) continue;
        set_signal(frame, known, candidate.index, line.signals[candidate.entry].second);
        is_used[candidate.entry] = true;
    }
    for (const Candidate& candidate : candidates)
        if (!is_used[candidate.entry])
            throw LineError(
                "signal " + line.signals[candidate.entry].first +
                " is not in the frame: " + reason_for_absence(frame, known, candidate.index));
}

Frame frame_from(KnownMessages& messages, const Database& database, const std::string& text) {
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

/// Calls `handle` for each line that is not empty; a wrong one is named and passed over. What was
/// said leaves before waiting for more, so that a live bus can be watched.
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
        if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
    }
    std::cout.flush();
    if (!std::cout) throw std::runtime_error("standard output: cannot be written");
    return code;
}

}  // namespace

int can_decode_command(const std::string& dbc) {
    const Database database = load_database(dbc);
    KnownMessages messages(database);
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
    KnownMessages messages(database);
    return for_each_line([&](const std::string& line) {
        std::string text;
        can_bridge::append_candump(text, 0, "can0", frame_from(messages, database, line));
        std::cout << text;
    });
}

}  // namespace ghostcar::board
