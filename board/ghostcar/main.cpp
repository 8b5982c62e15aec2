// SPDX-License-Identifier: Apache-2.0
// The `ghostcar` program: the command line, and nothing else. What a run consists of is put
// together in run_command.cpp; what happens a thousand times a second is in rt_core/tick.cpp.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/version.h"
#include "drivers/controller/host_block.h"
#include "model/config/config_error.h"
#include "model/config/nearest.h"

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

CLI::App* add_race(CLI::App& app, RaceOptions& options) {
    CLI::App* race = app.add_subcommand(
        "race", "Run a championship: everybody in every event, then the ranking");
    race->footer(
        "Examples:\n"
        "  ghostcar race class-championship             a shipped one: `ghostcar list races`\n"
        "  ghostcar race my-class.toml --out autumn     autumn/ranking.html is the page to open\n"
        "  ghostcar race my-class.toml --jobs 1 --record on\n"
        "A participant's failure is a line in the table and stops nobody else.\n"
        "Exit code: 0 there is a ranking, 1 nobody has a score, 2 wrong use or bad file, 3 not\n"
        "possible on this machine, 130 after Ctrl-C (with the ranking so far). More: "
        "docs/class.md.");
    race->add_option("file", options.file, "championship: a name or a TOML file")->required();
    race->add_option("--out", options.out, "folder for the ranking (default: runs/<time>-<name>)");
    race->add_option("--jobs", options.jobs, "runs at a time (default: one for each processor)")
        ->check(CLI::Range(1, 1024));
    race->add_option("--record", options.record, "on or off: write each run's run.mcap")
        ->check(CLI::IsMember({"on", "off"}))
        ->capture_default_str();
    race->add_flag("--json", options.json, "print ranking.json instead of progress and table");
    return race;
}

CLI::App* add_manoeuvre(CLI::App& app, ManoeuvreOptions& options) {
    CLI::App* manoeuvre = app.add_subcommand(
        "manoeuvre", "Drive one car by a file of inputs and write down what it does");
    manoeuvre->footer(
        "Example:\n"
        "  ghostcar manoeuvre --vehicle bmw-320i --inputs step.csv --out states.csv --speed-mps "
        "15\n"
        "The inputs are a CSV with one of two headers, each row held until the next one:\n"
        "  t_s,road_wheel_angle_rad,drive_accel_mps2   ideal: no powertrain, air or rolling "
        "resistance\n"
        "  t_s,steer,throttle,brake,clutch,gear        the whole car; steer -1 right ... 1 left\n"
        "The states have one row for each row of inputs, as the car is at that time.\n"
        "Exit code: 0 done, 2 wrong use or bad file, 3 the output cannot be written. More:\n"
        "docs/vehicles.md.");
    manoeuvre->add_option("--vehicle", options.vehicle, "vehicle name or path")->required();
    manoeuvre->add_option("--inputs", options.inputs, "CSV file to drive by")->required();
    manoeuvre->add_option("--out", options.out, "CSV file to write; replaced if it is there")
        ->required();
    manoeuvre->add_option("--speed-mps", options.speed_mps, "speed at the start")
        ->capture_default_str();
    manoeuvre
        ->add_option("--road-wheel-angle-rad", options.road_wheel_angle_rad,
                     "where the front wheels point at the start, + left")
        ->capture_default_str();
    return manoeuvre;
}

CLI::App* add_judge(CLI::App& app, JudgeOptions& options) {
    CLI::App* judge =
        app.add_subcommand("judge", "Judge traces from anywhere, without a simulation");
    judge->require_subcommand(1);
    CLI::App* trace = judge->add_subcommand(
        "drive-trace", "Drive-quality indices of two speed traces (CSV with t_s,v_kph, any rate)");
    trace->footer(
        "Example:\n"
        "  ghostcar judge drive-trace --target wltc --driven dyno.csv --f0 150 --f1 0 --f2 0.46 "
        "\\\n"
        "      --mass 1470\n"
        "Exit code: 0 within the bounds of the WLTP (IWR and RMSSE), 1 outside, 2 wrong use or "
        "bad\n"
        "file. Method, formats and a page on reading the figures: docs/drive-cycles.md.");
    const CLI::Range force(-1e6, 1e6);
    trace->add_option("--target", options.target, "CSV file, or the name of a shipped cycle")
        ->required();
    trace->add_option("--driven", options.driven, "CSV file")->required();
    trace->add_option("--f0", options.f0, "road load, N")->required()->check(force);
    trace->add_option("--f1", options.f1, "road load, N per m/s")->required()->check(force);
    trace->add_option("--f2", options.f2, "road load, N per (m/s)^2")->required()->check(force);
    trace->add_option("--mass", options.mass, "test mass, kg")
        ->required()
        ->check(CLI::Range(1.0, 1e6));
    trace->add_option("--tolerance-kph", options.tolerance_kph, "half height of the band, km/h")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    trace->add_option("--tolerance-s", options.tolerance_s, "half width of the band, s")
        ->check(CLI::Range(0.0, 60.0))
        ->capture_default_str();
    trace->add_flag("--json", options.json, "print the figures as JSON");
    return judge;
}

struct CanOptions {
    CLI::App* decode = nullptr;
    CLI::App* encode = nullptr;
    std::string dbc;
};

void add_can(CLI::App& app, CanOptions& options) {
    CLI::App* can = app.add_subcommand("can", "CAN frames and signals: candump lines, JSON lines");
    can->footer("Example:\n  ghostcar can decode --dbc car.dbc < drive.log");
    can->require_subcommand(1);
    options.decode = can->add_subcommand(
        "decode", "Candump log lines on standard input to one JSON object per frame");
    options.decode->footer(
        "Example:\n"
        "  echo '(0.000000) can0 123#DEADBEEF' | ghostcar can decode --dbc car.dbc\n"
        "  {\"id\":291,\"name\":\"Engine\",\"signals\":{\"Speed\":812.5}}\n"
        "3 digits are a standard id, 8 an extended one; ## is an FD frame. Warnings go to "
        "standard\n"
        "error. Exit code: 2 for a malformed DBC file (line:column) or line.");
    options.encode =
        can->add_subcommand("encode", "One JSON object per line to candump log lines: the reverse");
    options.encode->footer(
        "Example:\n"
        "  echo '{\"name\":\"Engine\",\"signals\":{\"Speed\":812.5}}' | ghostcar can encode --dbc "
        "car.dbc\n"
        "  (0.000000) can0 123#2C03000000000000\n"
        "{\"id\":291,\"extended\":false,\"signals\":{...}} names the message by its id. Signals "
        "that are\n"
        "not given are 0. Exit code: 2 for a malformed DBC file or line.");
    for (CLI::App* command : {options.decode, options.encode})
        command->add_option("--dbc", options.dbc, "the DBC file")->required();
}

/// Of a word that is no command, CLI11 would only say that one is missing. `words` end with null.
void require_command(CLI::App& app, char** words, const std::string& so_far) {
    std::vector<std::string> known;
    for (CLI::App* command : app.get_subcommands(nullptr)) {
        known.push_back(command->get_name());
        if (*words != nullptr && known.back() == *words)
            return require_command(*command, words + 1, so_far + " " + known.back());
    }
    if (known.empty() || *words == nullptr || **words == '-') return;
    throw UsageError("there is no command \"" + so_far + " " + *words + "\"; did you mean \"" +
                     so_far + " " + ghostcar::model::nearest(*words, known) + "\"? `" + so_far +
                     " --help` shows all");
}

int dispatch(int argc, char** argv) {
    CLI::App app("Ghostcar: the car that is not there.");
    app.footer("`ghostcar COMMAND --help` shows the options and an example.");
    app.set_version_flag("--version", version);
    app.require_subcommand(1);

    RunOptions run_options;
    add_run(app, run_options);

    RaceOptions race_options;
    CLI::App* race = add_race(app, race_options);

    std::string folder;
    std::string kind;
    bool json = false;
    CLI::App* replay = app.add_subcommand(
        "replay", "Run the recorded inputs again and compare every tick's state hash");
    replay->footer("Example:\n  ghostcar replay runs/20260101-120000-robot-demo");
    replay->add_option("run", folder, "folder of a run, or its run.mcap")->required();
    replay->add_flag("--json", json, "print the result as JSON");

    std::string other_folder;
    CLI::App* report = app.add_subcommand(
        "report", "Write report.html again, or a page that puts two runs side by side");
    report->footer(
        "Examples:\n"
        "  ghostcar report runs/20260101-120000-robot-demo\n"
        "  ghostcar report runs/before runs/after      writes runs/before/compare-after.html");
    report->add_option("run", folder, "folder of a run")->required();
    report->add_option("other", other_folder, "folder of a second run");

    CLI::App* check = app.add_subcommand(
        "check", "Is this machine fit for hard real time? ok, warn or fail, with the remedy");
    check->footer("Example:\n  ghostcar check\nExit code: 3 when a line says fail.");
    check->add_flag("--json", json, "print the lines as JSON");

    ManoeuvreOptions manoeuvre_options;
    CLI::App* manoeuvre = add_manoeuvre(app, manoeuvre_options);
    JudgeOptions judge_options;
    CLI::App* judge = add_judge(app, judge_options);

    CLI::App* list = app.add_subcommand("list", "List what is shipped");
    list->footer(
        "Examples:\n"
        "  ghostcar list vehicles\n"
        "  ghostcar list tracks --svg pictures      draws each track into pictures/track-NAME.svg");
    list->add_option("kind", kind,
                     "experiments, vehicles, tracks, cycles, races, boards or controllers")
        ->required()
        ->check(CLI::IsMember(
            {"experiments", "vehicles", "tracks", "cycles", "races", "boards", "controllers"}));
    list->add_flag("--json", json, "print the list as JSON");
    list->add_option("--svg", folder, "tracks only: draw a picture of each into this folder");

    std::string name;
    CLI::App* fresh = app.add_subcommand("new", "Begin something of your own from a template");
    fresh->require_subcommand(1);
    CLI::App* new_controller = fresh->add_subcommand(
        "controller", "A folder with a controller in C++ and C that builds and drives");
    for (CLI::App* command : {fresh, new_controller})
        command->footer(
            "Example:\n"
            "  ghostcar new controller mine && cd mine && cmake -B build && cmake --build build\n"
            "  ghostcar run cruise-1 --pace fast --set controller.library=build/libmine.so\n"
            "More: docs/controllers.md.");
    new_controller->add_option("name", name, "letters, digits, _ and -")->required();

    CanOptions can_options;
    add_can(app, can_options);

    if (argc > 0) require_command(app, argv + 1, "ghostcar");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        std::cerr << "ghostcar: " << error.what() << "; see `ghostcar --help`\n";
        return exit_wrong_use;
    }
    if (*race) return race_command(race_options);
    if (*replay) return replay_command(folder, json);
    if (*report) return report_command(folder, other_folder);
    if (*check) return check_command(json);
    if (*manoeuvre) return manoeuvre_command(manoeuvre_options);
    if (*judge) return judge_drive_trace_command(judge_options);
    if (*new_controller) return new_controller_command(name);
    if (*list) return list_command(kind, json, folder);
    if (*can_options.decode) return can_decode_command(can_options.dbc);
    if (*can_options.encode) return can_encode_command(can_options.dbc);
    return run_command(run_options);
}

}  // namespace

int main(int argc, char** argv) {
    // The program starts itself once more to watch over a controller: drivers/controller.
    if (argc > 1 && std::strcmp(argv[1], ghostcar::drivers::controller_host_word) == 0)
        return ghostcar::drivers::controller_host(argc - 2, argv + 2);
    try {
        const int code = dispatch(argc, argv);
        // Whoever reads our output must not take half of it for all. A reader that has gone
        // (EPIPE) wanted no more.
        errno = 0;
        if (std::cout.flush() || errno == EPIPE) return code;
        std::cerr << "ghostcar: standard output cannot be written; free some space or choose "
                     "another place\n";
        return exit_not_possible;
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
