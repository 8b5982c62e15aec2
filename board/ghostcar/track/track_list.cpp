// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/track_list.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/track/track_facts.h"
#include "board/ghostcar/track/track_picture.h"

namespace ghostcar::board {
namespace fs = std::filesystem;
namespace {

void write_picture(const fs::path& path, const model::Track& track) {
    std::ofstream file(path, std::ios::binary);
    file << track_picture(track);
    file.close();
    if (!file) throw std::runtime_error(path.string() + ": cannot be written; check the folder");
}

Json json_of(const std::string& name, const model::Track& track, const TrackFacts& facts) {
    Json row = {{"name", name},
                {"description", track.description()},
                {"title", track.name()},
                {"closed", track.closed()},
                {"length_m", facts.length_m},
                {"smallest_radius_m", nullptr},
                {"steepest_grade_pct", 100.0 * facts.steepest_grade},
                {"lots", track.lots().size()}};
    if (std::isfinite(facts.smallest_radius_m)) row["smallest_radius_m"] = facts.smallest_radius_m;
    return row;
}

void print_heading() {
    std::cout << std::left << std::setw(16) << "name" << std::right << std::setw(10) << "length"
              << std::setw(16) << "smallest radius" << std::setw(16) << "steepest grade"
              << "  description\n";
}

void print_row(const std::string& name, const model::Track& track, const TrackFacts& facts) {
    std::cout << std::fixed << std::left << std::setw(16) << name << std::right
              << std::setprecision(0) << std::setw(8) << facts.length_m << " m";
    if (std::isfinite(facts.smallest_radius_m))
        std::cout << std::setprecision(1) << std::setw(14) << facts.smallest_radius_m << " m";
    else
        std::cout << std::setw(16) << "straight";
    std::cout << std::setprecision(1) << std::setw(14) << 100.0 * facts.steepest_grade << " %  "
              << track.description() << "\n";
}

}  // namespace

int list_tracks(bool json, const std::string& svg_folder) {
    // All are read before anything is printed: a bad file is one line and nothing else.
    std::vector<std::pair<std::string, model::Track>> tracks;
    for (const std::string& name : shipped_names(DataKind::track))
        tracks.emplace_back(name, load_track(name));

    if (!svg_folder.empty()) fs::create_directories(svg_folder);
    Json list = Json::array();
    if (!json) print_heading();
    for (const auto& [name, track] : tracks) {
        const TrackFacts facts = facts_of(track);
        list.push_back(json_of(name, track, facts));
        if (!json) print_row(name, track, facts);
        if (!svg_folder.empty())
            write_picture(fs::path(svg_folder) / ("track-" + name + ".svg"), track);
    }
    if (json) std::cout << list.dump(2) << "\n";
    return exit_passed;
}

}  // namespace ghostcar::board
