// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/cycle_driver/cycle_drive.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/driver/drive_cycle_reader.h"

namespace ghostcar::tests {
namespace {

const std::string top = ".";  // the tests run at the top of the repository
constexpr double full_accelerator = 0.99;

}  // namespace

model::RobotSetup desk_robot(std::int64_t gears) {
    // 50 ms to full speed, 5 ms to react, steps of a thousandth; a shift interrupts for half a
    // second.
    model::RobotLimbs::Limits limits;
    limits.acceleration_per_s2 = 60.0;
    limits.delay_ticks = 5;
    limits.resolution = 0.001;
    return {model::RobotLimbs({3.0, 2.0, 6.0, 4.0, 0.2}, limits), gears, 0.15, 5500.0, 120.0};
}

Lesson learn(const std::string& vehicle, const WireTroubles& troubles, const Edit& edit) {
    WiredCar car(top, vehicle, troubles, edit);
    const model::LearningRun run(desk_robot(car.parameters().gearbox.gears));
    const auto state = std::make_unique<model::LearningState>();
    std::int64_t ticks = 0;
    while (!run.finished(*state)) {
        run.step(*state, car.gauge());
        car.tick(state->limbs.at);
        ++ticks;
    }
    return {run.succeeded(*state), run.result(*state), static_cast<double>(ticks) * 0.001,
            car.state().stalls, car.state().blocked_shifts};
}

model::DriveCycle shipped_cycle(const std::string& name) {
    const std::string path = top + "/model/data/cycles/" + name + ".csv";
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " cannot be read");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return model::read_drive_cycle(text, path, name);
}

Drive drive(const model::DriveCycle& cycle, const model::LearnedCar& car,
            const std::string& vehicle, const WireTroubles& troubles, const Edit& edit,
            const Watch& watch) {
    const model::CycleDriver driver(cycle, car, desk_robot(car.gears));
    WiredCar wired(top, vehicle, troubles, edit);
    model::CycleDriverState state = driver.initial();
    Drive result;
    std::vector<double> target;
    std::vector<double> driven;
    std::vector<double> replaced;
    std::int64_t last_gear = 0;
    bool open = false;
    double open_s = 0.0;
    while (!driver.finished(state)) {
        const std::int64_t tick = state.tick;
        driver.step(state, wired.gauge());
        wired.tick(state.limbs.at, cycle.grade(tick));
        watch(state, wired);
        if (tick < 0) continue;
        const model::LongitudinalState& now = wired.state();
        const bool full = wired.controls().accelerator >= full_accelerator;
        if (tick % 100 == 0) {
            target.push_back(cycle.speed_kph(tick));
            driven.push_back(wired.speed_kph());
            replaced.push_back(full ? target.back() : driven.back());
        }
        if (full) result.full_accelerator_s += 0.001;
        if (now.engine == model::EngineMode::off) result.engine_off_s += 0.001;
        if (wired.controls().accelerator > 0.0 && wired.controls().brake > 0.0) {
            result.pedal_overlap_s += 0.001;
        }
        result.highest_rpm = model::maximum(result.highest_rpm, wired.gauge().engine_rpm);
        if (now.gear != 0 && now.gear != last_gear) {
            ++result.shifts;
            last_gear = now.gear;
        }
        // From lifting the accelerator for an upshift until the clutch carries torque again.
        if (state.mode == model::DriverMode::shifting && now.speed_mps > 3.0 && !open) {
            open = state.wanted_mps2 > 0.2;
            open_s = 0.0;
        }
        open_s += 0.001;
        const bool ended = state.mode != model::DriverMode::shifting &&
                           (now.clutch_torque_nm > 10.0 || state.wanted_mps2 < 0.1);
        if (open && ended) {
            result.longest_interruption_s = model::maximum(result.longest_interruption_s, open_s);
            result.sum_interruption_s += open_s;
            ++result.upshifts;
            open = false;
        }
    }
    const model::LongitudinalParameters& parameters = wired.parameters();
    const model::DriveTraceLoad load{parameters.road_load.rolling_n,
                                     parameters.road_load.rolling_per_speed_nspm,
                                     parameters.road_load.air_ns2pm2, parameters.mass_kg};
    const model::DriveTolerance tolerance;
    result.indices = model::DriveTrace(target, driven, tolerance).indices(load);
    result.as_standard = model::DriveTrace(target, replaced, tolerance).indices(load);
    result.stalls = wired.state().stalls;
    result.blocked_shifts = wired.state().blocked_shifts;
    return result;
}

void print(const std::string& name, const Drive& drive) {
    std::printf(
        "%-18s IWR %+6.3f %%  RMSSE %.3f km/h  excursions %zu (%.1f s)  full accelerator %.1f s "
        "(so judged: IWR %+6.3f %%  RMSSE %.3f)  shifts %lld  interruption mean %.2f longest %.2f "
        "s  "
        "stalls %llu  blocked %llu\n",
        name.c_str(), drive.indices.iwr_pct.value_or(0.0), drive.indices.rmsse_kph,
        drive.indices.excursions, drive.indices.total_excursion_s, drive.full_accelerator_s,
        drive.as_standard.iwr_pct.value_or(0.0), drive.as_standard.rmsse_kph,
        static_cast<long long>(drive.shifts),
        drive.upshifts > 0 ? drive.sum_interruption_s / static_cast<double>(drive.upshifts) : 0.0,
        drive.longest_interruption_s, static_cast<unsigned long long>(drive.stalls),
        static_cast<unsigned long long>(drive.blocked_shifts));
}

}  // namespace ghostcar::tests
