// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report_files.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/report/report.h"
#include "board/ghostcar/run_folder.h"
#include "hmi_link/recording_reader.h"

#include <iostream>

namespace ghostcar::board {
namespace {

nlohmann::json read_json(const std::filesystem::path& path) {
    try {
        return nlohmann::json::parse(read_text(path).text);
    } catch (const nlohmann::json::exception& error) {
        throw UsageError(path.string() + ": is not JSON (" + error.what() +
                         "); run the session again");
    }
}

std::vector<rt_core::State> recorded_states(const std::filesystem::path& recording) {
    std::vector<rt_core::State> states;
    if (!std::filesystem::exists(recording)) return states;
    hmi_link::RecordingReader reader(recording.string());
    for (auto item = reader.next(); item != hmi_link::RecordingReader::Item::end;
         item = reader.next())
        if (item == hmi_link::RecordingReader::Item::state) states.push_back(reader.state());
    return states;
}

}  // namespace

void write_report(const std::filesystem::path& folder) {
    write_file(folder / "report.html",
               report_html(read_json(folder / "result.json"), read_json(folder / "timing.json"),
                           recorded_states(folder / "run.mcap")));
}

int report_command(const std::string& run) {
    write_report(run);
    std::cout << (std::filesystem::path(run) / "report.html").string() << "\n";
    return exit_passed;
}

}  // namespace ghostcar::board
