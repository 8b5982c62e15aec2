// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/fault_config.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "can_bridge/fault/engine.h"
#include "can_bridge/log/hexadecimal.h"
#include "can_bridge/log/open_log.h"

namespace ghostcar::can_bridge::fault {
namespace {

using model::Range;
using model::TableReader;

constexpr double longest_ms = 3'600'000.0;
constexpr std::int64_t ns_per_tick = 1'000'000;

enum class Side { received, sent, both };
constexpr std::array<std::pair<std::string_view, Side>, 3> sides{
    {{"received", Side::received}, {"sent", Side::sent}, {"both", Side::both}}};

std::int64_t ticks_of(double seconds) {
    return static_cast<std::int64_t>(seconds / rt_core::tick_s + 0.5);
}

/// Reads one table; the order of the reading is the order in which mistakes are told.
class FaultReader {
public:
    FaultReader(TableReader& table, const SessionNames& names) : table_(table), names_(names) {}

    Fault read() {
        fault_.name = table_.text("name");
        if (fault_.name.empty()) table_.fail("name", "is empty", "give the fault a name");
        read_kind();
        read_place();
        if (hits_frames(fault_.kind))
            fault_.share = table_.number_or("share", 1.0, Range::between(0.0, 1.0));
        read_amount();
        read_frames();
        read_trigger();
        table_.finish();
        return std::move(fault_);
    }

private:
    void read_kind() {
        const std::string word = table_.text("kind");
        const std::optional<FaultKind> kind = fault_kind(word);
        if (!kind) {
            std::string known;
            for (std::size_t index = 0; index < fault_kind_count; ++index)
                known +=
                    (index == 0 ? "" : ", ") + std::string(name_of(static_cast<FaultKind>(index)));
            table_.fail("kind", "\"" + word + "\" is not a kind of fault", "use one of " + known);
        }
        fault_.kind = *kind;
    }

    /// Bus, direction, message and signal.
    void read_place() {
        const std::string bus = table_.text_or("bus", "");
        const std::optional<std::uint32_t> found = names_.find_bus(bus);
        if (!found)
            table_.fail("bus", "there is no bus \"" + bus + "\"", "name one of [[can.bus]]");
        fault_.bus = *found;
        // Nobody would notice frames that are made only for ourselves, if not asked for.
        Side side = fault_.kind == FaultKind::bus_off || fault_.kind == FaultKind::silence
                        ? Side::both
                        : Side::received;
        if (makes_frames(fault_.kind)) side = Side::sent;
        if (fault_.kind != FaultKind::bus_off && table_.has("direction"))
            side = table_.choice("direction", sides);
        fault_.is_for_received = side != Side::sent;
        fault_.is_for_sent = side != Side::received;

        const bool needs_message = hits_signal(fault_.kind) || fault_.kind == FaultKind::counter ||
                                   fault_.kind == FaultKind::checksum;
        const bool may_have_message = hits_frames(fault_.kind) || fault_.kind == FaultKind::spoof;
        if (!may_have_message || (!needs_message && !table_.has("message"))) return;
        const std::string message = table_.text("message");
        const std::optional<MessagePlace> place = names_.find_message(fault_.bus, message);
        if (!place)
            table_.fail("message", "the bus's DBC file has no message \"" + message + "\"",
                        "use a name of the file");
        message_ = place->message;
        place_ = place;
        fault_.target = {place->id, place->is_extended};
        fault_.protection = place->protection;
        if (hits_signal(fault_.kind)) read_signal();
        if (fault_.kind == FaultKind::counter &&
            (!fault_.protection || e2e::counters_of(*fault_.protection) == 1))
            table_.fail("message", "\"" + message + "\" has no counter", "use another message");
        if (fault_.kind == FaultKind::checksum &&
            (!fault_.protection || !e2e::checksum_byte(*fault_.protection)))
            table_.fail("message", "\"" + message + "\" has no checksum", "use another message");
    }

    void read_signal() {
        const std::string name = table_.text("signal");
        fault_.message.emplace(*message_);
        fault_.signal = message_->signals.size();
        for (std::size_t index = 0; index < message_->signals.size(); ++index)
            if (message_->signals[index].name == name) fault_.signal = index;
        if (fault_.signal == message_->signals.size() ||
            fault_.message->codec(fault_.signal) == nullptr)
            table_.fail("signal", "message " + message_->name + " has no signal \"" + name + "\"",
                        "use a name of the file");
        fault_.keeps_checksum_right = table_.boolean_or("keeps_checksum_right", true);
    }

    /// The one number of each kind, under a key that says its unit.
    void read_amount() {
        switch (fault_.kind) {
            case FaultKind::delay:
                fault_.amount = table_.number("delay_ms", Range::between(0.0, longest_ms));
                break;
            case FaultKind::duplicate:
                fault_.amount = static_cast<double>(table_.integer_or("copies", 1, 1, 16));
                break;
            case FaultKind::reorder:
                fault_.amount =
                    table_.number_or("within_ms", 100.0, Range::between(1.0, longest_ms));
                break;
            case FaultKind::corrupt:
                fault_.amount = static_cast<double>(table_.integer_or("bits", 1, 1, 63));
                break;
            case FaultKind::length:
                fault_.amount = static_cast<double>(table_.integer("length", 0, 64));
                break;
            case FaultKind::counter:
                fault_.amount = static_cast<double>(table_.integer_or("step", 0, 0, 255));
                break;
            case FaultKind::scale:
                fault_.amount = table_.number("factor", Range::any());
                break;
            case FaultKind::offset:
                fault_.amount = table_.number("offset", Range::any());
                break;
            case FaultKind::stuck:
                fault_.amount = table_.number("value", Range::any());
                break;
            case FaultKind::spoof:
                fault_.amount = table_.number("every_ms", Range::between(1.0, longest_ms));
                break;
            case FaultKind::flood:
                fault_.amount = table_.number("load", Range::between(0.0, 1.0));
                break;
            default:
                break;
        }
    }

    void read_frames() {
        if (fault_.kind == FaultKind::spoof && message_ != nullptr)
            fault_.frame = start_frame(*place_);
        else if (fault_.kind == FaultKind::spoof || fault_.kind == FaultKind::flood)
            read_id(fault_.kind == FaultKind::flood);
        if (fault_.kind == FaultKind::spoof) read_data();
        if (fault_.kind == FaultKind::flood) {
            fault_.frame.length = largest_classic_length;
            fault_.frame_time_s =
                longest_frame_time_s({fault_.frame.length, fault_.frame.is_extended, false, false},
                                     names_.rates(fault_.bus));
        }
        if (fault_.kind == FaultKind::replay) read_log();
    }

    /// A flood is strongest with the id that wins every arbitration.
    void read_id(bool may_be_missing) {
        fault_.frame.is_extended = table_.boolean_or("extended", false);
        const auto largest = static_cast<std::int64_t>(largest_id(fault_.frame.is_extended));
        fault_.frame.id =
            static_cast<std::uint32_t>(may_be_missing ? table_.integer_or("id", 0, 0, largest)
                                                      : table_.integer("id", 0, largest));
    }

    void read_data() {
        if (message_ != nullptr && !table_.has("data")) return;
        const std::string text = table_.text("data");
        const bool is_short = text.size() <= 2 * largest_classic_length;
        if (text.size() % 2 != 0 || !is_short)
            table_.fail("data", "has " + std::to_string(text.size()) + " digits",
                        "write two hexadecimal digits a byte, at most 8 bytes");
        fault_.frame.is_fd = fault_.frame.bitrate_switch = false;
        fault_.frame.data.fill(0);
        fault_.frame.length = static_cast<std::uint8_t>(text.size() / 2);
        for (std::size_t byte = 0; byte < text.size() / 2; ++byte) {
            const std::optional<std::uint32_t> value = hex_number(text.substr(2 * byte, 2));
            if (!value)
                table_.fail("data", "\"" + text.substr(2 * byte, 2) + "\" is no byte",
                            "write two hexadecimal digits a byte");
            fault_.frame.data[byte] = static_cast<std::uint8_t>(*value);
        }
    }

    /// Times count from the log's first frame: the absolute schedule is fixed here, so that nothing
    /// adds up in the run.
    void read_log() {
        const std::string path = table_.text("log");
        std::istringstream input(names_.read_file(path));
        try {
            const std::unique_ptr<LogReader> reader = open_log(input);
            const std::string wanted = table_.text_or("log_channel", "");
            std::vector<std::string> channels;
            std::optional<std::int64_t> first_ns;
            while (const std::optional<TimedFrame> timed = reader->next()) {
                if (!is_sendable(timed->frame)) continue;  // error frames
                const std::string channel = reader->channel_name(timed->channel);
                if (std::find(channels.begin(), channels.end(), channel) == channels.end())
                    channels.push_back(channel);
                if (!wanted.empty() && channel != wanted) continue;
                if (!first_ns) first_ns = timed->time_ns;
                const std::int64_t offset = (timed->time_ns - *first_ns) / ns_per_tick;
                fault_.log.push_back({std::max<std::int64_t>(offset, 0), timed->frame});
            }
            check_channels(path, wanted, channels);
        } catch (const LogError& error) {
            table_.fail("log", path + ": " + error.what(), "use a candump, ASC or BLF log");
        }
        if (fault_.log.empty()) table_.fail("log", path + " has no frames", "use another log");
        std::stable_sort(fault_.log.begin(), fault_.log.end(),
                         [](const ReplayFrame& one, const ReplayFrame& other) {
                             return one.offset_ticks < other.offset_ticks;
                         });
    }

    /// A log of several buses on one would be traffic that never was.
    void check_channels(const std::string& path, const std::string& wanted,
                        const std::vector<std::string>& channels) {
        std::string names;
        for (const std::string& channel : channels)
            names += (names.empty() ? "" : ", ") +
                     (channel.empty() ? std::string("one without a name") : channel);
        if (wanted.empty() && channels.size() > 1)
            table_.fail("log", path + " has the channels " + names,
                        "add log_channel with one of them");
        if (!wanted.empty() && !channels.empty() && fault_.log.empty())
            table_.fail("log_channel", path + " has no channel \"" + wanted + "\"",
                        "use one of " + names);
    }

    void read_trigger() {
        constexpr double longest_s = 1e6;
        Trigger& trigger = fault_.trigger;
        if (table_.has("at_s"))
            trigger.first_tick = ticks_of(table_.number("at_s", Range::between(0.0, longest_s)));
        if (table_.has("when")) {
            const std::string text = table_.text("when");
            try {
                trigger.when = Condition::parse(text);
            } catch (const ConditionError& error) {
                table_.fail("when",
                            "character " + std::to_string(error.column()) + ": " + error.what(),
                            "write a condition such as speed > 50 && gear == 3");
            }
        }
        if (table_.has("for_s")) {
            if (!trigger.first_tick && !trigger.when)
                table_.fail("for_s", "has no beginning", "add at_s or when");
            trigger.duration_ticks =
                std::max<std::int64_t>(1, ticks_of(table_.number("for_s", {0.0, longest_s, true})));
        }
    }

    TableReader& table_;
    const SessionNames& names_;
    std::optional<MessagePlace> place_;
    const dbc::Message* message_ = nullptr;
    Fault fault_;
};

}  // namespace

std::vector<Fault> faults_from_toml(TableReader& can, const SessionNames& names) {
    std::vector<Fault> faults;
    for (TableReader& table : can.tables_if("fault")) {
        Fault fault = FaultReader(table, names).read();
        for (const Fault& other : faults)
            if (other.name == fault.name)
                table.fail("name", "\"" + fault.name + "\" is the name of two faults",
                           "give each its own");
        faults.push_back(std::move(fault));
        if (faults.size() > Engine::most_faults)
            table.fail("", "is one fault too many", "a session has at most 32");
    }
    return faults;
}

}  // namespace ghostcar::can_bridge::fault
