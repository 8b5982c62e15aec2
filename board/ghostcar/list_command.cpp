// SPDX-License-Identifier: Apache-2.0
#include <toml++/toml.h>
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <utility>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/overrides.h"
#include "board/ghostcar/race/championship.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/track/track_list.h"

namespace ghostcar::board {
namespace {

DataKind kind_from(const std::string& word) {
    if (word == "vehicles") return DataKind::vehicle;
    if (word == "tracks") return DataKind::track;
    if (word == "races") return DataKind::race;
    return word == "boards" ? DataKind::board : DataKind::session;
}

/// What the file says of itself: a session's title, a vehicle's name; a board speaks by its name.
std::string description(DataKind kind, const std::string& name) {
    const SourceText source = read_data(kind, name);
    const toml::table table = parse_toml(source.text, source.path);
    if (kind == DataKind::session) return table["session"]["title"].value_or("");
    if (kind == DataKind::race) return table["championship"]["name"].value_or("");
    return table["name"].value_or("");
}

/// Championships stand in the order of their priority, all else in that of the names.
std::vector<std::string> listed_names(DataKind kind) {
    std::vector<std::string> names = shipped_names(kind);
    if (kind != DataKind::race) return names;
    std::map<std::string, std::int64_t> priorities;
    for (const std::string& name : names) {
        const SourceText source = read_data(kind, name);
        priorities[name] =
            parse_toml(source.text, source.path)["championship"]["priority"].value_or(
                Championship::default_priority);
    }
    std::stable_sort(names.begin(), names.end(),
                     [&priorities](const std::string& a, const std::string& b) {
                         return priorities.at(a) < priorities.at(b);
                     });
    return names;
}

}  // namespace

int list_command(const std::string& kind_word, bool json, const std::string& svg_folder) {
    if (kind_word == "cycles") return list_cycles(json);
    if (kind_word == "controllers") return list_controllers(json);
    const DataKind kind = kind_from(kind_word);
    if (kind == DataKind::track) return list_tracks(json, svg_folder);
    if (!svg_folder.empty())
        throw UsageError("--svg draws tracks; write `ghostcar list tracks --svg DIR`");
    Json list = Json::array();
    for (const std::string& name : listed_names(kind)) {
        const std::string text = description(kind, name);
        list.push_back({{"name", name}, {"description", text}});
        if (!json)
            std::cout << name
                      << (text.empty() ? ""
                                       : std::string(name.size() < 24 ? 24 - name.size() : 1, ' '))
                      << text << "\n";
    }
    if (json) std::cout << list.dump(2) << "\n";
    return exit_passed;
}

}  // namespace ghostcar::board
