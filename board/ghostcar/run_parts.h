// SPDX-License-Identifier: Apache-2.0
// What a session puts around the loop: its buses, whoever drives, stream, commands, recording.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "board/ghostcar/can_session.h"
#include "board/ghostcar/can_tools.h"
#include "board/ghostcar/configuration.h"
#include "board/ghostcar/controller/car_crew.h"
#include "board/ghostcar/controller/controller_wiring.h"
#include "board/ghostcar/cycle/cycle_log.h"
#include "board/ghostcar/panel.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/signals.h"
#include "board/ghostcar/state_feed.h"
#include "hmi_link/command_server.h"
#include "hmi_link/recorder.h"
#include "hmi_link/state_stream.h"
#include "rt_core/operator_desk.h"
#include "rt_core/tick.h"

namespace ghostcar::board {

/// Made in the order of the members, taken down in the opposite one.
class RunParts {
public:
    /// Opens what reaches outside. Nothing is written: what cannot be used leaves no trace. The
    /// configuration must outlive it. Throws ConfigError or UsageError.
    RunParts(Configuration& configuration, const rt_core::Pace& pace);

    /// Waits until whoever drives is there. False: somebody wants the program to end meanwhile.
    [[nodiscard]] bool begin(const StopSignals& signals);

    /// Opens what writes into the run's folder, and lays the wires of the tick.
    void open(const std::filesystem::path& folder, bool is_recorded);

    /// After open().
    [[nodiscard]] rt_core::Tick tick() const;
    /// Whom the loop waits for in a pace that has time to; null: nobody.
    [[nodiscard]] rt_core::AwaitedSource* awaited() noexcept;
    [[nodiscard]] rt_core::OperatorDesk& desk() noexcept { return desk_; }
    [[nodiscard]] StateFeed& feed() noexcept { return feed_; }

    /// What there is to see beside every run's figures.
    void show_on(Panel& panel) const;
    /// What wants to be done beside the loop, now and then.
    void attend(const rt_core::Timing& timing, bool is_realtime);

    /// After the last tick: ends whatever was started, writes out what is under way.
    void close(const rt_core::Tick& tick);

    // After close().
    void describe(const rt_core::Tick& tick, RunEnd& end) const;
    /// What the bus's tools saw, and what their expectations make of the verdict.
    void complete(Json& result) const;
    [[nodiscard]] const CycleLog* cycle_log() const { return cycle_log_ ? &*cycle_log_ : nullptr; }
    /// "" or why the recording is not whole.
    [[nodiscard]] std::string recorder_trouble() const;

private:
    void lay_wires();

    Configuration& configuration_;
    std::optional<CanTools> can_tools_;
    std::optional<CanSession> can_;
    std::vector<model::RoadCarState> first_cars_;
    std::optional<hmi_link::StateStream> stream_;
    std::optional<hmi_link::CommandServer> commands_;
    std::optional<ControllerWiring> controller_;
    std::optional<CarCrew> crew_;
    can_bridge::BusTools* bus_tools_ = nullptr;
    std::optional<hmi_link::Recorder> recorder_;
    std::optional<CycleLog> cycle_log_;
    rt_core::OperatorDesk desk_;
    StateFeed feed_;
    std::vector<rt_core::InputSource*> sources_;
    std::vector<rt_core::OutputSink*> sinks_;
};

}  // namespace ghostcar::board
