// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "board/ghostcar/report/cycle_trace.h"
#include "hmi_link/recording_reader.h"

namespace ghostcar::board {

/// Opens a recording. Throws UsageError when it is none.
[[nodiscard]] hmi_link::RecordingReader open_recording(const std::filesystem::path& path);

/// Writes report.html of a run's folder from its result.json, timing.json and recording. A run
/// that was killed has left only its recording: the page then says so. Throws UsageError when the
/// folder holds no run.
/// `known_trace`: what trace.csv holds, for who has it at hand.
void write_report(const std::filesystem::path& folder,
                  std::optional<CycleTrace> known_trace = std::nullopt);

}  // namespace ghostcar::board
