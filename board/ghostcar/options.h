// SPDX-License-Identifier: Apache-2.0
// The commands of the program. Each one takes its options and returns the exit code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ghostcar::board {

/// What the exit code tells (DESIGN of the command line).
enum ExitCode : int {
    exit_passed = 0,
    exit_failed = 1,        // failed, violation, aborted, invalid, replay differs
    exit_wrong_use = 2,     // wrong use or a bad file
    exit_not_possible = 3,  // the machine cannot do what was asked
    exit_interrupted = 130,
};

struct RunOptions {
    std::string session;
    std::string board = "desk";
    std::string pace = "realtime";
    std::string duration;  // seconds of driving; "": as the session says
    std::string seed = "1";
    std::string out;  // "": a new folder below runs/
    std::string record = "on";
    std::vector<std::string> overrides;
    bool json = false;
};

struct RaceOptions {
    std::string file;
    std::string out;  // "": a new folder below runs/
    std::string record = "off";
    std::int64_t jobs = 0;  // 0: one for each processor
    bool json = false;
};

struct ManoeuvreOptions {
    std::string vehicle;
    std::string inputs;
    std::string out;
    double speed_mps = 0.0;
    double road_wheel_angle_rad = 0.0;
};

struct JudgeOptions {
    std::string target;  // a file, or the name of a shipped cycle
    std::string driven;
    double f0 = 0.0;  // N, N per m/s, N per (m/s)²
    double f1 = 0.0;
    double f2 = 0.0;
    double mass = 0.0;  // kg
    double tolerance_kph = 2.0;
    double tolerance_s = 1.0;
    bool json = false;
};

int run_command(const RunOptions& options);
int race_command(const RaceOptions& options);
int replay_command(const std::string& run, bool json);
/// `other`: a second run to put beside the first; empty: none.
int report_command(const std::string& run, const std::string& other);
int check_command(bool json);
/// `svg_folder`: draw the tracks into it; empty: only list.
int list_command(const std::string& kind, bool json, const std::string& svg_folder);
int list_cycles(bool json);
int list_controllers(bool json);
int new_controller_command(const std::string& name);
int manoeuvre_command(const ManoeuvreOptions& options);
int judge_drive_trace_command(const JudgeOptions& options);
int can_decode_command(const std::string& dbc);
int can_encode_command(const std::string& dbc);

}  // namespace ghostcar::board
