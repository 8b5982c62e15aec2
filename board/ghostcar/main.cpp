// SPDX-License-Identifier: Apache-2.0
// The `ghostcar` program: the command line, and nothing else. What a run consists of is put
// together in run_command.cpp; what happens a thousand times a second is in rt_core/tick.cpp.
#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/version.h"
#include "model/config/config_error.h"

namespace {

using namespace ghostcar::board;

void add_run(CLI::App& app, RunOptions& options) {
    CLI::App* run = app.add_subcommand("run", "Run a session: a name or a TOML file");
    run->footer(
        "Examples:\n"
        "  ghostcar run robot-demo                      the pedal robot drives, in real time\n"
        "  ghostcar run robot-demo --pace fast          the same, as fast as the machine goes\n"
        "  ghostcar run my.toml --set environment.grade_pct=2 --out runs/uphill\n"
        "Exit code: 0 passed or no verdict, 1 failed, 2 wrong use or bad file, 3 not possible on\n"
        "this machine, 130 after Ctrl-C (all files closed).");
    run->add_option("session", options.session, "session name or path")->required();
    run->add_option("--board", options.board, "board name or path")->capture_default_str();
    run->add_option("--pace", options.pace, "realtime, fast, or a factor from 1/64 to 128")
        ->capture_default_str();
    run->add_option("--duration", options.duration, "seconds of driving, instead of the session's");
    run->add_option("--seed", options.seed, "seed of all noise")->capture_default_str();
    run->add_option("--out", options.out,
                    "folder for the results (default: runs/<time>-<session>)");
    run->add_option("--record", options.record, "on or off: write run.mcap")
        ->check(CLI::IsMember({"on", "off"}))
        ->capture_default_str();
    // One value an option: a value may contain commas and brackets (TOML).
    run->add_option("--set", options.overrides, "key=value: change any key of the session")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    run->add_flag("--json", options.json, "print result.json instead of the result card");
}

int dispatch(int argc, char** argv) {
    CLI::App app("Ghostcar: the car that is not there.");
    app.footer("`ghostcar COMMAND --help` shows the options and an example.");
    app.set_version_flag("--version", version);
    app.require_subcommand(1);

    RunOptions run_options;
    add_run(app, run_options);

    std::string folder;
    std::string kind;
    bool json = false;
    CLI::App* replay = app.add_subcommand(
        "replay", "Run the recorded inputs again and compare every tick's state hash");
    replay->footer("Example:\n  ghostcar replay runs/20260101-120000-robot-demo");
    replay->add_option("run", folder, "folder of a run, or its run.mcap")->required();
    replay->add_flag("--json", json, "print the result as JSON");

    CLI::App* report = app.add_subcommand("report", "Write report.html again, from the recording");
    report->footer("Example:\n  ghostcar report runs/20260101-120000-robot-demo");
    report->add_option("run", folder, "folder of a run")->required();

    CLI::App* check = app.add_subcommand(
        "check", "Is this machine fit for hard real time? ok, warn or fail, with the remedy");
    check->footer("Example:\n  ghostcar check\nExit code: 3 when a line says fail.");
    check->add_flag("--json", json, "print the lines as JSON");

    CLI::App* list = app.add_subcommand("list", "List what is shipped");
    list->footer("Example:\n  ghostcar list vehicles");
    list->add_option("kind", kind, "experiments, vehicles or boards")
        ->required()
        ->check(CLI::IsMember({"experiments", "vehicles", "boards"}));
    list->add_flag("--json", json, "print the list as JSON");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        std::cerr << "ghostcar: " << error.what() << "; see `ghostcar --help`\n";
        return exit_wrong_use;
    }
    if (*replay) return replay_command(folder, json);
    if (*report) return report_command(folder);
    if (*check) return check_command(json);
    if (*list) return list_command(kind, json);
    return run_command(run_options);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return dispatch(argc, argv);
    } catch (const ghostcar::model::ConfigError& error) {
        std::cerr << "ghostcar: " << error.what() << "\n";
        return exit_wrong_use;
    } catch (const UsageError& error) {
        std::cerr << "ghostcar: " << error.what() << "\n";
        return exit_wrong_use;
    } catch (const std::filesystem::filesystem_error& error) {
        std::cerr << "ghostcar: " << error.path1().string() << ": " << error.code().message()
                  << "; check the path and its permissions\n";
        return exit_not_possible;
    } catch (const std::exception& error) {  // disk full, no permission, port in use
        std::cerr << "ghostcar: " << error.what() << "\n";
        return exit_not_possible;
    }
}
