// SPDX-License-Identifier: Apache-2.0
// Finds and reads the files a user names: a path, or the name of something that is shipped.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::board {

/// Wrong use or a bad file: one line, exit code 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file's text and the path it came from, for messages.
struct SourceText {
    std::string path;
    std::string text;
};

/// What can be named: the folder below share/ghostcar and the file a name stands for.
enum class DataKind { session, vehicle, track, cycle, learned, board, race, dbc, mapping };

/// Reads `name`: as a path, in $GHOSTCAR_DATA, then in <program>/../share/ghostcar. Throws
/// UsageError with the nearest shipped name when there is no such thing.
[[nodiscard]] SourceText read_data(DataKind kind, const std::string& name);

/// The file behind a name or path; empty when there is none.
[[nodiscard]] std::filesystem::path find_data(DataKind kind, const std::string& name);

/// All shipped names of a kind, sorted. Throws UsageError when the data folder is missing.
[[nodiscard]] std::vector<std::string> shipped_names(DataKind kind);

/// Reads a whole regular file of a kind. Throws UsageError.
[[nodiscard]] SourceText read_text(const std::filesystem::path& path,
                                   DataKind kind = DataKind::session);

/// A file of share/ghostcar/templates/<folder>. Throws UsageError.
[[nodiscard]] SourceText read_template(const std::string& folder, const std::string& file);

}  // namespace ghostcar::board
