// SPDX-License-Identifier: Apache-2.0
// `ghostcar run`: reads the files, puts the wires, the car and the heart together, waits for the
// end, and writes down what happened.
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "board/ghostcar/can_session.h"
#include "board/ghostcar/can_tools.h"
#include "board/ghostcar/configuration.h"
#include "board/ghostcar/controller/car_crew.h"
#include "board/ghostcar/controller/controller_wiring.h"
#include "board/ghostcar/cycle/cycle_log.h"
#include "board/ghostcar/cycle/cycle_result.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/panel.h"
#include "board/ghostcar/report_files.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/run_folder.h"
#include "board/ghostcar/signals.h"
#include "board/ghostcar/wire_result.h"
#include "hmi_link/command_server.h"
#include "hmi_link/recorder.h"
#include "hmi_link/state_stream.h"
#include "rt_core/heart.h"
#include "rt_core/monotonic_clock.h"
#include "rt_core/operator_desk.h"
#include "rt_core/supervisor.h"
#include "rt_core/tick.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t look_ms = 50;  // how often the main thread looks at the run

rt_core::Pace pace_from(const std::string& text) {
    const std::optional<rt_core::Pace> pace = rt_core::Pace::parse(text);
    if (!pace)
        throw UsageError("--pace " + text +
                         ": is not a pace; use realtime, fast, or a factor from 1/64 to 128");
    return *pace;
}

std::uint64_t seed_from(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        throw UsageError("--seed " + text + ": is not a seed; use an integer from 0 to 2^64 - 1");
    return seed;
}

Configuration configuration_from(const RunOptions& options) {
    std::vector<std::string> overrides = options.overrides;
    if (!options.duration.empty()) overrides.push_back("session.duration_s=" + options.duration);
    RunSource source =
        read_source(options.session, options.board, std::move(overrides), seed_from(options.seed));
    learn_if_needed(source);
    return configure(std::move(source));
}

std::vector<std::unique_ptr<rt_core::Watchdog>> watchdogs_from(const Configuration& configuration) {
    std::vector<std::unique_ptr<rt_core::Watchdog>> watchdogs;
    if (rt_core::SystemdWatchdog::interval_us() > 0)
        watchdogs.push_back(std::make_unique<rt_core::SystemdWatchdog>());
    if (configuration.watchdog_device)
        watchdogs.push_back(
            std::make_unique<rt_core::DeviceWatchdog>(*configuration.watchdog_device));
    return watchdogs;
}

void say_what_was_refused(const rt_core::RealtimeGrant& grant) {
    std::cerr << "ghostcar: not real-time on this machine (the result is the same, the timing is "
                 "not):\n";
    for (const std::string& line : grant.refused) std::cerr << "  - " << line << "\n";
}

/// Tells this run's packets from those of the run before.
std::uint64_t new_session_id() {
    std::random_device random;
    return static_cast<std::uint64_t>(random()) << 32U | random();
}

/// How many packets went out, and how many datagrams met which fate.
Json link_json(const hmi_link::StateStream& stream, const hmi_link::CommandServer& commands) {
    Json fates = Json::object();
    for (std::size_t index = 0; index < hmi_link::command_fate_count; ++index) {
        const auto fate = static_cast<hmi_link::CommandFate>(index);
        if (commands.count(fate) > 0) fates[std::string(name_of(fate))] = commands.count(fate);
    }
    return {{"stream_sent", stream.sent()},
            {"stream_dropped", stream.dropped()},
            {"stream_send_errors", stream.send_errors()},
            {"commands", fates}};
}

/// Waits for the end of the loop; passes a Ctrl-C on as a stop command, so that it is an Input
/// like any other. Returns true when there was one.
bool watch(const rt_core::Heart& heart, const StopSignals& signals, rt_core::OperatorDesk& desk,
           PanelFeed& feed, hmi_link::StateStream& stream, Panel* panel, CanSession* can,
           bool realtime) {
    bool interrupted = false;
    rt_core::State state;
    while (!heart.ended()) {
        if (signals.wait(look_ms)) {
            if (interrupted) StopSignals::release();  // a second Ctrl-C does not wait
            interrupted = true;
            desk.wish(rt_core::CommandKind::stop);
        }
        const rt_core::Timing& timing = heart.timing();
        if (feed.read(state) && panel != nullptr) panel->draw(state, timing);
        stream.set_timing(hmi_link::TimingFigures::of(timing, realtime));
        if (can != nullptr) can->bus().housekeep();
    }
    return interrupted;
}

/// Whatever goes wrong around a running loop must not wait for the session's end: the heart joins
/// its thread.
class StopWhenLeft {
public:
    StopWhenLeft(const rt_core::Heart& heart, rt_core::OperatorDesk& desk) noexcept
        : heart_(heart), desk_(desk) {}
    ~StopWhenLeft() {
        if (!heart_.ended()) desk_.wish(rt_core::CommandKind::stop);
    }
    StopWhenLeft(const StopWhenLeft&) = delete;
    StopWhenLeft& operator=(const StopWhenLeft&) = delete;

private:
    const rt_core::Heart& heart_;
    rt_core::OperatorDesk& desk_;
};

}  // namespace

int run_command(const RunOptions& options) {
    const rt_core::Pace pace = pace_from(options.pace);
    Configuration configuration = configuration_from(options);
    if (configuration.cycle)
        for (const std::string& text : configuration.cycle->warnings)
            std::cerr << "ghostcar: warning: " << configuration.source.cycle.path << ": " << text
                      << "\n";
    const StopSignals signals;
    std::optional<CanTools> tools;
    std::optional<CanSession> can;
    if (configuration.can) {
        tools.emplace(configuration);
        configuration.commands.faults = tools->fault_names();
        can.emplace(configuration, pace, tools->config());
    }
    const std::vector<model::RoadCarState> first_cars = configuration.world.initial_cars();
    // Before anything is written: what cannot be used leaves no trace.
    hmi_link::StateStream stream(configuration.stream, new_session_id());
    hmi_link::CommandServer commands(configuration.commands);
    std::optional<ControllerWiring> controller;
    if (configuration.controller) {
        controller.emplace(*configuration.controller,
                           model::ViewMaker(*configuration.world.road(), configuration.view_goal),
                           ControllerWiring::Unusable::refused);
        if (!controller->begin(first_cars, signals)) return exit_interrupted;
    }
    std::optional<CarCrew> crew;
    if (!configuration.car_controllers.empty()) {
        crew.emplace(configuration);
        if (!crew->begin(signals)) return exit_interrupted;
    }
    const fs::path folder = make_run_folder(options.out, configuration.source.session_name);

    // Wires out and in. The order is the order in the tick.
    std::optional<hmi_link::Recorder> recorder;
    if (options.record == "on" && configuration.record.enabled)
        recorder.emplace(configuration.record, header_from(configuration.source),
                         (folder / "run.mcap").string(), first_cars.size(),
                         configuration.world.controlled_cars());
    rt_core::OperatorDesk desk;
    PanelFeed feed;
    std::vector<rt_core::InputSource*> sources;
    std::vector<rt_core::OutputSink*> sinks;
    if (configuration.bench) {
        sources.push_back(&*configuration.bench);
        sinks.push_back(&*configuration.bench);
    }
    if (controller) {
        sources.push_back(&controller->port());
        sinks.push_back(&controller->port());
    }
    if (crew) sinks.push_back(&crew->wires());
    if (can) tools->open(can->bus(), folder).add_to(sources, sinks, can->bus());
    std::optional<CycleLog> cycle_log;
    if (configuration.cycle) {
        cycle_log.emplace(configuration.cycle->cycle->duration_ticks());
        sinks.push_back(&*cycle_log);
    }
    sources.push_back(&desk);
    if (configuration.commands.listen) sources.push_back(&commands);
    if (crew) sources.push_back(&crew->wires());
    if (Panel::wanted(options.json)) sinks.push_back(&feed);
    if (recorder) sinks.push_back(&*recorder);
    if (!configuration.stream.peers.empty()) sinks.push_back(&stream);

    rt_core::Tick tick(configuration.session, configuration.world, configuration.judge,
                       std::move(sources), std::move(sinks));
    rt_core::MonotonicClock clock;
    RunEnd end;
    end.pace = pace;
    end.started_at = utc_text();
    rt_core::AwaitedSource* awaited = controller ? &controller->port() : nullptr;
    if (crew) awaited = &crew->wires();
    rt_core::Beat beat{0};
    std::optional<rt_core::Supervisor> supervisor;
    supervisor.emplace(beat, watchdogs_from(configuration),
                       rt_core::Supervisor::period_ms_for(rt_core::SystemdWatchdog::interval_us()));
    rt_core::Heart heart(configuration.realtime, pace, clock, tick, beat, awaited);
    const StopWhenLeft stop_when_left(heart, desk);
    end.realtime = heart.grant().hard && pace.is_realtime();
    if (!end.realtime && !pace.fast) say_what_was_refused(heart.grant());

    std::optional<Panel> panel;
    if (Panel::wanted(options.json)) {
        panel.emplace(configuration.title,
                      static_cast<double>(configuration.session.duration_ticks) * rt_core::tick_s,
                      static_cast<double>(configuration.session.countdown_ticks) * rt_core::tick_s,
                      end.realtime);
        if (controller) panel->show_controllers({&controller->figures()});
        if (crew) panel->show_controllers(crew->figures());
        if (configuration.cycle)
            panel->show_aid({configuration.cycle->cycle, configuration.cycle->rules.tolerance,
                             configuration.bench->robot().drives()->driver.plan()});
    }
    bool interrupted = watch(heart, signals, desk, feed, stream, panel ? &*panel : nullptr,
                             can ? &*can : nullptr, end.realtime);
    heart.join();
    supervisor.reset();  // no beat any more, and nothing to bite for
    if (panel) panel->finish();
    if (controller) controller->close();
    if (crew) crew->close();
    if (tools) tools->close();
    if (recorder) recorder->close();
    stream.close();

    if (const int error = heart.timing().sleep_error.load(); error != 0)
        end.loop_error = "the clock refused to wake the loop (" +
                         std::generic_category().message(error) +
                         "); run `ghostcar check` on this machine";
    end.state = tick.state();
    end.cars = tick.cars();
    end.drives = tick.drives();
    if (crew) end.car_notes = crew->notes(end.cars);
    end.state_hash = tick.state_hash();
    end.inputs_hash = tick.inputs_hash();
    end.replayable = recorder && recorder->replayable();
    end.link = link_json(stream, commands);
    if (can) end.can = can->result(end.state.bus_status);
    if (configuration.bench) {
        end.trouble = configuration.bench->robot().trouble();
        const std::string wires = wires_text(*configuration.bench);
        end.trouble += (end.trouble.empty() || wires.empty() ? "" : "; ") + wires;
    }
    if (controller) {
        end.controller = controller->json();
        end.controller_words =
            controller->words(rt_core::failure_of(tick.state().session.latched_faults));
        if (end.trouble.empty()) end.trouble = controller->trouble();
    }
    std::optional<CycleTrace> cycle_trace;
    if (cycle_log) {
        if (cycle_log->size() > 0)
            end.cycle =
                judge_drive(cycle_log->at_10_hz(), *configuration.cycle->cycle,
                            configuration.cycle->rules, end.state.judge.cycle, end.state.world.car);
        write_file(folder / "learned.toml", configuration.cycle->learned_toml);
        cycle_trace = trace_of(*cycle_log);
        write_file(folder / "trace.csv", trace_csv(*cycle_trace));
    }
    const bool recorder_failed = recorder && recorder->failed();
    if (recorder_failed)
        std::cerr << "ghostcar: " << recorder->error_text()
                  << "; free some space or choose another --out\n";
    Json result = result_json(configuration, end, heart.timing());
    if (tools) tools->complete(result);
    write_file(folder / "result.json", text_of(result));
    write_file(folder / "timing.json", text_of(timing_json(end, heart.grant(), heart.timing())));
    write_file(folder / "junit.xml", junit_xml(result));
    // All that cannot be made again is on disk: from here on a signal ends the program at once.
    interrupted = StopSignals::pending() || interrupted;
    StopSignals::release();
    write_report(folder, std::move(cycle_trace));
    std::cout << (options.json ? text_of(result) : result_card(result, folder.string()));
    if (interrupted) return exit_interrupted;
    const int code = exit_code_of(result);
    return code == exit_passed && recorder_failed ? static_cast<int>(exit_not_possible) : code;
}

}  // namespace ghostcar::board
