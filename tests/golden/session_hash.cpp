// SPDX-License-Identifier: Apache-2.0
// Runs a session and prints its last state hash, with nothing but model, rt_core and the virtual
// drivers: what has to give the same bits under every compiler and every set of flags. Cheap to
// build, so that many builds can be compared (same_bits.py); the program itself is one of them.
//
// usage: session_hash SESSION.toml DATA_FOLDER BOARD.toml [SECONDS [VEHICLE]]
#include <toml++/toml.h>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drivers/virtual/virtual_bench.h"
#include "model/driver/controller/builtin.h"
#include "model/driver/controller/view.h"
#include "model/driver/cycle_driver/cycle_driver.h"
#include "model/driver/drive_cycle_reader.h"
#include "model/experiment/experiment.h"
#include "model/judge/bench_judge.h"
#include "model/judge/cycle_judge.h"
#include "model/judge/cycle_verdict.h"
#include "model/world/world.h"
#include "rt_core/controller/car_controllers.h"
#include "rt_core/controller/controller_port.h"
#include "rt_core/session_config.h"
#include "rt_core/tick.h"

namespace ghostcar {
namespace {

constexpr std::uint64_t seed = 1;  // the program's default

// board/ghostcar/configuration.cpp reads the same files strictly; here they are known to be good,
// and what does not feed State is not looked at.
struct Files {
    toml::table session;
    toml::table board;
    std::string data;
    std::string vehicle;  // instead of the session's

    [[nodiscard]] toml::table parse(const char* kind, const std::string& name) const {
        return toml::parse_file(data + "/" + kind + "/" + name + ".toml");
    }
};

std::uint64_t last_hash(rt_core::Tick& tick) {
    while (!tick.done()) tick.run(0);
    return tick.state_hash();
}

model::Environment environment_of(model::TableReader& session) {
    model::TableReader table = session.table("environment");
    model::Environment environment;
    environment.grade = table.number("grade_pct", model::Range::any()) / 100.0;
    environment.headwind_mps = table.number("headwind_mps", model::Range::any());
    return environment;
}

drivers::WireFaultList faults_of(model::TableReader& session) {
    std::optional<model::TableReader> table = session.table_if("wires");
    return table ? drivers::WireFaultList::from_toml(*table) : drivers::WireFaultList{};
}

std::uint64_t bench_hash(const Files& files, const rt_core::SessionConfig& config) {
    model::TableReader session(files.session);
    model::TableReader board(files.board);
    const toml::table vehicle_toml =
        files.parse("vehicles", files.vehicle.empty() ? session.table("session").text("vehicle")
                                                      : files.vehicle);
    model::TableReader vehicle(vehicle_toml);
    const model::World world(model::Longitudinal(model::LongitudinalParameters::from_toml(vehicle)),
                             environment_of(session));
    model::TableReader judge_table = session.table("judge");
    model::TableReader driver_table = session.table("driver");
    model::TableReader wires_table = board.table("wires");
    drivers::VirtualBench bench =
        drivers::VirtualBench::from_toml(wires_table, driver_table, faults_of(session), seed);
    rt_core::Tick tick(config, world, model::Judge(model::BenchJudge::from_toml(judge_table)),
                       {&bench}, {&bench});
    return last_hash(tick);
}

/// The robot knows what is shipped for its car; learning comes before the session.
std::uint64_t cycle_hash(const Files& files, const rt_core::SessionConfig& config) {
    model::TableReader root(files.session);
    model::TableReader board(files.board);
    model::TableReader session = root.table("session");
    const std::string car = session.text("vehicle");
    const std::string name = session.text("cycle");
    const std::string path = files.data + "/cycles/" + name + ".csv";
    std::ifstream file(path);
    const auto cycle = std::make_shared<const model::DriveCycle>(
        model::read_drive_cycle(std::string(std::istreambuf_iterator<char>(file), {}), path, name));
    const toml::table vehicle_toml = files.parse("vehicles", car);
    model::TableReader vehicle_table(vehicle_toml);
    model::LongitudinalParameters vehicle = model::LongitudinalParameters::from_toml(vehicle_table);
    const toml::table learned_toml = files.parse("learned", car);
    model::TableReader learned_table(learned_toml);
    model::TableReader driver = root.table("driver");
    const model::RobotSetup setup = model::RobotSetup::from_toml(driver, vehicle.gearbox.gears);
    const toml::table nothing;
    std::optional<model::TableReader> judge_table = root.table_if("judge");
    if (!judge_table) judge_table.emplace(nothing, "judge");
    const model::CycleRules rules =
        model::CycleRules::from_toml(*judge_table, cycle->remarks(), {});
    // As board/ghostcar/cycle/cycle_session.h explains.
    constexpr std::int64_t lead_ticks = model::CycleDriver::preparation_ticks + 2;
    model::TableReader wires = board.table("wires");
    drivers::VirtualBench bench = drivers::VirtualBench::with_robot(
        wires, model::BenchRobot(cycle, model::LearnedCar::from_toml(learned_table), setup),
        faults_of(root), seed);
    model::Judge judge(model::CycleJudge(cycle, rules.tolerance,
                                         model::Gearbox(vehicle.gearbox, vehicle.wheel_radius_m),
                                         lead_ticks));
    const model::World world(model::Longitudinal(std::move(vehicle)), environment_of(root), cycle,
                             lead_ticks);
    rt_core::Tick tick(config, world, std::move(judge), {&bench}, {&bench});
    return last_hash(tick);
}

/// Several cars with built-in controllers of their own.
std::uint64_t race_hash(model::TableReader& session, const rt_core::SessionConfig& config,
                        const model::World& world, model::Experiment& experiment) {
    const model::ViewMaker views(*world.road(), experiment.goal);
    rt_core::Exchange exchange;
    const std::atomic<bool> ended{false};
    std::list<model::ViewMaker> own_views;
    std::list<rt_core::ControllerPort> own;
    std::vector<rt_core::ControllerPort*> ports;
    std::vector<model::TableReader> cars = session.tables("car");
    for (std::size_t car = 0; car < cars.size(); ++car) {
        std::optional<model::TableReader> controller = cars[car].table_if("controller");
        if (!controller) continue;
        own_views.push_back(views.of_car(car));
        own.emplace_back(rt_core::ControllerTiming{}, own_views.back(), exchange, ended,
                         model::find_builtin(controller->text("builtin")));
        ports.push_back(&own.back());
    }
    rt_core::CarControllers wires(ports);
    rt_core::Tick tick(config, world, std::move(experiment.judge), {&wires}, {&wires});
    for (rt_core::ControllerPort* port : ports) port->begin(tick.cars());
    return last_hash(tick);
}

std::uint64_t road_hash(const Files& files, model::RoadKind kind,
                        const rt_core::SessionConfig& config) {
    model::TableReader session(files.session);
    const toml::table track_toml = files.parse("tracks", session.table("session").text("track"));
    model::TableReader track(track_toml);
    model::Experiment experiment = model::experiment_from_toml(
        kind, session, model::Track::from_toml(track),
        [&files](const std::string& name) {
            const toml::table table =
                files.parse("vehicles", files.vehicle.empty() ? name : files.vehicle);
            model::TableReader vehicle(table);
            return model::CarParameters::from_toml(vehicle);
        },
        seed, config.duration_ticks);
    const model::World world(std::move(experiment.world));
    if (world.controlled_cars() > 0) return race_hash(session, config, world, experiment);
    std::optional<model::TableReader> controller = session.table_if("controller");
    if (!controller) {
        rt_core::Tick tick(config, world, std::move(experiment.judge), {}, {});
        return last_hash(tick);
    }
    const model::ViewMaker views(*world.road(), experiment.goal);
    rt_core::Exchange exchange;
    const std::atomic<bool> ended{false};
    rt_core::ControllerPort port({}, views, exchange, ended,
                                 model::find_builtin(controller->text("builtin")));
    rt_core::Tick tick(config, world, std::move(experiment.judge), {&port}, {&port});
    port.begin(tick.cars());
    return last_hash(tick);
}

std::uint64_t hash_of(const Files& files, double seconds) {
    model::TableReader root(files.session);
    model::TableReader session = root.table("session");
    // A cycle is as long as it is; nobody here drives one to its end.
    rt_core::SessionConfig config = rt_core::SessionConfig::from_toml(session, 60'000);
    if (seconds > 0.0) config.duration_ticks = static_cast<std::int64_t>(seconds * 1000.0);
    const std::string kind = session.text("kind");
    for (const auto& [word, road] : model::road_kinds)
        if (word == kind) return road_hash(files, road, config);
    return kind == "cycle" ? cycle_hash(files, config) : bench_hash(files, config);
}

}  // namespace
}  // namespace ghostcar

int main(int count, char** words) {
    if (count < 4 || count > 6) {
        std::fputs("usage: session_hash SESSION.toml DATA_FOLDER BOARD.toml [SECONDS [VEHICLE]]\n",
                   stderr);
        return 2;
    }
    try {
        const ghostcar::Files files{toml::parse_file(words[1]), toml::parse_file(words[3]),
                                    words[2], count > 5 ? words[5] : ""};
        const double seconds = count > 4 ? std::strtod(words[4], nullptr) : 0.0;
        std::printf("%016" PRIx64 "\n", ghostcar::hash_of(files, seconds));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "session_hash: %s\n", error.what());
        return 2;
    }
    return 0;
}
