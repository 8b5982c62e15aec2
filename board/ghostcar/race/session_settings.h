// SPDX-License-Identifier: Apache-2.0
// How a championship's words are said in a session file: the one place that knows the keys of the
// sessions' kinds.
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <filesystem>
#include <string>
#include <string_view>

#include "board/ghostcar/race/championship.h"
#include "model/config/table_reader.h"

namespace ghostcar::board {

/// Reads the keys of an [[event]] that stand for keys of its session (laps, damage …). Fails for
/// those a session of this kind does not have.
[[nodiscard]] Settings event_settings(model::TableReader& event, const toml::table& session);

/// Who drives, as a participant writes it: the name of a built-in controller, or the table
/// [controller] of a session, whose paths count from `folder`. Fails for what no run could use;
/// whether a library can be loaded shows when it drives.
struct WrittenController {
    std::string table;  // inline
    std::string words;  // for people
};
[[nodiscard]] WrittenController controller_from(model::TableReader& reader,
                                                const toml::table& table, std::string_view key,
                                                const std::filesystem::path& folder);

/// What must be set before a participant's controller can stand in this session.
[[nodiscard]] Settings room_for_controller(const toml::table& session);

/// The starting grid of a race: every participant's car behind the one before, from the first of
/// `order` on, left and right of the middle in turn. The road's line follower drives the car of
/// who has no controller.
[[nodiscard]] Settings grid_settings(const std::vector<Participant>& participants,
                                     const std::vector<std::size_t>& order, const Event& event);

/// Puts the participant's vehicle and controller into the event's session.
[[nodiscard]] Settings participant_settings(const Participant& participant, const Event& event);

}  // namespace ghostcar::board
