// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/cycle/cycle_session.h"

#include <toml++/toml.h>
#include <array>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/overrides.h"
#include "board/ghostcar/words.h"
#include "model/config/file_format.h"
#include "model/driver/cycle_driver/learning_run.h"
#include "model/driver/cycle_warnings.h"
#include "model/driver/drive_cycle_reader.h"
#include "rt_core/arbitrate.h"
#include "rt_core/state_hash.h"

namespace ghostcar::board {
namespace {

using model::TableReader;

constexpr std::array<std::pair<std::string_view, int>, 1> robot_kinds{{{"cycle-robot", 0}}};

/// Reads [driver] to its end.
model::RobotSetup robot_of(TableReader& driver, std::int64_t gears_of_car) {
    driver.choice("kind", robot_kinds);
    const model::RobotSetup setup = model::RobotSetup::from_toml(driver, gears_of_car);
    driver.text_or("learned", "");  // read_source has looked at it
    driver.finish();
    return setup;
}

/// The table of that name; none where there is none: whoever reads it in earnest says so.
toml::table table_in(const toml::table& of, std::string_view name) {
    const toml::table* table = of[name].as_table();
    return table != nullptr ? *table : toml::table{};
}

/// What a robot learns is a function of car, robot and wires: a mark of all three.
std::string mark_of(const RunSource& source, const toml::table& session, const toml::table& board) {
    toml::table robot = table_in(session, "driver");
    robot.erase("learned");
    std::ostringstream text;
    text << parse_toml(source.vehicle.text, source.vehicle.path) << robot
         << table_in(board, "wires");
    std::uint64_t hash = rt_core::hash_seed;
    for (const char letter : text.str())
        hash = rt_core::hash_word(hash, static_cast<unsigned char>(letter));
    return hex_word(hash);
}

std::string mark_in(const SourceText& learned) {
    const toml::table table = parse_toml(learned.text, learned.path);
    return table["made_for"].value_or(std::string());
}

model::LongitudinalParameters vehicle_of(const RunSource& source) {
    const toml::table table = parse_toml(source.vehicle.text, source.vehicle.path);
    TableReader reader(table);
    return model::LongitudinalParameters::from_toml(reader);
}

std::string learning_run(const RunSource& source, const toml::table& session,
                         const toml::table& board) {
    TableReader driver = TableReader(session).table("driver");
    TableReader wires = TableReader(board).table("wires");
    model::LongitudinalParameters vehicle = vehicle_of(source);
    const model::RobotSetup setup = robot_of(driver, vehicle.gearbox.gears);
    const model::World world(model::Longitudinal(std::move(vehicle)), {});
    drivers::VirtualBench bench = drivers::VirtualBench::with_robot(
        wires, model::BenchRobot(model::LearningRun(setup)), {}, source.seed);
    const model::BenchRobot::Learns& robot = *bench.robot().learns();
    rt_core::State state;
    state.world = world.initial();
    state.session.phase = rt_core::Phase::running;
    while (!robot.run.finished(robot.state)) {
        rt_core::Inputs inputs;
        bench.latch(++state.tick, inputs);
        world.step(state.world,
                   rt_core::arbitrate(state.session.phase, state.world, inputs.controls));
        bench.publish(inputs, state, 0);
    }
    if (!robot.run.succeeded(robot.state))
        throw UsageError(source.vehicle.path + ": the robot cannot learn this car (step " +
                         std::to_string(robot.state.gave_up_step + 1) + " of " +
                         std::to_string(robot.run.step_count()) +
                         " took longer than two minutes); see the keys of [driver], "
                         "highest_engine_rpm before all");
    std::ostringstream text;
    text << robot.run.result(robot.state).to_toml()
         << "learning_s = " << static_cast<double>(state.tick) * rt_core::tick_s << "\n";
    return text.str();
}

model::DriveTraceLoad load_of(const model::LongitudinalParameters& vehicle) {
    const model::RoadLoadParameters& road = vehicle.road_load;
    return {road.rolling_n, road.rolling_per_speed_nspm, road.air_ns2pm2, vehicle.mass_kg};
}

}  // namespace

std::shared_ptr<const model::DriveCycle> cycle_of(const RunSource& source) {
    return std::make_shared<const model::DriveCycle>(
        model::read_drive_cycle(source.cycle.text, source.cycle.path, source.cycle_name));
}

void learn(RunSource& source, const toml::table& session) {
    const toml::table board = parse_toml(source.board.text, source.board.path);
    TableReader board_reader(board);
    model::require_known_format(board_reader);
    const std::string mark = mark_of(source, session, board);
    if (!source.learned.text.empty()) {
        if (mark_in(source.learned) != mark)
            std::cerr << "ghostcar: warning: " << source.learned.path
                      << ": was learned with another car, robot or wires\n";
        return;
    }
    const bool anew = TableReader(session).table("driver").text_or("learned", "") == learn_anew;
    const std::filesystem::path shipped = find_data(DataKind::learned, source.vehicle_name);
    if (!anew && std::filesystem::exists(shipped)) {
        SourceText known = read_text(shipped);
        if (mark_in(known) == mark) {
            source.learned = std::move(known);
            return;
        }
    }
    source.learned = {"learning run before the drive",
                      learning_run(source, session, board) + "made_for = \"" + mark + "\"\n"};
}

CycleParts cycle_parts(TableReader& root, TableReader& wires, const RunSource& source,
                       std::shared_ptr<const model::DriveCycle> cycle,
                       const model::LongitudinalParameters& vehicle,
                       const drivers::WireFaultList& faults) {
    TableReader driver = root.table("driver");
    const model::RobotSetup setup = robot_of(driver, vehicle.gearbox.gears);
    const toml::table learned_toml = parse_toml(source.learned.text, source.learned.path);
    TableReader learned_table(learned_toml);
    CycleSession session{std::move(cycle),    {},  model::LearnedCar::from_toml(learned_table),
                         source.learned.text, 0.0, {}};
    session.learning_s = learned_table.number_or("learning_s", 0.0, model::Range::not_negative());
    learned_table.text_or("made_for", "");
    learned_table.finish();
    if (session.learned.gears != setup.gears)
        learned_table.fail("gears", "found " + std::to_string(session.learned.gears),
                           "this car is driven with " + std::to_string(setup.gears) +
                               "; let the robot learn it anew: leave out [driver] learned");
    const toml::table nothing;
    std::optional<TableReader> judge_table = root.table_if("judge");
    if (!judge_table) judge_table.emplace(nothing, "judge");
    session.rules =
        model::CycleRules::from_toml(*judge_table, session.cycle->remarks(), load_of(vehicle));
    judge_table->finish();
    session.warnings = model::cycle_warnings(session.cycle->samples(),
                                             model::ability_of(session.learned, setup.highest_rpm));

    model::Judge judge(model::CycleJudge(session.cycle, session.rules.tolerance,
                                         model::Gearbox(vehicle.gearbox, vehicle.wheel_radius_m),
                                         cycle_lead_ticks));
    model::BenchRobot robot(session.cycle, session.learned, setup);
    return {std::move(session), std::move(judge),
            drivers::VirtualBench::with_robot(wires, std::move(robot), faults, source.seed)};
}

}  // namespace ghostcar::board
