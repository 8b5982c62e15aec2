// SPDX-License-Identifier: Apache-2.0
// A session of kind "cycle": a robot drives a cycle with a car it has learned. Before the drive it
// learns the car through the same wires, on a level road and as fast as the machine goes, unless
// that has been done before: what was learned of the shipped cars is shipped, each with a mark of
// what it was made for (car, robot, wires), and a session may name a file ([driver] learned). What
// was learned goes through its file's text in any case, so a drive is the same either way.
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <memory>
#include <string>
#include <vector>

#include "drivers/virtual/virtual_bench.h"
#include "model/driver/cycle_driver/learned_car.h"
#include "model/driver/drive_cycle.h"
#include "model/judge/cycle_verdict.h"
#include "model/judge/judge.h"
#include "model/world/world.h"

namespace ghostcar::board {

struct RunSource;

/// What belongs to a cycle session and to no other.
struct CycleSession {
    std::shared_ptr<const model::DriveCycle> cycle;
    model::CycleRules rules;
    model::LearnedCar learned;
    std::string learned_toml;
    double learning_s = 0.0;            // how long it took to learn
    std::vector<std::string> warnings;  // one line each: what a driver should know of the trace
};

/// From the first driving tick to the cycle's first moment. A robot acts in the tick after the
/// State it has seen, and sees the first running State one tick after it began: two ticks more than
/// it needs to prepare itself.
constexpr std::int64_t cycle_lead_ticks = model::CycleDriver::preparation_ticks + 2;

[[nodiscard]] std::shared_ptr<const model::DriveCycle> cycle_of(const RunSource& source);

/// In the session, [driver] learned = "anew": learn, whatever is known.
constexpr const char* learn_anew = "anew";

/// Fills source.learned, unless the session has named a file: what is shipped for this car, robot
/// and wires, or else what a learning run finds out. Throws UsageError when the robot cannot get
/// along with the car.
void learn(RunSource& source, const toml::table& session);

/// Everything of a cycle session but its world: the judge, the robot behind its wires, the rules.
struct CycleParts {
    CycleSession session;
    model::Judge judge;
    drivers::VirtualBench bench;
};
[[nodiscard]] CycleParts cycle_parts(model::TableReader& root, model::TableReader& wires,
                                     const RunSource& source,
                                     std::shared_ptr<const model::DriveCycle> cycle,
                                     const model::LongitudinalParameters& vehicle,
                                     const drivers::WireFaultList& faults);

}  // namespace ghostcar::board
