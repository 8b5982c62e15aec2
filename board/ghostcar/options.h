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

int run_command(const RunOptions& options);
int replay_command(const std::string& run, bool json);
int report_command(const std::string& run);
int check_command(bool json);
int list_command(const std::string& kind, bool json);

}  // namespace ghostcar::board
