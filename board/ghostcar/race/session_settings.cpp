// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/session_settings.h"

#include <toml++/toml.h>
#include <optional>
#include <utility>

#include "board/ghostcar/controller/controller_config.h"
#include "board/ghostcar/race/toml_inline.h"
#include "model/driver/controller/builtin.h"

namespace ghostcar::board {
namespace {

using model::Range;

/// The participant's controller for the event's kind of session; none: the session's own.
std::optional<std::string> controller_for(const Participant& participant, const Event& event) {
    const auto& controllers = participant.controllers;
    const auto own = controllers.find(event.session_kind);
    const auto found = own != controllers.end() ? own : controllers.find("");
    return found == controllers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Settings event_settings(model::TableReader& event, const toml::table& session) {
    const std::string kind = session["session"]["kind"].value_or("");
    Settings settings;
    const auto set = [&](const char* key, const std::string& session_key, bool known, Range range) {
        if (!event.has(key)) return;
        if (!known) event.fail(key, "a session of kind \"" + kind + "\" has none", "remove it");
        settings.push_back(session_key + "=" + toml_number(event.number(key, range)));
    };
    const bool has_goal = kind == "cruise" || kind == "race";
    if (event.has("laps") && event.has("distance_m"))
        event.fail("distance_m", "laps are there already", "remove one of them");
    // The session has one of them: it makes way for the event's.
    for (const auto& [key, other] :
         {std::pair("laps", "distance_m"), std::pair("distance_m", "laps")})
        if (has_goal && event.has(key) && session[kind].as_table() != nullptr &&
            session[kind].as_table()->contains(other))
            settings.push_back(kind + "." + other + "=");
    set("laps", kind + ".laps", has_goal, Range::positive());
    set("distance_m", kind + ".distance_m", has_goal, Range::positive());
    set("largest_damage", "road.largest_damage", true, Range::positive());
    set("duration_s", "session.duration_s", true, Range::positive());
    return settings;
}

WrittenController controller_from(model::TableReader& reader, const toml::table& table,
                                  std::string_view key, const std::filesystem::path& folder) {
    const toml::node& node = *table.get(key);
    if (!node.is_table()) {
        const std::string name = reader.text(key);
        if (model::find_builtin(name) == nullptr)
            reader.fail(key, "there is no built-in controller " + toml_quoted(name),
                        "`ghostcar list controllers` shows all; a library is written as "
                        "{ library = \"mine.so\" }");
        return {"{builtin = " + toml_quoted(name) + "}", name};
    }
    model::TableReader controller = reader.table(key);
    const ControllerConfig config = ControllerConfig::from_toml(controller);
    if (config.kind == ControllerKind::keyboard)
        reader.fail(key, "found a keyboard",
                    "nobody can drive a championship by hand: name a "
                    "library or a built-in controller");
    toml::table written = *node.as_table();
    if (!config.library.empty())
        written.insert_or_assign(
            "library",
            std::filesystem::absolute(folder / config.library).lexically_normal().string());
    std::string words = controller_word(config.kind);
    if (config.builtin != nullptr) words = config.builtin->name;
    if (!config.library.empty()) words = config.library;
    return {toml_inline(written), words};
}

Settings room_for_controller(const toml::table& session) {
    return session.contains("controller") ? Settings{"controller="} : Settings{};
}

Settings grid_settings(const std::vector<Participant>& participants,
                       const std::vector<std::size_t>& order, const Event& event) {
    std::string cars;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::string side =
            toml_number(place % 2 == 0 ? event.grid.side_offset_m : -event.grid.side_offset_m);
        const Participant& participant = participants[order[place]];
        const std::optional<std::string> controller = controller_for(participant, event);
        cars +=
            (cars.empty() ? "" : ", ") + std::string("{vehicle = ") +
            toml_quoted(participant.vehicle_file) + ", along_m = " +
            toml_number(event.grid.row_spacing_m * static_cast<double>(order.size() - 1 - place)) +
            ", offset_m = " + side + ", speed_kph = 0, " +
            (controller ? "controller = " + *controller
                        : "driver = \"line-follower\", target_offset_m = " + side) +
            "}";
    }
    return {"car=[" + cars + "]"};
}

Settings participant_settings(const Participant& participant, const Event& event) {
    Settings settings;
    if (!participant.vehicle_file.empty())
        settings.push_back("car.0.vehicle=" + toml_quoted(participant.vehicle_file));
    if (const std::optional<std::string> controller = controller_for(participant, event)) {
        settings.insert(settings.end(), event.controller_room.begin(), event.controller_room.end());
        settings.push_back("controller=" + *controller);
    }
    return settings;
}

}  // namespace ghostcar::board
