// SPDX-License-Identifier: Apache-2.0
// The folder a run leaves behind.
#pragma once

#include <filesystem>
#include <string>

namespace ghostcar::board {

/// Creates `out`, or runs/<time>-<session>[-N] when `out` is empty. Throws UsageError when the
/// folder already holds a run, std::runtime_error when it cannot be made.
[[nodiscard]] std::filesystem::path make_run_folder(const std::string& out,
                                                    const std::string& session);

/// Writes a file whole or not at all: a temporary beside it, then rename(2). Throws
/// std::runtime_error with the reason.
void write_file(const std::filesystem::path& path, const std::string& content);

/// What was written there outlasts a power cut from now on (syncfs(2)).
void sync_folder(const std::filesystem::path& folder) noexcept;

/// "2026-01-01T12:00:00Z"
[[nodiscard]] std::string utc_text();

}  // namespace ghostcar::board
