// SPDX-License-Identifier: Apache-2.0
// How a championship's words are said in a session file: the one place that knows the keys of the
// sessions' kinds.
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <filesystem>
#include <string>

#include "board/ghostcar/race/championship.h"
#include "model/config/table_reader.h"

namespace ghostcar::board {

/// Reads the keys of an [[event]] that stand for keys of its session (laps, damage …). Fails for
/// those a session of this kind does not have.
[[nodiscard]] Settings event_settings(model::TableReader& event, const toml::table& session);

/// A built-in controller of this name.
[[nodiscard]] Settings builtin_controller(const std::string& name);

/// The table [controller] of a session; relative paths in it count from `folder`.
[[nodiscard]] Settings controller_from(const toml::table& table,
                                       const std::filesystem::path& folder);

/// Puts the participant's vehicle and controller into a session of this kind.
[[nodiscard]] Settings participant_settings(const Participant& participant,
                                            const std::string& session_kind);

}  // namespace ghostcar::board
