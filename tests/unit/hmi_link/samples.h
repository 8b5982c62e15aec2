// SPDX-License-Identifier: Apache-2.0
// What the tests of this folder share: random but repeatable ticks, and files that go away.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "hmi_link/recording.h"
#include "rt_core/state.h"

namespace ghostcar::tests {

/// SplitMix64: small, and the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {
        std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    }

    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }
    std::uint64_t below(std::uint64_t limit) { return bits() % limit; }

    /// Any finite double, the awkward ones often.
    double number() {
        static constexpr std::array<double, 6> awkward = {0.0,
                                                          -0.0,
                                                          4.9406564584124654e-324,
                                                          -2.2250738585072009e-308,
                                                          1.0,
                                                          -1.7976931348623157e308};
        const std::uint64_t pick = below(12);
        if (pick < awkward.size()) return awkward[pick];
        const double value = std::bit_cast<double>(bits());
        return std::isfinite(value) ? value : 0.5;
    }

private:
    std::uint64_t state_;
};

inline model::Controls random_controls(Random& random) {
    model::Controls controls;
    controls.accelerator = random.number();
    controls.brake = random.number();
    controls.clutch = random.number();
    controls.gear = static_cast<std::int64_t>(random.bits());
    controls.key = static_cast<model::Key>(random.below(3));
    controls.steer = random.number();
    return controls;
}

inline rt_core::Inputs random_inputs(Random& random) {
    rt_core::Inputs inputs;
    inputs.controls = random_controls(random);
    inputs.command.kind = static_cast<rt_core::CommandKind>(random.below(7));
    inputs.command.parameter = static_cast<rt_core::Parameter>(random.below(3));
    inputs.command.value = random.number();
    inputs.faults = random.bits();
    inputs.finish = random.below(2);
    return inputs;
}

inline model::BenchJudgeState random_bench_judge(Random& random) {
    model::BenchJudgeState judge;
    judge.running_ticks = static_cast<std::int64_t>(random.bits());
    judge.motion_clutch = random.number();
    judge.largest_speed_mps = random.number();
    judge.largest_upshift_change_mps = random.number();
    judge.stalls = random.bits();
    judge.blocked_shifts = random.bits();
    judge.shifts = static_cast<std::int64_t>(random.bits());
    judge.shift_in_progress = static_cast<std::int64_t>(random.below(2));
    judge.clutch_down = static_cast<std::int64_t>(random.below(2));
    const std::uint64_t slots = random.below(model::bench_shift_slots + 1);
    for (std::uint64_t i = 0; i < slots; ++i)
        judge.shift[i] = {static_cast<std::int64_t>(random.below(7)),
                          static_cast<std::int64_t>(random.below(7)),
                          static_cast<std::int64_t>(random.bits()),
                          static_cast<std::int64_t>(random.bits()),
                          random.number(),
                          random.number()};
    return judge;
}

inline model::PedalWork random_work(Random& random) {
    const auto whole = [&random] { return static_cast<std::int64_t>(random.bits()); };
    return {random.number(), random.number(), whole(), whole(), whole()};
}

inline model::CycleJudgeState random_cycle_judge(Random& random) {
    const auto whole = [&random] { return static_cast<std::int64_t>(random.bits()); };
    return {.cycle_tick = whole(),
            .target_kph = random.number(),
            .low_kph = random.number(),
            .high_kph = random.number(),
            .excursions = whole(),
            .outside = static_cast<std::int64_t>(random.below(2)),
            .excursion_samples = whole(),
            .longest_excursion_samples = whole(),
            .this_excursion_samples = whole(),
            .accelerator = random_work(random),
            .brake = random_work(random),
            .clutch = random_work(random),
            .overlap_ticks = whole(),
            .full_accelerator_ticks = whole(),
            .slip_ticks = whole(),
            .slip_energy_j = random.number(),
            .shifts = whole(),
            .shift_ticks = whole(),
            .longest_shift_ticks = whole(),
            .out_of_gear_ticks = whole(),
            .last_gear = whole()};
}

inline std::int64_t random_integer(Random& random) {
    return static_cast<std::int64_t>(random.bits());
}

inline model::DriveFigures random_drive_figures(Random& random) {
    return {.periods = random_integer(random),
            .energy_j = random.number(),
            .steering_turns = random.number(),
            .last_steer = random.number(),
            .last_acceleration_mps2 = random.number(),
            .jerk_square_sum = random.number(),
            .largest_jerk_mps3 = random.number(),
            .off_track = static_cast<std::int64_t>(random.below(2)),
            .off_track_periods = random_integer(random),
            .cut_corners = random_integer(random)};
}

inline model::CruiseJudgeState random_cruise_judge(Random& random) {
    return {.running_ticks = random_integer(random),
            .finish_tick = random_integer(random),
            .broken_rule = random_integer(random),
            .damage = random.number(),
            .progress_m = random.number(),
            .drive = random_drive_figures(random)};
}

inline model::FollowJudgeState random_follow_judge(Random& random) {
    return {.running_ticks = random_integer(random),
            .broken_rule = random_integer(random),
            .damage = random.number(),
            .distance_m = random.number(),
            .distance_sum_m = random.number(),
            .risk = {.headway_sum_s = random.number(),
                     .headway_periods = random_integer(random),
                     .least_headway_s = random.number(),
                     .least_ttc_s = random.number(),
                     .exposed_periods = random_integer(random),
                     .exposed_sum_s = random.number(),
                     .unsafe = static_cast<std::int64_t>(random.below(2)),
                     .unsafe_periods = random_integer(random),
                     .unsafe_times = random_integer(random)},
            .drive = random_drive_figures(random)};
}

inline model::ParkJudgeState random_park_judge(Random& random) {
    return {.running_ticks = random_integer(random),
            .start_tick = random_integer(random),
            .finish_tick = random_integer(random),
            .broken_rule = random_integer(random),
            .damage = random.number(),
            .deviation_m = random.number(),
            .ahead_m = random.number(),
            .left_m = random.number(),
            .heading_error_rad = random.number(),
            .finish_speed_kph = random.number(),
            .direction = random_integer(random),
            .direction_changes = random_integer(random),
            .drive = random_drive_figures(random)};
}

inline model::JudgeState random_judge(Random& random) {
    model::JudgeState judge;
    judge.kind = static_cast<model::JudgeKind>(random.below(6));
    if (judge.kind == model::JudgeKind::bench) judge.bench = random_bench_judge(random);
    if (judge.kind == model::JudgeKind::cycle) judge.cycle = random_cycle_judge(random);
    if (judge.kind == model::JudgeKind::cruise) judge.cruise = random_cruise_judge(random);
    if (judge.kind == model::JudgeKind::follow) judge.follow = random_follow_judge(random);
    if (judge.kind == model::JudgeKind::park) judge.park = random_park_judge(random);
    if (judge.kind == model::JudgeKind::race)
        judge.race = {random_integer(random), random_integer(random), random_integer(random)};
    return judge;
}

inline rt_core::State random_state(Random& random, std::int64_t tick) {
    rt_core::State state;
    state.tick = tick;
    state.session.phase = static_cast<rt_core::Phase>(random.below(9));
    state.session.phase_ticks = static_cast<std::int64_t>(random.bits());
    state.session.running_ticks = static_cast<std::int64_t>(random.bits());
    state.session.outcome = static_cast<rt_core::Outcome>(random.below(5));
    state.session.active_faults = random.bits();
    state.session.latched_faults = random.bits();
    state.world.environment = {random.number(), random.number()};
    state.world.controls = random_controls(random);
    state.world.finish = random.below(2);
    model::LongitudinalState& car = state.world.car;
    for (double* value : {&car.distance_m, &car.speed_mps, &car.acceleration_mps2,
                          &car.engine_speed_radps, &car.engine_torque_nm, &car.charge_torque_nm,
                          &car.governor_torque_nm, &car.clutch_torque_nm, &car.brake_force_n})
        *value = random.number();
    car.engine = static_cast<model::EngineMode>(random.below(4));
    car.cranking_ticks = static_cast<std::int64_t>(random.bits());
    car.gear = static_cast<std::int64_t>(random.bits());
    car.lever = static_cast<std::int64_t>(random.bits());
    car.clutch_locked = random.below(2);
    car.fuel_cut = random.below(2);
    car.stalls = random.bits();
    car.blocked_shifts = random.bits();
    state.judge = random_judge(random);
    return state;
}

inline hmi_link::RecordingHeader sample_header() {
    hmi_link::RecordingHeader header;
    header.session_name = "robot-demo";
    header.session_toml = "[session]\nduration_s = 45\n";
    header.vehicle_toml = "name = \"Fahrzeug \xC3\xA4\"\n";
    header.board_toml = "";
    header.ghostcar_version = "0.1.0";
    header.seed = 18446744073709551615ULL;
    header.other = {{"overrides", "session.duration_s=3"}};
    return header;
}

/// A file name that no one else uses; the file is removed at the end.
class TemporaryFile {
public:
    TemporaryFile() {
        const char* directory = std::getenv("TMPDIR");
        path_ = std::string(directory != nullptr ? directory : "/tmp") + "/ghostcar-test-XXXXXX";
        const int file = ::mkstemp(path_.data());
        if (file < 0) throw std::runtime_error("no temporary file");
        ::close(file);
    }
    ~TemporaryFile() { ::unlink(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] int open_for_writing() const {
        return ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    }
    [[nodiscard]] std::string content() const {
        std::ifstream file(path_, std::ios::binary);
        std::ostringstream bytes;
        bytes << file.rdbuf();
        return bytes.str();
    }
    void set_content(const std::string& bytes) const {
        std::ofstream file(path_, std::ios::binary | std::ios::trunc);
        file << bytes;
    }

private:
    std::string path_;
};

}  // namespace ghostcar::tests
