// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/configuration.h"

#include <toml++/toml.h>
#include <filesystem>
#include <sstream>
#include <utility>

#include "board/ghostcar/overrides.h"
#include "board/ghostcar/version.h"
#include "rt_core/arbitrate.h"

namespace ghostcar::board {
namespace {

using model::Range;
using model::TableReader;

constexpr const char* overrides_key = "overrides";
constexpr const char* vehicle_key = "vehicle_name";
constexpr const char* board_key = "board_name";

/// "runs/my.toml" and "my" are both called "my".
std::string name_of(const std::string& name_or_path) {
    return std::filesystem::path(name_or_path).extension() == ".toml"
               ? std::filesystem::path(name_or_path).stem().string()
               : std::filesystem::path(name_or_path).filename().string();
}

toml::table session_table(const RunSource& source) {
    toml::table table = parse_toml(source.session.text, source.session.path);
    // Asked before anything is overridden: what is missing is then reported for the file.
    TableReader(table).table("session");
    for (const std::string& override_text : source.overrides) apply_override(table, override_text);
    return table;
}

std::string vehicle_of(const toml::table& session) {
    TableReader root(session);
    return root.table("session").text("vehicle");
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

model::World world_from(const SourceText& vehicle, const model::Environment& environment) {
    const toml::table table = parse_toml(vehicle.text, vehicle.path);
    TableReader reader(table);
    return {model::Longitudinal(model::LongitudinalParameters::from_toml(reader)), environment};
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

}  // namespace

namespace {

/// A relative path in a session file counts from that file's folder.
std::filesystem::path beside(const SourceText& session, const std::string& path) {
    return std::filesystem::path(session.path).parent_path() / path;
}

}  // namespace

RunSource read_source(const std::string& session, const std::string& board,
                      std::vector<std::string> overrides, std::uint64_t seed) {
    RunSource source;
    source.session = read_data(DataKind::session, session);
    source.session_name = name_of(session);
    source.overrides = std::move(overrides);
    source.seed = seed;
    const std::string vehicle = vehicle_of(session_table(source));
    const bool is_beside = std::filesystem::path(vehicle).extension() == ".toml" &&
                           std::filesystem::exists(beside(source.session, vehicle));
    source.vehicle = is_beside ? read_text(beside(source.session, vehicle))
                               : read_data(DataKind::vehicle, vehicle);
    source.vehicle_name = name_of(vehicle);
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
    for (const std::string& line : source.overrides) header.other[overrides_key] += line + "\n";
    return header;
}

Configuration configure(RunSource source) {
    const toml::table session_toml = session_table(source);
    TableReader root(session_toml);

    TableReader session = root.table("session");
    const std::string kind = session.text("kind");
    if (kind != "bench") session.fail("kind", "found \"" + kind + "\"", "write \"bench\"");
    const std::string title = session.text("title");
    session.text("vehicle");
    const rt_core::SessionConfig session_config = rt_core::SessionConfig::from_toml(session);
    session.finish();

    const toml::table board_toml = parse_toml(source.board.text, source.board.path);
    TableReader board(board_toml);
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

    TableReader judge = root.table("judge");
    TableReader driver = root.table("driver");
    const drivers::WireFaultList faults = faults_from(root);
    Configuration configuration{
        .source = {},
        .kind = kind,
        .title = title,
        .session = session_config,
        .realtime = realtime,
        .record = optional_config<hmi_link::RecordConfig>(root, "record"),
        .stream = optional_config<hmi_link::StreamConfig>(root, "stream"),
        .commands = optional_config<hmi_link::CommandConfig>(root, "commands"),
        .watchdog_device = watchdog_device,
        .world = world_from(source.vehicle, environment_from(root.table("environment"))),
        .judge = model::BenchJudge::from_toml(judge),
        .bench = drivers::VirtualBench::from_toml(wires, driver, faults, source.seed),
    };
    root.finish();
    const std::int64_t gears = configuration.world.car().parameters().gearbox.gears;
    if (configuration.bench.robot().highest_gear() > gears)
        driver.fail(
            "phase",
            "a phase shifts to gear " + std::to_string(configuration.bench.robot().highest_gear()),
            "the gearbox of " + source.vehicle_name + " has " + std::to_string(gears));
    if (!session_config.autostart && !configuration.commands.listen)
        session.fail("autostart", "found false, but nobody can send a start command",
                     "add a table [commands] with a listen address, or write true");
    // A key beside the session file is found from wherever the program is started.
    if (!configuration.commands.key_file.empty())
        configuration.commands.key_file =
            beside(source.session, configuration.commands.key_file).string();
    configuration.source = std::move(source);
    return configuration;
}

}  // namespace ghostcar::board
