// SPDX-License-Identifier: Apache-2.0
// `ghostcar run`: reads the files, puts the wires, the car and the heart together, waits for the
// end, and writes down what happened.
#include <charconv>
#include <csignal>
#include <exception>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

#include "board/ghostcar/cycle/cycle_result.h"
#include "board/ghostcar/hindrance.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/report_files.h"
#include "board/ghostcar/run_folder.h"
#include "board/ghostcar/run_parts.h"
#include "board/ghostcar/words.h"
#include "rt_core/heart.h"
#include "rt_core/monotonic_clock.h"
#include "rt_core/supervisor.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;

// How often the main thread looks at the run; a fast one that nobody watches may be over in a
// moment.
constexpr std::int64_t look_ms = 50;
constexpr std::int64_t fast_look_ms = 2;

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

/// A line of its own: the panel goes on below it.
void tell(const std::string& news, Panel* panel) {
    if (news.empty()) return;
    if (panel != nullptr) panel->finish();
    std::cerr << "ghostcar: " << news << "\n";
}

/// Waits for the end of the loop; passes a Ctrl-C on as a stop command, so that it is an Input
/// like any other. Returns true when there was one.
bool watch(const rt_core::Heart& heart, const StopSignals& signals, RunParts& parts, Panel* panel,
           const RunEnd& end) {
    const std::int64_t period_ms = end.pace.fast && panel == nullptr ? fast_look_ms : look_ms;
    bool interrupted = false;
    rt_core::MonotonicClock clock;
    Hindrance hindrance;
    rt_core::State state;
    while (!heart.ended()) {
        if (const int signal = signals.wait(period_ms); signal != 0) {
            // Whoever presses Ctrl-C twice does not want to wait. Other signals come twice by
            // themselves: a terminal that is closed sends its hangup to the shell and to us.
            if (interrupted && signal == SIGINT) StopSignals::obey(signal);
            interrupted = true;
            parts.desk().wish(rt_core::CommandKind::stop);
        }
        if (parts.feed().read(state)) {
            tell(hindrance.news(state.session, clock.now_ns()), panel);
            if (panel != nullptr) panel->draw(state, heart.timing());
        }
        parts.attend(heart.timing(), end.realtime);
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

void warn_of_cycle(const Configuration& configuration) {
    if (!configuration.cycle) return;
    for (const std::string& text : configuration.cycle->warnings)
        std::cerr << "ghostcar: warning: " << configuration.source.cycle.path << ": " << text
                  << "\n";
}

std::optional<Panel> panel_for(const Configuration& configuration, const RunParts& parts,
                               bool is_realtime) {
    std::optional<Panel> panel(
        std::in_place, configuration.title,
        static_cast<double>(configuration.session.duration_ticks) * rt_core::tick_s,
        static_cast<double>(configuration.session.countdown_ticks) * rt_core::tick_s, is_realtime);
    parts.show_on(*panel);
    return panel;
}

std::string loop_error(const rt_core::Timing& timing) {
    const int error = timing.sleep_error.load();
    if (error == 0) return "";
    return "the clock refused to wake the loop (" + std::generic_category().message(error) +
           "); run `ghostcar check` on this machine";
}

/// What the robot knew and what it drove; the latter for the report.
std::optional<CycleTrace> write_cycle(const fs::path& folder, const Configuration& configuration,
                                      const CycleLog* log) {
    if (log == nullptr) return std::nullopt;
    write_file(folder / "learned.toml", configuration.cycle->learned_toml);
    CycleTrace trace = trace_of(*log);
    write_file(folder / "trace.csv", trace_csv(trace));
    return trace;
}

/// What went wrong while writing, if anything: a full disk must not hide how the drive ended.
template <typename Work>
std::exception_ptr trouble_of(const Work& write) {
    try {
        write();
    } catch (const std::exception&) {
        return std::current_exception();
    }
    return nullptr;
}

}  // namespace

int run_command(const RunOptions& options) {
    const rt_core::Pace pace = pace_from(options.pace);
    Configuration configuration = configuration_from(options);
    warn_of_cycle(configuration);
    const StopSignals signals;
    RunParts parts(configuration, pace);
    if (!parts.begin(signals)) return exit_interrupted;
    // A watchdog that cannot be had leaves no trace either.
    std::vector<std::unique_ptr<rt_core::Watchdog>> watchdogs = watchdogs_from(configuration);
    const fs::path folder = make_run_folder(options.out, configuration.source.session_name);
    parts.open(folder, options.record == "on");

    RunEnd end;
    end.pace = pace;
    end.started_at = utc_text();
    rt_core::Tick tick = parts.tick();
    rt_core::MonotonicClock clock;
    rt_core::Beat beat{0};
    std::optional<rt_core::Supervisor> supervisor(
        std::in_place, beat, std::move(watchdogs),
        rt_core::Supervisor::period_ms_for(rt_core::SystemdWatchdog::interval_us()));
    rt_core::Heart heart(configuration.realtime, pace, clock, tick, beat, parts.awaited());
    const StopWhenLeft stop_when_left(heart, parts.desk());
    end.realtime = heart.grant().hard && pace.is_realtime();
    std::cerr << refusal_words(heart.grant().refused);

    std::optional<Panel> panel;
    if (Panel::wanted(options.json)) panel = panel_for(configuration, parts, end.realtime);
    bool interrupted = watch(heart, signals, parts, panel ? &*panel : nullptr, end);
    heart.join();
    supervisor.reset();  // no beat any more, and nothing to bite for
    if (panel) panel->finish();
    parts.close(tick);

    end.loop_error = loop_error(heart.timing());
    parts.describe(tick, end);
    const std::string unrecorded = parts.recorder_trouble();
    if (!unrecorded.empty())
        std::cerr << "ghostcar: " << unrecorded << "; free some space or choose another --out\n";
    Json result = result_json(configuration, end, heart.timing());
    parts.complete(result);
    std::optional<CycleTrace> trace;
    std::exception_ptr unwritten = trouble_of([&] {
        write_file(folder / "result.json", text_of(result));
        write_file(folder / "timing.json",
                   text_of(timing_json(end, heart.grant(), heart.timing())));
        write_file(folder / "junit.xml", junit_xml(result));
        trace = write_cycle(folder, configuration, parts.cycle_log());
    });
    // All that cannot be made again is on disk: from here on a signal ends the program at once.
    interrupted = StopSignals::pending() || interrupted;
    StopSignals::release();
    if (!unwritten) unwritten = trouble_of([&] { write_report(folder, std::move(trace)); });
    // On a bench the plug may be pulled as soon as the card is seen; a fast run is soon repeated.
    if (!pace.fast && configuration.record.sync_to_disk) sync_folder(folder);
    std::cout << (options.json ? text_of(result)
                               : result_card(result, unwritten ? "" : folder.string()));
    if (unwritten) std::rethrow_exception(unwritten);
    if (interrupted) return exit_interrupted;
    const int code = exit_code_of(result);
    return code == exit_passed && !unrecorded.empty() ? static_cast<int>(exit_not_possible) : code;
}

}  // namespace ghostcar::board
