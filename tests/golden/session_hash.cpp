// SPDX-License-Identifier: Apache-2.0
// Runs a session and prints its last state hash, with nothing but model, rt_core and the virtual
// drivers: what has to give the same bits under every compiler and every set of flags. Cheap to
// build, so that many builds can be compared (same_bits.py); the program itself is one of them.
//
// usage: session_hash SESSION.toml VEHICLE.toml BOARD.toml
#include <toml++/toml.h>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <optional>

#include "drivers/virtual/virtual_bench.h"
#include "model/judge/bench_judge.h"
#include "model/world/world.h"
#include "rt_core/session_config.h"
#include "rt_core/tick.h"

namespace ghostcar {
namespace {

constexpr std::uint64_t seed = 1;  // the program's default

// board/ghostcar/configuration.cpp reads the same files strictly; here they are known to be good,
// and what does not feed State is not looked at.
std::uint64_t hash_of(const char* session_path, const char* vehicle_path, const char* board_path) {
    const toml::table session_toml = toml::parse_file(session_path);
    const toml::table vehicle_toml = toml::parse_file(vehicle_path);
    const toml::table board_toml = toml::parse_file(board_path);
    model::TableReader session(session_toml);
    model::TableReader vehicle(vehicle_toml);
    model::TableReader board(board_toml);

    model::TableReader environment_table = session.table("environment");
    model::Environment environment;
    environment.grade = environment_table.number("grade_pct", model::Range::any()) / 100.0;
    environment.headwind_mps = environment_table.number("headwind_mps", model::Range::any());
    const model::World world(model::Longitudinal(model::LongitudinalParameters::from_toml(vehicle)),
                             environment);

    model::TableReader judge_table = session.table("judge");
    model::TableReader session_table = session.table("session");
    model::TableReader driver_table = session.table("driver");
    model::TableReader wires_table = board.table("wires");
    std::optional<model::TableReader> fault_table = session.table_if("wires");
    const drivers::WireFaultList faults =
        fault_table ? drivers::WireFaultList::from_toml(*fault_table) : drivers::WireFaultList{};
    drivers::VirtualBench bench =
        drivers::VirtualBench::from_toml(wires_table, driver_table, faults, seed);

    rt_core::Tick tick(rt_core::SessionConfig::from_toml(session_table), world,
                       model::BenchJudge::from_toml(judge_table), {&bench}, {&bench});
    while (!tick.done()) tick.run(0);
    return tick.state_hash();
}

}  // namespace
}  // namespace ghostcar

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: session_hash SESSION.toml VEHICLE.toml BOARD.toml\n", stderr);
        return 2;
    }
    try {
        std::printf("%016" PRIx64 "\n", ghostcar::hash_of(words[1], words[2], words[3]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "session_hash: %s\n", error.what());
        return 2;
    }
    return 0;
}
