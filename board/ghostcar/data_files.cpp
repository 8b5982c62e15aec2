// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/data_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "model/config/nearest.h"

namespace ghostcar::board {
namespace fs = std::filesystem;
namespace {

/// In MiB. A vehicle file has some 10 KiB; a million rows of a trace have some 20 MiB, and so has
/// the DBC file of a whole fleet.
std::uintmax_t largest_mib(DataKind kind) {
    return kind == DataKind::cycle || kind == DataKind::dbc ? 512 : 16;
}

struct KindWords {
    const char* folder;
    const char* word;
    const char* list;    // for `ghostcar list`
    const char* format;  // for messages …
    const char* ending;  // … and of the file
};

KindWords words(DataKind kind) {
    switch (kind) {
        case DataKind::session:
            return {"sessions", "session", "experiments", "TOML", ".toml"};
        case DataKind::vehicle:
            return {"vehicles", "vehicle", "vehicles", "TOML", ".toml"};
        case DataKind::track:
            return {"tracks", "track", "tracks", "TOML", ".toml"};
        case DataKind::cycle:
            return {"cycles", "cycle", "cycles", "CSV", ".csv"};
        case DataKind::race:
            return {"races", "race", "races", "TOML", ".toml"};
        case DataKind::learned:
            return {"learned", "learned car", "vehicles", "TOML", ".toml"};
        case DataKind::dbc:
            return {"dbc", "DBC file", "dbc", "DBC", ".dbc"};
        case DataKind::mapping:
            return {"dbc", "CAN mapping", "mappings", "TOML", ".toml"};
        case DataKind::board:
            break;
    }
    return {"boards", "board", "boards", "TOML", ".toml"};
}

/// $GHOSTCAR_DATA first, then what is installed (or linked by the build) beside the program.
std::vector<fs::path> data_roots() {
    std::vector<fs::path> roots;
    if (const char* own = std::getenv("GHOSTCAR_DATA"); own != nullptr && *own != '\0')
        roots.emplace_back(own);
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    if (!ignored) roots.push_back(program.parent_path().parent_path() / "share" / "ghostcar");
    return roots;
}

/// A board is a folder with a board.toml; everything else is a file of its own.
fs::path file_of(DataKind kind, const fs::path& folder, const std::string& name) {
    return kind == DataKind::board ? folder / name / "board.toml"
                                   : folder / (name + words(kind).ending);
}

std::string nothing_shipped(DataKind kind) {
    std::string searched;
    for (const fs::path& root : data_roots())
        searched += (searched.empty() ? "" : " and ") + (root / words(kind).folder).string();
    return "no " + std::string(words(kind).word) + " is found in " + searched +
           "; set GHOSTCAR_DATA to the folder that holds \"" + words(kind).folder + "\"";
}

bool looks_like_path(DataKind kind, const std::string& name) {
    return name.find('/') != std::string::npos || fs::path(name).extension() == words(kind).ending;
}

}  // namespace

SourceText read_text(const fs::path& path, DataKind kind) {
    const std::string format = words(kind).format;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw UsageError(path.string() + ": no such file; check the spelling");
    if (fs::is_directory(status))
        throw UsageError(path.string() + ": is a directory; name the " + format + " file in it");
    if (!fs::is_regular_file(status))
        throw UsageError(path.string() + ": is not a regular file; name a " + format + " file");
    if (fs::file_size(path, error) > largest_mib(kind) << 20U)
        throw UsageError(path.string() + ": is larger than " + std::to_string(largest_mib(kind)) +
                         " MiB; is it the right file?");
    std::ifstream file(path, std::ios::binary);
    SourceText source{path.string(), std::string(std::istreambuf_iterator<char>(file), {})};
    if (!file.is_open() || file.bad())
        throw UsageError(path.string() + ": cannot be read (" + std::strerror(errno) +
                         "); check its permissions");
    return source;
}

fs::path find_data(DataKind kind, const std::string& name) {
    if (looks_like_path(kind, name)) {
        const fs::path path(name);
        return kind == DataKind::board && fs::is_directory(path) ? path / "board.toml" : path;
    }
    for (const fs::path& root : data_roots()) {
        fs::path file = file_of(kind, root / words(kind).folder, name);
        std::error_code ignored;
        if (fs::exists(file, ignored)) return file;
    }
    return {};
}

SourceText read_data(DataKind kind, const std::string& name) {
    const fs::path path = find_data(kind, name);
    if (!path.empty()) return read_text(path, kind);
    const KindWords word = words(kind);
    if (fs::exists(name))
        throw UsageError(name + ": is not a " + word.format + " file; name a file that ends in " +
                         word.ending);
    const std::string similar = model::nearest(name, shipped_names(kind));
    throw UsageError("there is no " + std::string(word.word) + " \"" + name + "\"; " +
                     (similar.empty() ? "" : "did you mean \"" + similar + "\"? ") +
                     "`ghostcar list " + word.list + "` shows all");
}

std::vector<std::string> shipped_names(DataKind kind) {
    std::vector<std::string> names;
    for (const fs::path& root : data_roots()) {
        std::error_code ignored;
        for (const fs::directory_entry& entry :
             fs::directory_iterator(root / words(kind).folder, ignored)) {
            const std::string name = kind == DataKind::board ? entry.path().filename().string()
                                                             : entry.path().stem().string();
            if (fs::exists(file_of(kind, root / words(kind).folder, name), ignored))
                names.push_back(name);
        }
    }
    if (names.empty()) throw UsageError(nothing_shipped(kind));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

SourceText read_template(const std::string& folder, const std::string& file) {
    for (const fs::path& root : data_roots())
        if (const fs::path path = root / "templates" / folder / file; fs::exists(path))
            return read_text(path);
    throw UsageError("the template " + folder + "/" + file +
                     " is not found beside the program; install ghostcar again");
}

}  // namespace ghostcar::board
