// SPDX-License-Identifier: Apache-2.0
// A championship as its file describes it: who takes part, in which events, by which rules. Reading
// it opens and checks what it names, and writes nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/ghostcar/data_files.h"

namespace ghostcar::board {

/// Settings of a session, as `ghostcar run --set` takes them.
using Settings = std::vector<std::string>;

struct Participant {
    std::string name;
    std::string vehicle;       // as the file writes it; "": each session's own
    std::string vehicle_file;  // as a run finds it from anywhere
    /// As the file writes it, for people. "": each session's own.
    std::string controller;
    /// The table [controller], inline, by the session's kind; "" is for every kind that is not
    /// named.
    std::map<std::string, std::string> controllers;
};

enum class EventKind { qualifying, race, practice };
enum class StartingOrder { drivers, last_results, reversed };

/// Where the cars of a race begin: one a row, left and right of the middle in turn.
struct StartingGrid {
    double row_spacing_m = 12.0;
    double side_offset_m = 1.5;
};

struct Event {
    std::string name;
    EventKind kind = EventKind::qualifying;
    StartingOrder order = StartingOrder::drivers;
    std::string session;       // as the file writes it
    std::string session_file;  // as a run finds it from anywhere
    std::string session_kind;
    Settings settings;
    Settings controller_room;  // what must go before a participant's controller can come
    std::uint64_t seed = 1;
    std::int64_t restarts = 0;    // how often a participant who failed may start again
    double time_limit_s = 600.0;  // of the wall clock, for one run
    StartingGrid grid;            // of a race
    /// Of a race: who cannot stand on the grid, by the place in the participants' list, and why.
    /// One broken car must not keep the others from starting.
    std::map<std::size_t, std::string> unfit;
};

struct Championship {
    /// Where it stands among others, the smallest first.
    static constexpr std::int64_t default_priority = 100;

    std::string name;
    std::string description;
    std::int64_t priority = default_priority;
    std::vector<std::int64_t> points;  // of the first, second, …; nobody else gets any
    std::vector<Participant> participants;
    std::vector<Event> events;

    /// Throws ConfigError or UsageError.
    static Championship from_source(const SourceText& source);
};

[[nodiscard]] std::string_view event_kind_word(EventKind kind) noexcept;
[[nodiscard]] std::string_view starting_order_word(StartingOrder order) noexcept;

}  // namespace ghostcar::board
