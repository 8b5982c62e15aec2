// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/drivers/bench_drive.h"

#include <toml++/toml.h>
#include <utility>

#include "model/math/numeric.h"
#include "model/vehicle/longitudinal_parameters.h"
#include "rt_core/state_hash.h"

namespace ghostcar::tests {
namespace {

toml::table parse_session(const std::string& name, const std::function<void(toml::table&)>& edit) {
    toml::table session = toml::parse_file("model/data/sessions/" + name + ".toml");
    edit(session);
    return session;
}

model::World make_world(const toml::table& session_file) {
    model::TableReader root(session_file);
    const std::string vehicle_name = root.table("session").text("vehicle");
    const toml::table vehicle_file =
        toml::parse_file("model/data/vehicles/" + vehicle_name + ".toml");
    model::TableReader vehicle(vehicle_file);
    model::TableReader road = root.table("environment");
    const double grade = road.number("grade_pct", model::Range::between(-50.0, 50.0)) * 0.01;
    const double wind = road.number("headwind_mps", model::Range::between(-60.0, 60.0));
    return {model::Longitudinal(model::LongitudinalParameters::from_toml(vehicle)), {grade, wind}};
}

model::BenchJudge make_judge(const toml::table& session_file) {
    model::TableReader root(session_file);
    model::TableReader table = root.table("judge");
    const model::BenchJudge judge = model::BenchJudge::from_toml(table);
    table.finish();
    return judge;
}

drivers::VirtualBench make_bench(const toml::table& session_file, std::uint64_t seed) {
    model::TableReader root(session_file);
    drivers::WireFaultList faults;
    if (auto wires = root.table_if("wires")) faults = drivers::WireFaultList::from_toml(*wires);
    model::TableReader driver = root.table("driver");
    const toml::table board_file = toml::parse_file("board/desk/board.toml");
    model::TableReader board(board_file);
    model::TableReader wires = board.table("wires");
    return drivers::VirtualBench::from_toml(wires, driver, faults, seed);
}

std::int64_t duration_ticks(const toml::table& session_file) {
    model::TableReader root(session_file);
    const double duration_s = root.table("session").number("duration_s", model::Range::positive());
    return static_cast<std::int64_t>(duration_s / rt_core::tick_s + 0.5);
}

}  // namespace

BenchDrive::BenchDrive(const std::string& session, std::uint64_t seed,
                       const std::function<void(toml::table&)>& edit)
    : BenchDrive(parse_session(session, edit), seed) {}

BenchDrive::BenchDrive(const toml::table& session_file, std::uint64_t seed)
    : world_(make_world(session_file)),
      judge_(make_judge(session_file)),
      bench_(make_bench(session_file, seed)),
      duration_ticks_(duration_ticks(session_file)),
      inputs_hash_(rt_core::hash_seed) {
    state_.world = world_.initial();
    state_.session.phase = rt_core::Phase::running;
}

bool BenchDrive::tick() {
    ++state_.tick;
    inputs_ = {};
    bench_.latch(state_.tick, inputs_);
    inputs_hash_ = rt_core::chain_hash(inputs_hash_, inputs_);
    world_.step(state_.world, inputs_.controls);
    judge_.step(state_.judge.bench, state_.world);
    bench_.publish(inputs_, state_, 0);
    return state_.tick < duration_ticks_;
}

double BenchDrive::engine_rpm() const {
    return state_.world.car.engine_speed_radps / model::radps_per_rpm;
}

}  // namespace ghostcar::tests
