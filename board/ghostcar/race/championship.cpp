// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/championship.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/overrides.h"
#include "board/ghostcar/race/session_settings.h"
#include "board/ghostcar/race/toml_inline.h"
#include "model/config/file_format.h"
#include "model/config/table_reader.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;
using model::Range;
using model::TableReader;

constexpr std::size_t most_participants = 200;
constexpr std::size_t most_events = 200;
constexpr std::int64_t most_points = 1'000'000;

constexpr std::array<std::pair<std::string_view, EventKind>, 3> event_kinds{
    {{"qualifying", EventKind::qualifying},
     {"race", EventKind::race},
     {"practice", EventKind::practice}}};
constexpr std::array<std::pair<std::string_view, StartingOrder>, 3> starting_orders{
    {{"drivers", StartingOrder::drivers},
     {"last-results", StartingOrder::last_results},
     {"reversed", StartingOrder::reversed}}};

/// Without a score nobody has a place.
constexpr std::array<std::string_view, 4> scored_kinds{"cruise", "follow", "park", "race"};
constexpr const char* scored_words = "\"cruise\", \"follow\", \"park\" or \"race\"";

bool is_scored(std::string_view session_kind) {
    return std::find(scored_kinds.begin(), scored_kinds.end(), session_kind) != scored_kinds.end();
}

/// Names stand in tables, files and on terminals: no control characters, and nothing a spreadsheet
/// would take for a formula.
std::string name_from(TableReader& reader, std::string_view key, std::size_t longest) {
    std::string name = reader.text(key);
    const bool shows = std::all_of(name.begin(), name.end(), [](char letter) {
        return static_cast<unsigned char>(letter) >= 0x20 && letter != 0x7f;
    });
    if (name.empty() || name.size() > longest || !shows ||
        std::string_view("=+-@ ").find(name.front()) != std::string_view::npos)
        reader.fail(key, "found " + toml_quoted(name),
                    "write 1 to " + std::to_string(longest) +
                        " letters that do not begin with a space, =, +, - or @");
    return name;
}

std::vector<std::int64_t> points_from(TableReader& reader) {
    if (!reader.has("points")) return {25, 18, 15, 12, 10, 8, 6, 4, 2, 1};
    std::vector<std::int64_t> points;
    for (const double number :
         reader.numbers("points", Range::between(0.0, static_cast<double>(most_points)))) {
        points.push_back(static_cast<std::int64_t>(number));
        if (static_cast<double>(points.back()) != number)
            reader.fail("points", "found a fraction", "write whole numbers");
        if (points.size() > 1 && points.back() > points[points.size() - 2])
            reader.fail("points", "found more points for a later place",
                        "write them from the first place down");
    }
    return points;
}

/// A file beside the championship's, or the name of something shipped. Throws for neither.
std::string found_from(TableReader& reader, std::string_view key, const fs::path& folder,
                       DataKind kind, const std::string& name) {
    const fs::path beside = folder / name;
    std::string found =
        beside.extension() == ".toml" && fs::exists(beside) ? fs::absolute(beside).string() : name;
    try {
        [[maybe_unused]] const SourceText source = read_data(kind, found);
    } catch (const UsageError& error) {
        reader.fail(key, "cannot be used", error.what());
    }
    return found;
}

Participant participant_from(TableReader reader, const toml::table& table, const fs::path& folder) {
    Participant participant;
    participant.name = name_from(reader, "name", 40);
    participant.vehicle = reader.text_or("vehicle", "");
    if (!participant.vehicle.empty())
        participant.vehicle_file =
            found_from(reader, "vehicle", folder, DataKind::vehicle, participant.vehicle);
    if (table.contains("controller")) {
        WrittenController controller = controller_from(reader, table, "controller", folder);
        participant.controllers[""] = std::move(controller.table);
        participant.controller = std::move(controller.words);
    }
    if (std::optional<TableReader> kinds = reader.table_if("controller_for")) {
        const toml::table& by_kind = *table["controller_for"].as_table();
        for (const auto& [kind, node] : by_kind) {
            WrittenController controller = controller_from(*kinds, by_kind, kind.str(), folder);
            participant.controllers[std::string(kind.str())] = std::move(controller.table);
            participant.controller += (participant.controller.empty() ? "" : ", ") +
                                      std::string(kind.str()) + ": " + controller.words;
        }
    }
    reader.finish();
    return participant;
}

StartingGrid grid_from(TableReader grid) {
    StartingGrid result;
    result.row_spacing_m =
        grid.number_or("row_spacing_m", result.row_spacing_m, Range::between(3.0, 100.0));
    result.side_offset_m =
        grid.number_or("side_offset_m", result.side_offset_m, Range::between(0.0, 20.0));
    grid.finish();
    return result;
}

/// Reads the session with the event's settings, so that a mistake shows before anybody has started.
void require_session(TableReader& reader, const Event& event) {
    try {
        [[maybe_unused]] const Configuration configuration =
            configure(read_source(event.session_file, "desk", event.settings, event.seed));
    } catch (const model::ConfigError& error) {
        reader.fail("session", "\"" + event.session + "\" cannot be driven so", error.what());
    } catch (const UsageError& error) {
        reader.fail("session", "\"" + event.session + "\" cannot be driven so", error.what());
    }
}

Event event_from(TableReader reader, const toml::table& table, const fs::path& folder) {
    Event event;
    event.session = reader.text("session");
    event.session_file = found_from(reader, "session", folder, DataKind::session, event.session);
    event.name = reader.has("name") ? name_from(reader, "name", 60) : event.session;
    event.kind = reader.choice("kind", event_kinds);
    if (reader.has("order")) event.order = reader.choice("order", starting_orders);
    event.seed = static_cast<std::uint64_t>(
        reader.integer_or("seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
    event.restarts = reader.integer_or("restarts", 0, 0, 10);
    if (event.restarts > 0 && event.kind == EventKind::race)
        reader.fail("restarts", "found some for a race", "remove it: nobody starts alone there");
    if (std::optional<TableReader> grid = reader.table_if("grid")) {
        if (event.kind != EventKind::race)
            reader.fail("grid", "found one, but everybody starts alone", "remove it");
        event.grid = grid_from(*grid);
    }
    event.time_limit_s = reader.number_or("time_limit_s", 600.0, Range::between(1.0, 86'400.0));
    const SourceText session = read_data(DataKind::session, event.session_file);
    const toml::table session_table = parse_toml(session.text, session.path);
    TableReader session_reader = TableReader(session_table).table("session");
    model::require_known_format(session_reader);
    event.session_kind = session_table["session"]["kind"].value_or("");
    if (!is_scored(event.session_kind))
        reader.fail("session", "a session of kind \"" + event.session_kind + "\" has no score",
                    std::string("name one of kind ") + scored_words);
    event.settings = event_settings(reader, session_table);
    if (reader.has("track"))
        event.settings.push_back("session.track=" +
                                 toml_quoted(found_from(reader, "track", folder, DataKind::track,
                                                        reader.text("track"))));
    event.controller_room = room_for_controller(session_table);
    if (const std::optional<TableReader> set = reader.table_if("set"))
        for (std::string& setting : settings_from(*table["set"].as_table()))
            event.settings.push_back(std::move(setting));
    if (event.kind == EventKind::race && event.session_kind != "race")
        reader.fail("kind", "a session of kind \"" + event.session_kind + "\" is for one at a time",
                    "write \"qualifying\" or \"practice\", or name a session of kind \"race\"");
    if (event.kind != EventKind::race && event.session_kind == "race")
        reader.fail("kind", "a session of kind \"race\" is for all together",
                    "write \"race\", or name another session");
    require_session(reader, event);
    reader.finish();
    return event;
}

/// On a starting grid every car is a participant's own.
void require_cars(TableReader& root, const Championship& championship) {
    constexpr std::size_t most_on_a_grid = 40;
    for (const Event& event : championship.events) {
        if (event.kind != EventKind::race) continue;
        if (championship.participants.size() > most_on_a_grid)
            root.fail("participant", "a race has room for " + std::to_string(most_on_a_grid),
                      "make \"" + event.name + "\" a qualifying");
        for (const Participant& participant : championship.participants)
            if (participant.vehicle_file.empty())
                root.fail("participant",
                          "\"" + participant.name + "\" has no vehicle for the race \"" +
                              event.name + "\"",
                          "write one, e.g. vehicle = \"focus-2.0-mt\"");
    }
}

/// All who can stand on the grid alone need room there together.
void require_room(const TableReader& root, const Championship& championship, const Event& event) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < championship.participants.size(); ++i)
        if (!event.unfit.contains(i)) order.push_back(i);
    if (order.empty()) return;
    Settings settings = event.settings;
    for (std::string& setting : grid_settings(championship.participants, order, event))
        settings.push_back(std::move(setting));
    try {
        [[maybe_unused]] const Configuration configuration =
            configure(read_source(event.session_file, "desk", std::move(settings), event.seed));
    } catch (const model::ConfigError& error) {
        root.fail("event", "the grid of \"" + event.name + "\" has no room for all", error.what());
    }
}

/// Tries everybody alone on the grid, then all.
void find_unfit(const TableReader& root, Championship& championship) {
    for (Event& event : championship.events) {
        if (event.kind != EventKind::race) continue;
        for (std::size_t i = 0; i < championship.participants.size(); ++i) {
            Settings settings = event.settings;
            for (std::string& setting : grid_settings(championship.participants, {i}, event))
                settings.push_back(std::move(setting));
            try {
                [[maybe_unused]] const Configuration configuration = configure(
                    read_source(event.session_file, "desk", std::move(settings), event.seed));
            } catch (const model::ConfigError& error) {
                event.unfit[i] = error.what();
            } catch (const UsageError& error) {
                event.unfit[i] = error.what();
            }
        }
        require_room(root, championship, event);
    }
}

template <typename Item>
void require_unique_names(TableReader& root, std::string_view key, const std::vector<Item>& items) {
    std::set<std::string> names;
    for (const Item& item : items)
        if (!names.insert(item.name).second)
            root.fail(key, "\"" + item.name + "\" is there twice", "give each a name of its own");
}

/// Whoever strikes an event off leaves the participants as they are: every kind with a score is a
/// good one. Another is a slip of the pen.
void require_known_kinds(TableReader participant, const toml::table& table) {
    const toml::table* by_kind = table["controller_for"].as_table();
    if (by_kind == nullptr) return;
    const TableReader reader = participant.table("controller_for");
    for (const auto& [kind, node] : *by_kind)
        if (!is_scored(kind.str()))
            reader.fail(kind.str(), "no session with a score is of this kind",
                        std::string("write ") + scored_words);
}

}  // namespace

Championship Championship::from_source(const SourceText& source) {
    const toml::table table = parse_toml(source.text, source.path);
    const fs::path folder = fs::path(source.path).parent_path();
    TableReader root(table);
    TableReader header = root.table("championship");
    model::require_known_format(header);
    Championship result;
    result.name = name_from(header, "name", 80);
    result.description = header.text_or("description", "");
    result.priority = header.integer_or("priority", default_priority, 0, 1'000'000);
    result.points = points_from(header);
    header.finish();

    const auto limit = [&root](std::string_view key, std::size_t count, std::size_t most) {
        if (count > most)
            root.fail(key, "found " + std::to_string(count),
                      "write at most " + std::to_string(most));
    };
    const std::vector<TableReader> participants = root.tables("participant");
    limit("participant", participants.size(), most_participants);
    for (std::size_t i = 0; i < participants.size(); ++i)
        result.participants.push_back(participant_from(
            participants[i], *table["participant"].as_array()->get(i)->as_table(), folder));
    const std::vector<TableReader> events = root.tables("event");
    limit("event", events.size(), most_events);
    for (std::size_t i = 0; i < events.size(); ++i)
        result.events.push_back(
            event_from(events[i], *table["event"].as_array()->get(i)->as_table(), folder));
    root.finish();
    for (std::size_t i = 0; i < participants.size(); ++i)
        require_known_kinds(participants[i], *table["participant"].as_array()->get(i)->as_table());
    require_unique_names(root, "participant", result.participants);
    require_unique_names(root, "event", result.events);
    require_cars(root, result);
    find_unfit(root, result);
    return result;
}

std::string_view event_kind_word(EventKind kind) noexcept {
    return event_kinds[static_cast<std::size_t>(kind)].first;
}

std::string_view starting_order_word(StartingOrder order) noexcept {
    return starting_orders[static_cast<std::size_t>(order)].first;
}

}  // namespace ghostcar::board
