// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ghostcar::board {

/// `ghostcar list tracks`: the shipped tracks with their figures; with a folder also a picture of
/// each. Returns the exit code.
int list_tracks(bool json, const std::string& svg_folder);

}  // namespace ghostcar::board
