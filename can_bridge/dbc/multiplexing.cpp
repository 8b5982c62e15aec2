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
        const int index = index_of(message, more->object.name);
        const int multiplexor = index_of(message, more->multiplexor);
        if (index == no_multiplexor || multiplexor == no_multiplexor) {
            warn(more->object.position,
                 "SG_MUL_VAL_ names a signal that message " + message.name + " does not have");
            continue;
        }
        Signal& signal = message.signals[static_cast<std::size_t>(index)];
        signal.multiplexor = multiplexor;
        signal.present_for = more->ranges;
        message.signals[static_cast<std::size_t>(multiplexor)].is_multiplexor = true;
    }
    for (std::size_t index = 0; index < marks.size(); ++index) {
        Signal& signal = message.signals[index];
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
