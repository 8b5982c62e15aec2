// SPDX-License-Identifier: Apache-2.0
// Which signal decides about which. Simple multiplexing has one multiplexor (M) and signals that
// exist for one of its values (m3). Extended multiplexing has several multiplexors, which may be
// multiplexed themselves (m3M); SG_MUL_VAL_ then says whose value counts, and in which ranges.
#include <charconv>
#include <cstddef>
#include <optional>

#include "can_bridge/dbc/resolve.h"

namespace ghostcar::can_bridge::dbc {
namespace {

struct Mark {
    bool is_multiplexor = false;
    std::optional<std::uint64_t> value;
};

/// "M", "m3", "m3M"; nothing for any other word.
std::optional<Mark> parse_mark(std::string_view text) {
    Mark mark;
    if (!text.empty() && text.back() == 'M') {
        mark.is_multiplexor = true;
        text.remove_suffix(1);
    }
    if (text.empty()) return mark;
    if (text.front() != 'm') return std::nullopt;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    mark.value = value;
    return mark;
}

bool contain(const std::vector<ValueRange>& ranges, std::uint64_t value) {
    for (const ValueRange& range : ranges)
        if (value >= range.low && value <= range.high) return true;
    return false;
}

/// The signals that a SG_MUL_VAL_ statement is about: all of that name, unless there are several
/// (one in each group of a multiplexor) and the own mark of some lies in its ranges.
std::vector<std::size_t> meant_by(const MultiplexingStatement& statement, const Message& message,
                                  const std::vector<Mark>& marks) {
    std::vector<std::size_t> named;
    std::vector<std::size_t> marked;
    for (std::size_t index = 0; index < message.signals.size(); ++index) {
        if (message.signals[index].short_name != statement.object.name) continue;
        named.push_back(index);
        if (marks[index].value && contain(statement.ranges, *marks[index].value))
            marked.push_back(index);
    }
    return named.size() > 1 && !marked.empty() ? marked : named;
}

int index_of(const Message& message, std::string_view short_name) {
    for (std::size_t index = 0; index < message.signals.size(); ++index)
        if (message.signals[index].short_name == short_name) return static_cast<int>(index);
    return no_multiplexor;
}

/// The one signal that "m3" without further words refers to: the first multiplexor that is not
/// multiplexed itself, or else the only one there is ("m0M" with nothing above it).
int default_multiplexor(const std::vector<Mark>& marks) {
    int only = no_multiplexor;
    std::size_t multiplexors = 0;
    for (std::size_t index = 0; index < marks.size(); ++index) {
        if (!marks[index].is_multiplexor) continue;
        only = static_cast<int>(index);
        ++multiplexors;
        if (!marks[index].value) return only;
    }
    return multiplexors == 1 ? only : no_multiplexor;
}

/// Values are compared as bits. Editors write -1 for a signed multiplexor as it is in 32 bits:
/// m4294967295.
void take_as_bits(ValueRange& range, const Signal& multiplexor) {
    constexpr std::uint64_t word = 0xFFFF'FFFF;
    if (multiplexor.type != ValueType::signed_integer || multiplexor.length_bits >= 32) return;
    const std::uint64_t mask = word >> static_cast<unsigned>(32 - multiplexor.length_bits);
    const std::uint64_t sign = word & ~mask;
    if (range.high > word || (range.low & sign) != sign) return;
    range.low &= mask;
    range.high &= mask;
}

/// Does following the multiplexors from `first` lead back to it?
bool is_circular(const Message& message, std::size_t first) {
    int index = message.signals[first].multiplexor;
    for (std::size_t steps = 0; index != no_multiplexor; ++steps) {
        if (index == static_cast<int>(first) || steps > message.signals.size()) return true;
        index = message.signals[static_cast<std::size_t>(index)].multiplexor;
    }
    return false;
}

}  // namespace

void resolve_multiplexing(Message& message, const MessageStatement& statement,
                          const std::vector<const MultiplexingStatement*>& extended,
                          std::vector<std::string>& warnings, const std::string& file) {
    const auto warn = [&](Position position, const std::string& what) {
        warnings.push_back(DbcError::place(file, position) + what);
    };
    std::vector<Mark> marks;
    for (const SignalStatement& signal : statement.signals) {
        const std::optional<Mark> mark = parse_mark(signal.multiplexing);
        if (!mark && !signal.multiplexing.empty())
            throw DbcError(file, signal.signal.position,
                           "signal " + signal.signal.name + ": found '" + signal.multiplexing +
                               "'; expected ':' or a multiplexing mark M, m3 or m3M");
        marks.push_back(signal.multiplexing.empty() ? Mark{} : *mark);
    }
    const int fallback = default_multiplexor(marks);
    for (std::size_t index = 0; index < marks.size(); ++index) {
        Signal& signal = message.signals[index];
        signal.is_multiplexor = marks[index].is_multiplexor;
        if (!marks[index].value || fallback == no_multiplexor) continue;
        if (static_cast<int>(index) == fallback) continue;
        signal.multiplexor = fallback;
        signal.present_for.push_back({*marks[index].value, *marks[index].value});
    }
    for (const MultiplexingStatement* more : extended) {
        const std::vector<std::size_t> meant = meant_by(*more, message, marks);
        const int multiplexor = index_of(message, more->multiplexor);
        if (meant.empty() || multiplexor == no_multiplexor) {
            warn(more->object.position,
                 "SG_MUL_VAL_ names a signal that message " + message.name + " does not have");
            continue;
        }
        for (const std::size_t index : meant) {
            Signal& signal = message.signals[index];
            signal.multiplexor = multiplexor;
            // Of several in one range each keeps the value of its own mark.
            if (meant.size() == 1 || !marks[index].value)
                signal.present_for = more->ranges;
            else
                signal.present_for = {{*marks[index].value, *marks[index].value}};
        }
        message.signals[static_cast<std::size_t>(multiplexor)].is_multiplexor = true;
    }
    for (std::size_t index = 0; index < marks.size(); ++index) {
        Signal& signal = message.signals[index];
        for (ValueRange& range : signal.present_for)
            take_as_bits(range, message.signals[static_cast<std::size_t>(signal.multiplexor)]);
        if (marks[index].value && signal.multiplexor == no_multiplexor)
            warn(signal.position, "signal " + signal.name +
                                      " is multiplexed, but no other signal of its message is a "
                                      "multiplexor; taken as always present");
        if (is_circular(message, index))
            throw DbcError(file, signal.position,
                           "signal " + signal.name + " decides, in the end, about itself");
    }
}

}  // namespace ghostcar::can_bridge::dbc
