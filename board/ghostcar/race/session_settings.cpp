// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/session_settings.h"

#include <toml++/toml.h>
#include <utility>

#include "board/ghostcar/race/toml_inline.h"

namespace ghostcar::board {
namespace {

using model::Range;

bool has_cars(const std::string& session_kind) {
    return session_kind != "bench";
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
    set("largest_damage", "road.largest_damage", has_cars(kind), Range::positive());
    set("duration_s", "session.duration_s", true, Range::positive());
    return settings;
}

Settings builtin_controller(const std::string& name) {
    return {"car.0.driver=" + toml_quoted(name)};
}

Settings controller_from(const toml::table& table, const std::filesystem::path& /*folder*/) {
    return {"controller=" + toml_inline(table)};
}

Settings participant_settings(const Participant& participant, const std::string& session_kind) {
    Settings settings;
    if (!participant.vehicle_file.empty())
        settings.push_back((has_cars(session_kind) ? "car.0.vehicle=" : "session.vehicle=") +
                           toml_quoted(participant.vehicle_file));
    const auto& controllers = participant.controller_settings;
    const auto own = controllers.find(session_kind);
    const auto found = own != controllers.end() ? own : controllers.find("");
    if (found != controllers.end())
        settings.insert(settings.end(), found->second.begin(), found->second.end());
    return settings;
}

}  // namespace ghostcar::board
