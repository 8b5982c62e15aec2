// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report_files.h"

#include <toml++/toml.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/overrides.h"
#include "board/ghostcar/report/compare.h"
#include "board/ghostcar/report/report.h"
#include "board/ghostcar/report/thinned.h"
#include "board/ghostcar/run_folder.h"

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

/// What can be said of a run that never came to write its result.
nlohmann::json result_of_killed(const std::filesystem::path& recording) {
    return {{"session", open_recording(recording).header().session_name},
            {"outcome", "invalid"},
            {"verdict", "none"},
            {"message", "the run was killed; this page shows what was recorded until then"}};
}

constexpr std::size_t largest_plotted = 20'000;  // States, or places of cars

struct Recorded {
    std::vector<rt_core::State> states;
    std::optional<TrackDrive> track_drive;
};

Recorded recorded(const std::filesystem::path& recording) {
    Recorded result;
    if (!std::filesystem::exists(recording)) return result;
    hmi_link::RecordingReader reader = open_recording(recording);
    Thinned<rt_core::State> states(
        largest_plotted, [](const rt_core::State& state) { return std::int64_t{state.tick}; });
    Thinned<v1::RoadCar> cars(largest_plotted,
                              [](const v1::RoadCar& car) { return std::int64_t{car.tick()}; });
    for (auto item = reader.next(); item != hmi_link::RecordingReader::Item::end;
         item = reader.next()) {
        if (item == hmi_link::RecordingReader::Item::state) states.add(reader.state());
        if (item == hmi_link::RecordingReader::Item::car) cars.add(reader.car());
    }
    result.states = states.take();
    const RunSource source = source_from(reader.header());
    if (!source.track.text.empty()) {
        const toml::table table = parse_toml(source.track.text, source.track.path);
        model::TableReader track(table);
        result.track_drive = TrackDrive{model::Track::from_toml(track), cars.take()};
    }
    return result;
}

/// The trace that a drive along a cycle leaves; nothing of any other run.
std::optional<CycleTrace> cycle_trace_in(const std::filesystem::path& folder) {
    const std::filesystem::path trace = folder / "trace.csv";
    if (!std::filesystem::exists(trace)) return std::nullopt;
    return read_cycle_trace(read_text(trace, DataKind::cycle).text, trace.string());
}

ComparedRun compared(const std::filesystem::path& folder) {
    // "runs/a/" and "runs/a" are both called "a".
    ComparedRun run{(folder / "").parent_path().filename().string(),
                    read_json(folder / "result.json"),
                    {},
                    false};
    if (std::optional<CycleTrace> trace = cycle_trace_in(folder)) {
        run.trace = std::move(*trace);
        run.has_target = true;
    } else {
        run.trace = trace_of(recorded(folder / "run.mcap").states);
    }
    return run;
}

}  // namespace

hmi_link::RecordingReader open_recording(const std::filesystem::path& path) {
    if (!std::filesystem::is_regular_file(path))
        throw UsageError(path.string() + ": is not a file; name the folder of a run");
    try {
        return hmi_link::RecordingReader(path.string());
    } catch (const std::runtime_error& error) {
        throw UsageError(error.what());
    }
}

void write_report(const std::filesystem::path& folder, std::optional<CycleTrace> known_trace) {
    const std::filesystem::path recording = folder / "run.mcap";
    const bool killed =
        !std::filesystem::exists(folder / "result.json") && std::filesystem::exists(recording);
    const nlohmann::json result =
        killed ? result_of_killed(recording) : read_json(folder / "result.json");
    const nlohmann::json timing =
        killed ? nlohmann::json::object() : read_json(folder / "timing.json");
    const std::optional<CycleTrace> cycle_trace =
        known_trace ? std::move(known_trace) : cycle_trace_in(folder);
    const Recorded drive = cycle_trace ? Recorded{} : recorded(recording);
    write_file(folder / "report.html",
               report_html(result, timing, drive.states, drive.track_drive, cycle_trace));
}

int report_command(const std::string& run, const std::string& other) {
    std::filesystem::path page = std::filesystem::path(run) / "report.html";
    if (other.empty()) {
        write_report(run);
    } else {
        const ComparedRun two = compared(other);
        page = std::filesystem::path(run) / ("compare-" + two.name + ".html");
        write_file(page, compare_html(compared(run), two));
    }
    std::cout << page.string() << "\n";
    return exit_passed;
}

}  // namespace ghostcar::board
