// SPDX-License-Identifier: Apache-2.0
// `ghostcar run`: reads the files, puts the wires, the car and the heart together, waits for the
// end, and writes down what happened.
#include <unistd.h>

#include <iostream>
#include <optional>
#include <random>
#include <utility>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/panel.h"
#include "board/ghostcar/report_files.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/run_folder.h"
#include "board/ghostcar/signals.h"
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

Configuration configuration_from(const RunOptions& options) {
    std::vector<std::string> overrides = options.overrides;
    if (!options.duration.empty()) overrides.push_back("session.duration_s=" + options.duration);
    return configure(
        read_source(options.session, options.board, std::move(overrides), options.seed));
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

/// Waits for the end of the loop; passes a Ctrl-C on as a stop command, so that it is an Input
/// like any other. Returns true when there was one.
bool watch(const rt_core::Heart& heart, const StopSignals& signals, rt_core::OperatorDesk& desk,
           PanelFeed& feed, hmi_link::StateStream& stream, Panel* panel, bool realtime) {
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
    }
    return interrupted;
}

}  // namespace

int run_command(const RunOptions& options) {
    const rt_core::Pace pace = pace_from(options.pace);
    Configuration configuration = configuration_from(options);
    const StopSignals signals;
    const fs::path folder = make_run_folder(options.out, configuration.source.session_name);

    // Wires out and in. The order is the order in the tick.
    std::optional<hmi_link::Recorder> recorder;
    if (options.record == "on" && configuration.record.enabled)
        recorder.emplace(configuration.record, header_from(configuration.source),
                         (folder / "run.mcap").string());
    hmi_link::StateStream stream(configuration.stream, new_session_id());
    hmi_link::CommandServer commands(configuration.commands);
    rt_core::OperatorDesk desk;
    PanelFeed feed;
    std::vector<rt_core::InputSource*> sources{&configuration.bench, &desk};
    if (configuration.commands.listen) sources.push_back(&commands);
    std::vector<rt_core::OutputSink*> sinks{&configuration.bench};
    if (Panel::wanted(options.json)) sinks.push_back(&feed);
    if (recorder) sinks.push_back(&*recorder);
    if (!configuration.stream.peers.empty()) sinks.push_back(&stream);

    rt_core::Tick tick(configuration.session, configuration.world, configuration.judge,
                       std::move(sources), std::move(sinks));
    rt_core::MonotonicClock clock;
    RunEnd end;
    end.pace = pace;
    end.started_at = utc_text();
    rt_core::Heart heart(configuration.realtime, pace, clock, tick);
    const rt_core::Supervisor supervisor(heart.beat(), watchdogs_from(configuration));
    end.realtime = heart.grant().hard && pace.is_realtime();
    if (!end.realtime && !pace.fast) say_what_was_refused(heart.grant());

    std::optional<Panel> panel;
    if (Panel::wanted(options.json))
        panel.emplace(configuration.title,
                      static_cast<double>(configuration.session.duration_ticks) * rt_core::tick_s,
                      end.realtime);
    const bool interrupted =
        watch(heart, signals, desk, feed, stream, panel ? &*panel : nullptr, end.realtime);
    heart.join();
    if (panel) panel->finish();
    if (recorder) recorder->close();
    stream.close();

    end.state = tick.state();
    end.state_hash = tick.state_hash();
    end.inputs_hash = tick.inputs_hash();
    end.replayable = recorder && recorder->replayable();
    if (recorder && recorder->failed()) end.trouble = recorder->error_text();
    const Json result = result_json(configuration, end, heart.timing());
    write_file(folder / "result.json", result.dump(2) + "\n");
    write_file(folder / "timing.json",
               timing_json(end, heart.grant(), heart.timing()).dump(2) + "\n");
    write_file(folder / "junit.xml", junit_xml(result));
    write_report(folder);
    std::cout << (options.json ? result.dump(2) + "\n" : result_card(result, folder.string()));
    return interrupted ? static_cast<int>(exit_interrupted) : exit_code_of(result);
}

}  // namespace ghostcar::board
