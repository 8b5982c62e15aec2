// SPDX-License-Identifier: Apache-2.0
// The pedal-robot bench without hardware. Per tick:
//
//   gauges of the tick before → robot → legs, hand → sensors (volts, switches: noise, converter
//   steps, bounce, broken wires) → calibration and debounce, as for real wires → Inputs
//   State → gauges: volts in the converter's steps, or the fault value in the safe state
//
// The robot is on the far side of the wires: the heart knows only what the sensors report. All of
// it is a function of the session, the seed and the tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "drivers/gear_lever.h"
#include "drivers/pedal_calibration.h"
#include "drivers/second_track.h"
#include "drivers/virtual/virtual_gauge.h"
#include "drivers/virtual/virtual_lever.h"
#include "drivers/virtual/virtual_pedal.h"
#include "drivers/virtual/wire_fault.h"
#include "drivers/wire_report.h"
#include "model/config/table_reader.h"
#include "model/driver/bench_robot.h"
#include "rt_core/ports.h"

namespace ghostcar::drivers {

class VirtualBench : public rt_core::InputSource, public rt_core::OutputSink {
public:
    /// `board_wires` is the board's [wires] table and is read to its end; `driver` is the session's
    /// [driver] table and is read to its end; `faults` come from the session's [wires] table.
    static VirtualBench from_toml(model::TableReader& board_wires, model::TableReader& driver,
                                  const WireFaultList& faults, std::uint64_t seed);
    /// The same wires with a robot that is there already.
    static VirtualBench with_robot(model::TableReader& board_wires, model::BenchRobot robot,
                                   const WireFaultList& faults, std::uint64_t seed);

    /// The robot moves in the ticks that follow a running State: it sees the first gauges of the
    /// drive, then acts. In ready and countdown it is in its starting pose; paused, at the end and
    /// in the safe state it stays as it is.
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    [[nodiscard]] const model::BenchRobot& robot() const noexcept { return robot_; }
    [[nodiscard]] const model::RobotOutput& robot_output() const noexcept { return robot_.at(); }
    /// What was found wrong with the wires so far.
    [[nodiscard]] const WireReports& reports() const noexcept { return reports_; }
    /// What the session stages on them.
    [[nodiscard]] const WireFaultList& staged() const noexcept { return faults_; }
    [[nodiscard]] const VirtualGauge& engine_speed() const noexcept { return engine_speed_; }
    [[nodiscard]] const VirtualGauge& vehicle_speed() const noexcept { return vehicle_speed_; }

private:
    /// Often enough for a sensor that is stuck, and cheap. A healthy one shows the same voltage at
    /// two looks now and then, but not at thirty in a row.
    static constexpr std::int64_t ticks_between_looks = 16;

    /// The second track of a pedal's sensor, where the board has one.
    struct TrackWire {
        SecondTrack comparison;
        VirtualPedal sensor;
        TrackSignal signal{};
        double last_v = 0.0;
    };

    /// One pedal, from the leg to the position.
    struct PedalWire {
        PedalCalibration calibration;
        VirtualPedal sensor;
        PedalSignal signal{};
        double last_v = 0.0;
        double looked_v = 0.0;           // at the last look for a stuck sensor
        std::int64_t same_ticks = 0;     // at every look since then not a bit had changed
        std::int64_t stuck_after_ticks;  // … for so long: reported
        std::optional<TrackWire> second;

        static PedalWire from_toml(model::TableReader reader);
        void step(double leg, double noise, WireCondition condition) noexcept {
            take(sensor.read_v(leg, noise, condition, last_v));
        }
        void take(double volts) noexcept {
            last_v = volts;
            calibration.step(signal, volts);
        }
        void look_if_stuck() noexcept {
            const bool same = last_v == looked_v && !signal.faulty;  // dead is not stuck
            same_ticks = same ? same_ticks + ticks_between_looks : 0;
            looked_v = last_v;
        }
        [[nodiscard]] bool is_faulty() const noexcept {
            return signal.faulty || (second && second->signal.faulty);
        }
    };
    /// Volts under way to the converter, where a delay is staged.
    using Delayed = std::array<double, static_cast<std::size_t>(longest_wire_delay) + 1>;

    VirtualBench(model::BenchRobot robot, const std::array<PedalWire, 3>& pedals,
                 const GearLever& lever, const VirtualLever& switches, const Gauge& engine_speed,
                 const Gauge& vehicle_speed, const WireFaultList& faults,
                 std::uint64_t seed) noexcept;

    void move_robot() noexcept;
    void read_troubled(unsigned index, double leg, double noise) noexcept;
    void read_second_track(unsigned index, double leg, double noise) noexcept;
    void look_if_stuck() noexcept;
    /// Something may be wrong with the wires.
    void look_closer(rt_core::Inputs& inputs) noexcept;

    model::BenchRobot robot_;
    std::array<PedalWire, 3> pedals_;  // indexed by WireSignal
    GearLever lever_;
    LeverSignal lever_signal_{};
    VirtualLever switches_;
    VirtualLeverState switches_state_{};
    VirtualGauge engine_speed_;
    VirtualGauge vehicle_speed_;
    WireFaultList faults_;
    std::array<WireCondition, wire_signal_count> conditions_{};  // indexed by WireSignal
    std::array<WireCondition, wire_signal_count> second_conditions_{};
    std::array<Delayed, 3> delayed_{};
    WireReports reports_;
    bool two_tracks_;            // some pedal has two
    std::uint64_t pedal_noise_;  // streams of model/math/noise.h
    std::uint64_t lever_noise_;
    rt_core::Phase phase_ = rt_core::Phase::ready;  // of the last published State
    std::int64_t driving_tick_ = -1;                // since the first running State; -1: not yet
};

}  // namespace ghostcar::drivers
