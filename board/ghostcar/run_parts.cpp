// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/run_parts.h"

#include <random>

#include "board/ghostcar/wire_result.h"

namespace ghostcar::board {
namespace {

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

}  // namespace

RunParts::RunParts(Configuration& configuration, const rt_core::Pace& pace)
    : configuration_(configuration) {
    if (!pace.is_realtime())
        configuration.record.pause_ms = hmi_link::RecordConfig::hurried_pause_ms;
    if (configuration.can) {
        can_tools_.emplace(configuration);
        configuration.commands.faults = can_tools_->fault_names();
        can_.emplace(configuration, pace, can_tools_->config());
    }
    first_cars_ = configuration.world.initial_cars();
    stream_.emplace(configuration.stream, new_session_id());
    commands_.emplace(configuration.commands);
    if (configuration.controller)
        controller_.emplace(*configuration.controller,
                            model::ViewMaker(*configuration.world.road(), configuration.view_goal),
                            ControllerWiring::Unusable::refused);
    if (!configuration.car_controllers.empty()) crew_.emplace(configuration);
}

bool RunParts::begin(const StopSignals& signals) {
    if (controller_ && !controller_->begin(first_cars_, signals)) return false;
    return !crew_ || crew_->begin(signals);
}

void RunParts::open(const std::filesystem::path& folder, bool is_recorded) {
    if (is_recorded && configuration_.record.enabled)
        recorder_.emplace(configuration_.record, header_from(configuration_.source),
                          (folder / "run.mcap").string(), first_cars_.size(),
                          configuration_.world.controlled_cars());
    if (can_) bus_tools_ = &can_tools_->open(can_->bus(), folder);
    if (configuration_.cycle) cycle_log_.emplace(configuration_.cycle->cycle->duration_ticks());
    lay_wires();
}

// The order of the calls is the order in the tick.
void RunParts::lay_wires() {
    if (configuration_.bench) {
        sources_.push_back(&*configuration_.bench);
        sinks_.push_back(&*configuration_.bench);
    }
    if (controller_) {
        sources_.push_back(&controller_->port());
        sinks_.push_back(&controller_->port());
    }
    if (crew_) sinks_.push_back(&crew_->wires());
    if (can_) bus_tools_->add_to(sources_, sinks_, can_->bus());
    if (cycle_log_) sinks_.push_back(&*cycle_log_);
    sources_.push_back(&desk_);
    if (configuration_.commands.listen) sources_.push_back(&*commands_);
    if (crew_) sources_.push_back(&crew_->wires());
    sinks_.push_back(&feed_);
    if (recorder_) sinks_.push_back(&*recorder_);
    if (!configuration_.stream.peers.empty()) sinks_.push_back(&*stream_);
}

rt_core::Tick RunParts::tick() const {
    return {configuration_.session, configuration_.world, configuration_.judge, sources_, sinks_};
}

rt_core::AwaitedSource* RunParts::awaited() noexcept {
    if (crew_) return &crew_->wires();
    return controller_ ? &controller_->port() : nullptr;
}

void RunParts::show_on(Panel& panel) const {
    if (controller_) panel.show_controllers({&controller_->figures()});
    if (crew_) panel.show_controllers(crew_->figures());
    if (configuration_.cycle)
        panel.show_aid({configuration_.cycle->cycle, configuration_.cycle->rules.tolerance,
                        configuration_.bench->robot().drives()->driver.plan()});
}

void RunParts::attend(const rt_core::Timing& timing, bool is_realtime) {
    stream_->set_timing(hmi_link::TimingFigures::of(timing, is_realtime));
    if (can_) can_->bus().housekeep();
}

void RunParts::close(const rt_core::Tick& tick) {
    commands_->close();  // no tick is left that could obey: whoever asks now gets no "accepted"
    if (controller_) controller_->close();
    if (crew_) crew_->close();
    if (can_tools_) can_tools_->close();
    if (recorder_) recorder_->close(tick.state(), tick.cars());
    stream_->close();
}

void RunParts::describe(const rt_core::Tick& tick, RunEnd& end) const {
    end.state = tick.state();
    end.cars = tick.cars();
    end.drives = tick.drives();
    end.state_hash = tick.state_hash();
    end.inputs_hash = tick.inputs_hash();
    end.replayable = recorder_ && recorder_->replayable();
    end.link = link_json(*stream_, *commands_);
    if (crew_) end.car_notes = crew_->notes(end.cars);
    if (can_) end.can = can_->result(end.state.bus_status);
    if (configuration_.bench) {
        end.trouble = configuration_.bench->robot().trouble();
        const std::string wires = wires_text(*configuration_.bench);
        end.trouble += (end.trouble.empty() || wires.empty() ? "" : "; ") + wires;
    }
    if (controller_) {
        end.controller = controller_->json();
        end.controller_words =
            controller_->words(rt_core::failure_of(end.state.session.latched_faults));
        if (end.trouble.empty()) end.trouble = controller_->trouble();
    }
    if (cycle_log_ && cycle_log_->size() > 0)
        end.cycle =
            judge_drive(cycle_log_->at_10_hz(), *configuration_.cycle->cycle,
                        configuration_.cycle->rules, end.state.judge.cycle, end.state.world.car);
}

void RunParts::complete(Json& result) const {
    if (can_tools_) can_tools_->complete(result);
}

std::string RunParts::recorder_trouble() const {
    return recorder_ && recorder_->failed() ? recorder_->error_text() : std::string();
}

}  // namespace ghostcar::board
