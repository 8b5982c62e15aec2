// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/session/message_reader.h"
#include "can_bridge/session/protection_config.h"
#include "can_bridge/session/value_range.h"
#include "model/config/csv_reader.h"
#include "model/config/nearest.h"

namespace ghostcar::can_bridge {
namespace {

using model::Range;
using model::TableReader;
using namespace message_reader;

enum class When { cyclic, on_change, cyclic_and_on_change };
constexpr std::array<std::pair<std::string_view, When>, 3> whens{
    {{"cyclic", When::cyclic},
     {"on-change", When::on_change},
     {"cyclic-and-on-change", When::cyclic_and_on_change}}};

/// Every maker has its own enumeration: what its words have in common, as letters alone. "if
/// active" (cyclic while a signal is not at rest) is nearest to: cyclic, and when it changes.
constexpr std::array<std::pair<std::string_view, When>, 22> send_types{
    {{"", When::cyclic},
     {"cyclic", When::cyclic},
     {"periodic", When::cyclic},
     {"fixedperiodic", When::cyclic},
     {"spontaneous", When::on_change},
     {"spontan", When::on_change},
     {"event", When::on_change},
     {"onevent", When::on_change},
     {"triggered", When::on_change},
     {"eventtriggered", When::on_change},
     {"onchange", When::on_change},
     {"onwrite", When::on_change},
     {"onchangewithrepetition", When::on_change},
     {"onwritewithrepetition", When::on_change},
     {"cyclicandspontaneous", When::cyclic_and_on_change},
     {"cyclicandonchange", When::cyclic_and_on_change},
     {"cyclicandonwrite", When::cyclic_and_on_change},
     {"cyclicandevent", When::cyclic_and_on_change},
     {"cyclicandtriggered", When::cyclic_and_on_change},
     {"cyclicifactive", When::cyclic_and_on_change},
     {"ifactive", When::cyclic_and_on_change},
     {"mixed", When::cyclic_and_on_change}}};

/// As the table says, otherwise as the file does.
When when_of(TableReader& table, const dbc::Message& message) {
    if (table.has("when")) return table.choice("when", whens);
    const std::string word = letters_of(message.send_type);
    for (const auto& [known, when] : send_types) {
        if (known != word) continue;
        if (when == When::on_change && table.has("cycle_ms"))
            table.fail("cycle_ms",
                       "the file sends " + message.name + " without a cycle (\"" +
                           message.send_type + "\")",
                       "leave it out, or write when = \"cyclic\" or \"cyclic-and-on-change\"");
        return when;
    }
    table.fail("message",
               "GenMsgSendType of " + message.name + " is \"" + message.send_type +
                   "\", which says nothing here",
               "add when = \"cyclic\", \"on-change\" or \"cyclic-and-on-change\"");
}

/// The table's, the file's, or so that a flickering value does not fill the bus.
std::int64_t minimum_delay_ticks(TableReader& table, const dbc::Message& message) {
    constexpr double usual_ms = 10.0;
    constexpr double longest_ms = 60'000.0;
    const double of_file = message.delay_time_ms.value_or(0.0);
    const bool is_usable = of_file >= 1.0 && of_file <= longest_ms;
    return table.integer_or("minimum_delay_ms",
                            static_cast<std::int64_t>(std::ceil(is_usable ? of_file : usual_ms)), 1,
                            static_cast<std::int64_t>(longest_ms));
}

SignalSource source_of(TableReader& table) {
    const std::string name = table.text("from");
    const std::optional<SignalSource> source = find_signal_source(name);
    if (!source) {
        const std::string best = model::nearest(name, signal_source_names());
        table.fail("from", "\"" + name + "\" is nothing that the car has",
                   best.empty() ? "docs/can.md lists the names" : "did you mean \"" + best + "\"?");
    }
    return *source;
}

SentSignal read_source(TableReader& table, const Part& part) {
    const SignalSource source = source_of(table);
    std::string unit;
    const Quantity physical = quantity_of(table, part.signal, unit);
    const Conversion to_signal = conversion(table, {source.name, source.unit}, physical);
    SentSignal signal{part.codec};
    signal.source = source;
    signal.factor = to_signal.factor / part.codec.scale();
    signal.offset = (to_signal.offset - part.codec.offset()) / part.codec.scale();
    signal.not_available = not_available(table, part);
    signal.field = WordField::of(part.codec);
    signal.low = -std::numeric_limits<double>::infinity();
    signal.high = std::numeric_limits<double>::infinity();
    if (part.signal.minimum != part.signal.maximum) {
        const double one = (part.signal.minimum - part.codec.offset()) / part.codec.scale();
        const double other = (part.signal.maximum - part.codec.offset()) / part.codec.scale();
        const double rounding = dbc::is_float(part.signal.type) ? 0.0 : 0.5;
        signal.low = std::min(one, other) - rounding;
        signal.high = std::max(one, other) + rounding;
    }
    return signal;
}

/// Which bits of a frame are taken, and by whom: nobody may take one twice.
class Room {
public:
    explicit Room(const TableReader& table) : table_(table) {}

    void take(const Frame& bits, const std::string& who) {
        for (std::size_t byte = 0; byte < largest_length; ++byte) {
            if ((taken_.data[byte] & bits.data[byte]) != 0)
                table_.fail("signals",
                            who + " overlaps " + owner_[byte] + " in byte " + std::to_string(byte),
                            "send only one of them");
            taken_.data[byte] = static_cast<std::uint8_t>(taken_.data[byte] | bits.data[byte]);
            if (bits.data[byte] != 0) owner_[byte] = who;
        }
    }

    [[nodiscard]] bool is_free(const Frame& bits) const {
        for (std::size_t byte = 0; byte < largest_length; ++byte)
            if ((taken_.data[byte] & bits.data[byte]) != 0) return false;
        return true;
    }

private:
    const TableReader& table_;
    Frame taken_;
    std::array<std::string, largest_length> owner_;
};

Frame bits_of(const SignalCodec& codec) {
    Frame frame;
    codec.set_bits(frame, ~std::uint64_t{0});
    return frame;
}

/// The bits that a protection writes: those that differ between any two of its counters, or from
/// what was there.
Frame bits_of(const e2e::Protection& protection, std::size_t length) {
    Frame result;
    for (const std::uint8_t fill : {std::uint8_t{0x00}, std::uint8_t{0xFF}})
        for (int counter = 0; counter < e2e::counters_of(protection); ++counter) {
            Frame frame;
            std::fill_n(frame.data.begin(), length, fill);
            e2e::protect(protection, {frame.data.data(), length}, counter);
            for (std::size_t byte = 0; byte < length; ++byte)
                result.data[byte] =
                    static_cast<std::uint8_t>(result.data[byte] | (frame.data[byte] ^ fill));
        }
    return result;
}

Frame empty_frame(const MessageName& name, const dbc::Message& message) {
    Frame frame;
    frame.id = name.id;
    frame.is_extended = name.is_extended;
    frame.is_fd = message.is_fd;
    frame.bitrate_switch = message.is_fd;
    frame.length = static_cast<std::uint8_t>(message.length);
    for (const dbc::Signal& signal : message.signals)
        if (signal.start_value && SignalCodec::refusal(signal).empty() &&
            signal.multiplexor == dbc::no_multiplexor && dbc::fits(signal, message.length)) {
            const SignalCodec codec(signal);
            codec.set_bits(frame, codec.bits_of_raw(*signal.start_value));
        }
    return frame;
}

/// Before anything is put into a frame: messages of transport protocols are longer than any.
void check_length(const TableReader& table, const dbc::Message& message) {
    const auto length = static_cast<std::size_t>(message.length);
    const bool is_frame =
        length <= largest_length && length_of_code[code_of_length(length)] == length;
    if (!is_frame)
        table.fail("message",
                   message.name + " of " + std::to_string(length) +
                       " bytes is no frame that a controller can send",
                   "FD frames have 0 to 8, 12, 16, 20, 24, 32, 48 or 64 bytes");
}

struct Mapped {
    TableReader table;
    Part part;
    std::optional<SentSignal> signal;  // none: a fixed value
    double value = 0.0;
    bool is_sent = false;  // on some page
};

/// Clamped, it would be another value than the one that was written.
double fixed_value(TableReader& table, const Part& part) {
    const double value = table.number("value", Range::any());
    const std::string reason = value_refusal(part.signal, part.codec, value);
    if (!reason.empty())
        table.fail("value", "signal " + part.signal.name + " " + reason, "write another value");
    return value;
}

std::vector<Mapped> read_signals(TableReader& table, const dbc::Message& message,
                                 const dbc::Database& database) {
    std::vector<Mapped> mapped;
    for (TableReader& signal : table.tables_if("signals")) {
        Mapped one{signal, find_signal(signal, message, database), std::nullopt};
        if (signal.has("value"))
            one.value = fixed_value(signal, one.part);
        else
            one.signal = read_source(signal, one.part);
        signal.finish();
        mapped.push_back(std::move(one));
    }
    return mapped;
}

/// The multiplexor's values, one page each; {0} without a multiplexor.
std::vector<double> pages_of(TableReader& table, const dbc::Message& message) {
    const bool has_multiplexor =
        std::any_of(message.signals.begin(), message.signals.end(),
                    [](const dbc::Signal& signal) { return signal.is_multiplexor; });
    if (!has_multiplexor) return {0.0};
    std::vector<double> pages = table.numbers("pages", Range::between(0.0, 65535.0));
    if (pages.empty()) table.fail("pages", "is empty", "write the multiplexor's values");
    for (const dbc::Signal& signal : message.signals) {
        const bool is_outermost =
            signal.is_multiplexor && signal.multiplexor == dbc::no_multiplexor;
        if (!is_outermost) continue;
        if (!SignalCodec::refusal(signal).empty() || !dbc::fits(signal, message.length))
            table.fail("message",
                       "the multiplexor " + signal.name + " of " + message.name +
                           " is no number within its " + std::to_string(message.length) + " bytes",
                       "mend the DBC file");
        const auto largest = static_cast<double>(SignalCodec(signal).mask());
        for (const double page : pages)
            if (page != std::floor(page) || page > largest)
                table.fail("pages",
                           "the multiplexor " + signal.name + " of " +
                               std::to_string(signal.length_bits) + " bits cannot be " +
                               model::short_text(page),
                           "write whole numbers from 0 to " + model::short_text(largest));
    }
    return pages;
}

/// What no page selects would never be sent, and nobody would be told.
void check_sent(std::vector<Mapped>& mapped) {
    for (Mapped& one : mapped)
        if (!one.is_sent)
            one.table.fail("signal",
                           "no page that is sent contains \"" + one.part.signal.name + "\"",
                           "add its value of the multiplexor to `pages`, or leave the signal out");
}

SentPage read_page(TableReader& table, const dbc::Message& message, const MessageName& name,
                   std::vector<Mapped>& mapped, const std::optional<e2e::Protection>& protection,
                   double page_value) {
    SentPage page;
    page.frame = empty_frame(name, message);
    const MessageCodec codec(message);
    Room room(table);
    if (protection)
        room.take(bits_of(*protection, static_cast<std::size_t>(message.length)), "its protection");
    for (std::size_t index = 0; index < message.signals.size(); ++index)
        if (message.signals[index].is_multiplexor &&
            message.signals[index].multiplexor == dbc::no_multiplexor) {
            codec.codec(index)->set_bits(page.frame, static_cast<std::uint64_t>(page_value));
            room.take(bits_of(*codec.codec(index)),
                      "the multiplexor " + message.signals[index].name);
        }
    for (Mapped& one : mapped) {
        if (!codec.is_selected(one.part.index, page.frame)) continue;
        one.is_sent = true;
        room.take(bits_of(one.part.codec), one.part.signal.name);
        if (one.signal) {
            one.part.codec.set_bits(page.frame, 0);
            page.signals.push_back(*one.signal);
        } else {
            one.part.codec.set_value(page.frame, one.value);
        }
    }
    // What nobody fills starts as the file says, where the multiplexor selects it. In a file whose
    // signals overlap it must not lie on what is mapped.
    for (std::size_t index = 0; index < message.signals.size(); ++index) {
        const dbc::Signal& signal = message.signals[index];
        const bool is_mapped =
            std::any_of(mapped.begin(), mapped.end(),
                        [index](const Mapped& one) { return one.part.index == index; });
        if (is_mapped || signal.multiplexor == dbc::no_multiplexor || !signal.start_value ||
            codec.codec(index) == nullptr || !codec.is_selected(index, page.frame) ||
            !room.is_free(bits_of(*codec.codec(index))))
            continue;
        codec.codec(index)->set_bits(page.frame,
                                     codec.codec(index)->bits_of_raw(*signal.start_value));
    }
    return page;
}

}  // namespace

PlannedSend read_send(TableReader& table, const dbc::Database& database) {
    const dbc::Message& message = find_message(table, database);
    PlannedSend planned;
    planned.name = name_of(table, message);
    check_length(table, message);
    planned.shape = {static_cast<std::size_t>(message.length), planned.name.is_extended,
                     message.is_fd, message.is_fd};
    SentMessageConfig& config = planned.config;
    config.protection = protection_from(table, database, message);
    config.cycle_ticks = cycle_ticks(table, message);
    const When when = when_of(table, message);
    config.on_change = when != When::cyclic;
    if (when == When::on_change) config.cycle_ticks = 0;
    if (when != When::on_change && config.cycle_ticks == 0)
        table.fail("message", message.name + " has no cycle time",
                   "add cycle_ms, or write when = \"on-change\"");
    config.minimum_delay_ticks = minimum_delay_ticks(table, message);
    if (table.has("phase_ms"))
        config.phase_ticks =
            table.integer("phase_ms", 0, std::max<std::int64_t>(config.cycle_ticks, 1) - 1);
    else
        config.phase_ticks = -1;  // to be spread

    std::vector<Mapped> mapped = read_signals(table, message, database);
    for (const double value : pages_of(table, message))
        config.pages.push_back(
            read_page(table, message, planned.name, mapped, config.protection, value));
    check_sent(mapped);
    if (config.on_change && config.pages.size() > 1)
        table.fail("when", "a message of several pages changes with every frame",
                   "write when = \"cyclic\"");
    table.finish();
    return planned;
}

}  // namespace ghostcar::can_bridge
