// SPDX-License-Identifier: Apache-2.0
// Everything that defines a run, read and checked. Nothing is opened, started or written here, so
// a wrong file leaves no trace.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/controller/controller_config.h"
#include "board/ghostcar/cycle/cycle_session.h"
#include "board/ghostcar/data_files.h"
#include "drivers/virtual/virtual_bench.h"
#include "hmi_link/command_config.h"
#include "hmi_link/record_config.h"
#include "hmi_link/recording.h"
#include "hmi_link/stream_config.h"
#include "model/driver/controller/view_goal.h"
#include "model/judge/judge.h"
#include "model/world/world.h"
#include "rt_core/realtime_config.h"
#include "rt_core/session_config.h"

namespace ghostcar::can_bridge {
struct CanConfig;
}

namespace ghostcar::board {

/// What the user asked for: names and texts, before anything is understood.
struct RunSource {
    std::string session_name;
    std::string vehicle_name;  // "" on a track
    std::string cycle_name;    // "" without
    std::string track_name;    // "" without
    std::string board_name;
    SourceText session;
    SourceText vehicle;
    SourceText track;
    SourceText cycle;    // CSV
    SourceText learned;  // what the robot knows of the car; no text: it has to learn first
    std::map<std::string, SourceText> car_vehicles;  // on a track: by the name in [[car]]
    SourceText board;
    std::map<std::string, SourceText> can_files;  // of [can]: "mapping NAME", "dbc NAME"
    std::vector<std::string> overrides;           // "key=value", applied to the session in order
    std::uint64_t seed = 1;
};

/// Who drives one of several cars.
struct CarController {
    std::size_t car = 0;  // by its number in the session, from 0
    ControllerConfig config;
};

struct Configuration {
    RunSource source;
    std::string kind;
    std::string title;
    rt_core::SessionConfig session;
    rt_core::RealtimeConfig realtime;
    hmi_link::RecordConfig record;
    hmi_link::StreamConfig stream;
    hmi_link::CommandConfig commands;
    std::optional<std::string> watchdog_device;
    model::World world;
    model::Judge judge;
    std::optional<drivers::VirtualBench> bench;        // none on a track, nor when the bus drives
    std::optional<ControllerConfig> controller;        // on a track: who drives the first car
    std::vector<CarController> car_controllers;        // or those of several cars, in their order
    model::ViewGoal view_goal;                         // what the experiment shows a controller
    std::optional<CycleSession> cycle;                 // of a drive cycle
    std::shared_ptr<const can_bridge::CanConfig> can;  // null without a bus
};

/// Finds and reads the files of a session. Throws UsageError or ConfigError.
[[nodiscard]] RunSource read_source(const std::string& session, const std::string& board,
                                    std::vector<std::string> overrides, std::uint64_t seed);

/// What a session names: a file beside it, or like any other name. Throws UsageError.
[[nodiscard]] SourceText read_named(const SourceText& session, DataKind kind,
                                    const std::string& name);

/// The same from a recording.
[[nodiscard]] RunSource source_from(const hmi_link::RecordingHeader& header);

/// What a recording keeps of it.
[[nodiscard]] hmi_link::RecordingHeader header_from(const RunSource& source);

/// Before a drive cycle, unless it was given: finds what a robot has learned of the car, or lets it
/// learn, which takes a moment. Throws ConfigError or UsageError.
void learn_if_needed(RunSource& source);

/// Understands it. Throws ConfigError.
[[nodiscard]] Configuration configure(RunSource source);

}  // namespace ghostcar::board
