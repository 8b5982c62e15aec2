// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace ghostcar::board {

/// Writes report.html of a run's folder from its result.json, timing.json and recording. Throws
/// UsageError when the folder holds no result.
void write_report(const std::filesystem::path& folder);

}  // namespace ghostcar::board
