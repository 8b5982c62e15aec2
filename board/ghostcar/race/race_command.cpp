// SPDX-License-Identifier: Apache-2.0
// `ghostcar race`: reads a championship, runs it, and writes its ranking.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/race/championship.h"
#include "board/ghostcar/race/championship_result.h"
#include "board/ghostcar/race/championship_run.h"
#include "board/ghostcar/race/ranking_page.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/run_folder.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;

fs::path make_race_folder(const std::string& out, const std::string& file) {
    if (out.empty()) return make_run_folder("", fs::path(file).stem().string());
    if (fs::exists(fs::path(out) / "ranking.json") || fs::exists(fs::path(out) / "runs"))
        throw UsageError(out + ": already holds a championship; choose another --out or remove it");
    return make_run_folder(out, "");
}

std::size_t processors() {
    return std::max(1U, std::thread::hardware_concurrency());
}

Progress::Style style_of(bool json) {
    if (json) return Progress::Style::silent;
    return isatty(STDOUT_FILENO) == 1 ? Progress::Style::bar : Progress::Style::lines;
}

/// What depends on the machine, kept apart from the ranking.
Json machine_json(const RunRecords& records, double wall_s, std::size_t jobs) {
    std::int64_t ticks = 0;
    std::int64_t runs = 0;
    for (const std::vector<RunRecord>& event : records)
        for (const RunRecord& record : event) {
            ticks += record.total_ticks;
            runs += record.attempts;
        }
    const double simulated_s = static_cast<double>(ticks) / 1000.0;
    return {{"runs", runs},
            {"jobs", jobs},
            {"processors", processors()},
            {"wall_s", wall_s},
            {"simulated_s", simulated_s},
            {"simulated_s_per_s", wall_s > 0.0 ? simulated_s / wall_s : 0.0}};
}

std::string machine_text(const Json& machine) {
    return machine["runs"].dump() + " runs, " +
           short_number_text(machine["simulated_s"].get<double>()) + " s simulated in " +
           short_number_text(machine["wall_s"].get<double>()) +
           " s: " + short_number_text(machine["simulated_s_per_s"].get<double>()) +
           " simulated seconds per second, " + machine["jobs"].dump() + " at a time\n";
}

bool any_of(const RunRecords& records, bool (*is_it)(const RunRecord&)) {
    return std::any_of(records.begin(), records.end(), [is_it](const auto& event) {
        return std::any_of(event.begin(), event.end(), is_it);
    });
}

int exit_code_of(const RunRecords& records) {
    if (any_of(records, [](const RunRecord& record) { return record.machine_failed; })) {
        std::cerr
            << "ghostcar: some runs failed because of this machine, not of a participant (see "
               "the table); mend that and run the championship again\n";
        return exit_not_possible;
    }
    return any_of(records, [](const RunRecord& record) { return record.counts(); }) ? exit_passed
                                                                                    : exit_failed;
}

}  // namespace

int race_command(const RaceOptions& options) {
    const SourceText source = read_data(DataKind::race, options.file);
    const Championship championship = Championship::from_source(source);
    const fs::path folder = make_race_folder(options.out, options.file);
    ChampionshipRun::Setup setup;
    setup.program = fs::read_symlink("/proc/self/exe").string();
    setup.folder = fs::absolute(folder);
    setup.jobs = options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : processors();
    setup.record = options.record == "on";

    const std::size_t jobs = setup.jobs;
    Progress progress(style_of(options.json),
                      championship.events.size() * championship.participants.size());
    const auto begin = std::chrono::steady_clock::now();
    ChampionshipRun run(championship, std::move(setup));
    const bool complete = run.run(progress);
    progress.finish();
    const double wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

    const ChampionshipResult result(championship, run.records(), complete);
    const Json ranking = ranking_json(result);
    const Json machine = machine_json(run.records(), wall_s, jobs);
    write_file(folder / "ranking.json", text_of(ranking));
    write_file(folder / "ranking.csv", ranking_csv(result));
    write_file(folder / "results.csv", results_csv(result));
    write_file(folder / "ranking.html", ranking_page(result));
    write_file(folder / "machine.json", text_of(machine));
    if (options.json)
        std::cout << text_of(ranking);
    else
        std::cout << ranking_text(result) << machine_text(machine)
                  << "ranking: " << (folder / "ranking.html").string() << "\n";
    return complete ? exit_code_of(run.records()) : static_cast<int>(exit_interrupted);
}

}  // namespace ghostcar::board
