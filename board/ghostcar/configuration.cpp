// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/configuration.h"

#include <toml++/toml.h>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "board/ghostcar/can_files.h"
#include "board/ghostcar/overrides.h"
#include "board/ghostcar/version.h"
#include "can_bridge/session/bus_tools.h"
#include "model/config/file_format.h"
#include "model/experiment/experiment.h"
#include "rt_core/arbitrate.h"

namespace ghostcar::board {
namespace {

using model::Range;
using model::TableReader;

constexpr const char* overrides_key = "overrides";
constexpr const char* vehicle_key = "vehicle_name";
constexpr const char* board_key = "board_name";
constexpr const char* track_key = "track_name";
constexpr const char* track_text_key = "track_toml";
constexpr const char* cycle_key = "cycle_name";
constexpr const char* cycle_text_key = "cycle_csv";
constexpr const char* learned_text_key = "learned_toml";
const std::string car_vehicle_prefix = "car_vehicle_toml ";
const std::string can_file_prefix = "can_file ";

/// "runs/my.toml" and "my" are both called "my".
std::string name_of(const std::string& name_or_path) {
    const std::string ending = std::filesystem::path(name_or_path).extension();
    return ending == ".toml" || ending == ".csv"
               ? std::filesystem::path(name_or_path).stem().string()
               : std::filesystem::path(name_or_path).filename().string();
}

toml::table session_table(const RunSource& source) {
    toml::table table = parse_toml(source.session.text, source.session.path);
    // Asked before anything is overridden: what is missing is then reported for the file.
    TableReader session = TableReader(table).table("session");
    model::require_known_format(session);
    for (const std::string& override_text : source.overrides) apply_override(table, override_text);
    return table;
}

enum class Kind { bench, cycle, drive, cruise, follow, park, race };
constexpr std::array<std::pair<std::string_view, Kind>, 7> kinds{{{"bench", Kind::bench},
                                                                  {"cycle", Kind::cycle},
                                                                  {"drive", Kind::drive},
                                                                  {"cruise", Kind::cruise},
                                                                  {"follow", Kind::follow},
                                                                  {"park", Kind::park},
                                                                  {"race", Kind::race}}};

/// The kind of a session on a track, or none.
std::optional<model::RoadKind> road_kind(Kind kind) {
    for (const auto& [word, road] : model::road_kinds)
        if (word == kinds[static_cast<std::size_t>(kind)].first) return road;
    return std::nullopt;
}

model::Environment environment_from(TableReader environment) {
    model::Environment result;
    result.grade = environment.number("grade_pct", Range::between(-100.0 * rt_core::largest_grade,
                                                                  100.0 * rt_core::largest_grade)) /
                   100.0;
    result.headwind_mps = environment.number(
        "headwind_mps",
        Range::between(-rt_core::largest_headwind_mps, rt_core::largest_headwind_mps));
    environment.finish();
    return result;
}

/// `cycle`: the one that is driven, or nullptr.
model::World bench_world(TableReader& root, const RunSource& source,
                         std::shared_ptr<const model::DriveCycle> cycle) {
    const toml::table table = parse_toml(source.vehicle.text, source.vehicle.path);
    TableReader reader(table);
    model::Longitudinal car(model::LongitudinalParameters::from_toml(reader));
    const model::Environment environment = environment_from(root.table("environment"));
    if (cycle == nullptr) return {std::move(car), environment};
    return {std::move(car), environment, std::move(cycle), cycle_lead_ticks};
}

model::Experiment experiment(model::RoadKind kind, TableReader& root, const RunSource& source,
                             const rt_core::SessionConfig& session) {
    const toml::table track_toml = parse_toml(source.track.text, source.track.path);
    TableReader track(track_toml);
    return model::experiment_from_toml(
        kind, root, model::Track::from_toml(track),
        [&source](const std::string& name) {
            const SourceText& vehicle = source.car_vehicles.at(name);
            const toml::table table = parse_toml(vehicle.text, vehicle.path);
            TableReader reader(table);
            return model::CarParameters::from_toml(reader);
        },
        source.seed, session.duration_ticks);
}

/// An optional table becomes a configuration, or its defaults.
template <typename Config>
Config optional_config(TableReader& root, const char* key) {
    std::optional<TableReader> table = root.table_if(key);
    return table ? Config::from_toml(*table) : Config{};
}

drivers::WireFaultList faults_from(TableReader& root) {
    std::optional<TableReader> wires = root.table_if("wires");
    return wires ? drivers::WireFaultList::from_toml(*wires) : drivers::WireFaultList{};
}

/// The buses; from then on they may drive.
void add_can(Configuration& configuration, TableReader& root, RunSource& source) {
    std::optional<TableReader> can = root.table_if("can");
    if (!can) return;
    can_bridge::BusToolsConfig::skip(*can);  // read by can_tools.h, for a run
    configuration.can = std::make_shared<can_bridge::CanConfig>(
        can_bridge::can_config_from(*can, can_files_of(source)));
}

/// The pedal robot, its wires, and who judges it.
void add_bench(Configuration& configuration, TableReader& root, TableReader& wires,
               const RunSource& source) {
    // Without a robot whoever is on the bus drives, and is judged by whoever looks.
    if (configuration.can && configuration.can->has_receives() && !root.has("driver")) return;
    TableReader judge = root.table("judge");
    TableReader driver = root.table("driver");
    configuration.judge = model::Judge(model::BenchJudge::from_toml(judge));
    configuration.bench =
        drivers::VirtualBench::from_toml(wires, driver, faults_from(root), source.seed);
    const std::int64_t gears = configuration.world.longitudinal()->parameters().gearbox.gears;
    const std::int64_t highest = configuration.bench->robot().phases()->robot.highest_gear();
    if (highest > gears)
        driver.fail("phase", "a phase shifts to gear " + std::to_string(highest),
                    "the gearbox of " + source.vehicle_name + " has " + std::to_string(gears));
}

}  // namespace

namespace {

/// A relative path in a session file counts from that file's folder.
std::filesystem::path beside(const SourceText& session, const std::string& path) {
    return std::filesystem::path(session.path).parent_path() / path;
}

/// Was the key given on the command line?
bool overridden(const std::vector<std::string>& overrides, const std::string& key) {
    for (const std::string& text : overrides)
        if (text.starts_with(key + "=")) return true;
    return false;
}

/// A library of the command line is found from where the command is given, one of the session file
/// from there. `key` is that of the table which names it.
void find_library(ControllerConfig& controller, const RunSource& source, std::string key) {
    if (controller.library.empty() || overridden(source.overrides, key + ".library")) return;
    for (std::size_t end = key.size(); end != std::string::npos; end = key.rfind('.')) {
        key.resize(end);
        if (overridden(source.overrides, key)) return;
    }
    controller.library = beside(source.session, controller.library).string();
}

std::vector<CarController> car_controllers_from(TableReader& root) {
    std::vector<CarController> controllers;
    std::size_t car = 0;
    for (TableReader& table : root.tables("car")) {
        if (std::optional<TableReader> controller = table.table_if("controller")) {
            controllers.push_back({car, ControllerConfig::from_toml(*controller)});
            const ControllerKind kind = controllers.back().config.kind;
            if (kind == ControllerKind::udp || kind == ControllerKind::keyboard)
                controller->fail("", "among several cars nobody drives over UDP or by hand",
                                 "name a library or a built-in controller");
        }
        ++car;
    }
    return controllers;
}

/// The file that a key of the session names. What is wrong with it is told with the key's line.
SourceText read_of_key(TableReader& table, std::string_view key, const SourceText& session,
                       DataKind kind) {
    const std::string name = table.text(key);
    try {
        return read_named(session, kind, name);
    } catch (const UsageError& error) {
        table.fail(key, "cannot be used", error.what());
    }
}

/// The cycle, and what the robot has learned before.
void read_cycle(RunSource& source, TableReader& session, TableReader& root) {
    source.cycle = read_of_key(session, "cycle", source.session, DataKind::cycle);
    source.cycle_name = name_of(session.text("cycle"));
    const std::string learned = root.table("driver").text_or("learned", "");
    if (learned.empty() || learned == learn_anew) return;
    const std::filesystem::path path = beside(source.session, learned);
    source.learned = read_text(std::filesystem::exists(path) ? path.string() : learned);
}

}  // namespace

SourceText read_named(const SourceText& session, DataKind kind, const std::string& name) {
    const bool is_beside = std::filesystem::path(name).has_extension() &&
                           std::filesystem::exists(beside(session, name));
    return is_beside ? read_text(beside(session, name), kind) : read_data(kind, name);
}

RunSource read_source(const std::string& session, const std::string& board,
                      std::vector<std::string> overrides, std::uint64_t seed) {
    RunSource source;
    source.session = read_data(DataKind::session, session);
    source.session_name = name_of(session);
    source.overrides = std::move(overrides);
    source.seed = seed;
    const toml::table table = session_table(source);
    TableReader root(table);
    TableReader reader = root.table("session");
    const Kind kind = reader.choice("kind", kinds);
    if (road_kind(kind)) {
        source.track = read_of_key(reader, "track", source.session, DataKind::track);
        source.track_name = name_of(reader.text("track"));
        const auto read_vehicle = [&source](TableReader owner, std::string_view key) {
            const std::string vehicle = owner.text(key);
            if (!source.car_vehicles.contains(vehicle))
                source.car_vehicles[vehicle] =
                    read_of_key(owner, key, source.session, DataKind::vehicle);
        };
        for (const TableReader& car : root.tables("car")) read_vehicle(car, "vehicle");
        if (kind == Kind::park) read_vehicle(root.table("park"), "standing_vehicle");
    } else {
        source.vehicle = read_of_key(reader, "vehicle", source.session, DataKind::vehicle);
        source.vehicle_name = name_of(reader.text("vehicle"));
        if (kind == Kind::cycle) read_cycle(source, reader, root);
    }
    source.board = read_data(DataKind::board, board);
    source.board_name = name_of(board);
    return source;
}

RunSource source_from(const hmi_link::RecordingHeader& header) {
    RunSource source;
    source.session_name = header.session_name;
    source.session = {header.session_name + ".toml (recorded)", header.session_toml};
    source.vehicle = {"vehicle (recorded)", header.vehicle_toml};
    source.board = {"board (recorded)", header.board_toml};
    source.seed = header.seed;
    const auto other = [&](const char* key) {
        const auto found = header.other.find(key);
        return found == header.other.end() ? std::string() : found->second;
    };
    source.vehicle_name = other(vehicle_key);
    source.board_name = other(board_key);
    source.track_name = other(track_key);
    source.track = {"track (recorded)", other(track_text_key)};
    source.cycle_name = other(cycle_key);
    source.cycle = {source.cycle_name + ".csv (recorded)", other(cycle_text_key)};
    source.learned = {"learned.toml (recorded)", other(learned_text_key)};
    for (const auto& [key, text] : header.other)
        if (key.starts_with(car_vehicle_prefix)) {
            const std::string name = key.substr(car_vehicle_prefix.size());
            source.car_vehicles[name] = {name + " (recorded)", text};
        }
    for (const auto& [key, text] : header.other)
        if (key.starts_with(can_file_prefix)) {
            const std::string name = key.substr(can_file_prefix.size());
            source.can_files[name] = {name + " (recorded)", text};
        }
    std::istringstream lines(other(overrides_key));
    for (std::string line; std::getline(lines, line);) source.overrides.push_back(line);
    return source;
}

hmi_link::RecordingHeader header_from(const RunSource& source) {
    hmi_link::RecordingHeader header;
    header.session_name = source.session_name;
    header.session_toml = source.session.text;
    header.vehicle_toml = source.vehicle.text;
    header.board_toml = source.board.text;
    header.ghostcar_version = version;
    header.seed = source.seed;
    header.other[vehicle_key] = source.vehicle_name;
    header.other[board_key] = source.board_name;
    if (!source.track_name.empty()) {
        header.other[track_key] = source.track_name;
        header.other[track_text_key] = source.track.text;
    }
    if (!source.cycle_name.empty()) {
        header.other[cycle_key] = source.cycle_name;
        header.other[cycle_text_key] = source.cycle.text;
        header.other[learned_text_key] = source.learned.text;
    }
    for (const auto& [name, vehicle] : source.car_vehicles)
        header.other[car_vehicle_prefix + name] = vehicle.text;
    for (const auto& [name, file] : source.can_files)
        header.other[can_file_prefix + name] = file.text;
    for (const std::string& line : source.overrides) header.other[overrides_key] += line + "\n";
    return header;
}

void learn_if_needed(RunSource& source) {
    if (source.cycle_name.empty()) return;
    learn(source, session_table(source));
}

Configuration configure(RunSource source) {
    const toml::table session_toml = session_table(source);
    TableReader root(session_toml);

    TableReader session = root.table("session");
    model::require_known_format(session);
    const Kind kind = session.choice("kind", kinds);
    const std::string title = session.text("title");
    session.text(road_kind(kind) ? "track" : "vehicle");
    std::shared_ptr<const model::DriveCycle> cycle;
    if (kind == Kind::cycle) {
        session.text("cycle");
        cycle = cycle_of(source);
    }
    const rt_core::SessionConfig session_config = rt_core::SessionConfig::from_toml(
        session, cycle == nullptr ? 0 : cycle_lead_ticks + cycle->duration_ticks());
    session.finish();

    const toml::table board_toml = parse_toml(source.board.text, source.board.path);
    TableReader board(board_toml);
    model::require_known_format(board);
    TableReader wires = board.table("wires");
    TableReader board_realtime = board.table("realtime");
    rt_core::RealtimeConfig realtime = rt_core::RealtimeConfig::from_toml(board_realtime);
    if (std::optional<TableReader> own = root.table_if("realtime"))
        realtime.override_from_toml(*own);
    std::optional<std::string> watchdog_device;
    if (std::optional<TableReader> watchdog = board.table_if("watchdog")) {
        watchdog_device = watchdog->text("device");
        watchdog->finish();
    }
    board.finish();

    std::optional<model::Experiment> on_road;
    if (const std::optional<model::RoadKind> road = road_kind(kind))
        on_road = experiment(*road, root, source, session_config);

    Configuration configuration{
        .source = {},
        .kind = std::string(kinds[static_cast<std::size_t>(kind)].first),
        .title = title,
        .session = session_config,
        .realtime = realtime,
        .record = optional_config<hmi_link::RecordConfig>(root, "record"),
        .stream = optional_config<hmi_link::StreamConfig>(root, "stream"),
        .commands = optional_config<hmi_link::CommandConfig>(root, "commands"),
        .watchdog_device = watchdog_device,
        .world =
            on_road ? model::World(std::move(on_road->world)) : bench_world(root, source, cycle),
        .judge = on_road ? std::move(on_road->judge) : model::Judge(),
        .bench = std::nullopt,
        .controller = std::nullopt,
        .car_controllers = {},
        .view_goal = on_road ? on_road->goal : model::ViewGoal{},
        .cycle = std::nullopt,
        .can = nullptr,
    };
    add_can(configuration, root, source);
    if (kind == Kind::bench) add_bench(configuration, root, wires, source);
    if (kind == Kind::cycle) {
        CycleParts parts =
            cycle_parts(root, wires, source, cycle,
                        configuration.world.longitudinal()->parameters(), faults_from(root));
        configuration.judge = std::move(parts.judge);
        configuration.bench = std::move(parts.bench);
        configuration.cycle = std::move(parts.session);
    }
    if (configuration.world.road() != nullptr) {
        if (std::optional<TableReader> controller = root.table_if("controller"))
            configuration.controller = ControllerConfig::from_toml(*controller);
        configuration.car_controllers = car_controllers_from(root);
    }
    root.finish();
    if (!session_config.autostart && !configuration.commands.listen)
        session.fail("autostart", "found false, but nobody can send a start command",
                     "add a table [commands] with a listen address, or write true");
    if (configuration.controller) find_library(*configuration.controller, source, "controller");
    for (CarController& car : configuration.car_controllers)
        find_library(car.config, source, "car." + std::to_string(car.car) + ".controller");
    // A key beside the session file is found from wherever the program is started.
    if (!configuration.commands.key_file.empty())
        configuration.commands.key_file =
            beside(source.session, configuration.commands.key_file).string();
    configuration.source = std::move(source);
    return configuration;
}

}  // namespace ghostcar::board
