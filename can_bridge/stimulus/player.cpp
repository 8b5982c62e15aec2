// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/stimulus/player.h"

#include <utility>

#include "can_bridge/session/bus_status.h"
#include "can_bridge/session/control_target.h"
#include "can_bridge/session/value_range.h"
#include "can_bridge/state_value.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::stimulus {
namespace {

using model::clamp;

std::optional<std::size_t> find_fault(const fault::Engine& engine, const std::string& name) {
    for (std::size_t index = 0; index < engine.size(); ++index)
        if (engine.fault(index).name == name) return index;
    return std::nullopt;
}

constexpr const char* other_value = "write another value";
constexpr const char* channel_remedy =
    "use a control, a value of the car, Message.Signal of a DBC file, or a fault of the session";

}  // namespace

const std::array<Player::Control, 6> Player::controls = {{
    {"accelerator",
     [](model::Controls& c, double v) noexcept { c.accelerator = clamp(v, 0.0, 1.0); }},
    {"brake", [](model::Controls& c, double v) noexcept { c.brake = clamp(v, 0.0, 1.0); }},
    {"clutch", [](model::Controls& c, double v) noexcept { c.clutch = clamp(v, 0.0, 1.0); }},
    {"gear", [](model::Controls& c, double v) noexcept { c.gear = model::to_integer(v, -1, 12); }},
    {"key", [](model::Controls& c,
               double v) noexcept { c.key = static_cast<model::Key>(model::to_integer(v, 0, 2)); }},
    {"steer", [](model::Controls& c, double v) noexcept { c.steer = clamp(v, -1.0, 1.0); }},
}};

void add_faults(const StimulusFile& file, const SessionNames& names,
                std::vector<fault::Fault>& faults) {
    for (const Column& column : file.columns) {
        if (column.kind != ColumnKind::fault_state) continue;
        bool is_known = false;
        for (const fault::Fault& fault : faults)
            is_known = is_known || fault.name == column.channel;
        // A control is held by the player itself.
        if (is_known || find_control_target(column.channel) != nullptr) continue;
        std::optional<SignalPlace> place = find_signal(names, column.channel);
        if (!place)
            file.fail(column, "there is no fault or signal \"" + column.channel + "\"",
                      "name a fault of [[can.fault]], a control or Message.Signal of a DBC file");
        fault::Fault fault;
        fault.name = column.channel;
        fault.kind = fault::FaultKind::stuck;
        fault.bus = place->place.bus;
        fault.is_for_sent = true;
        fault.target = {place->place.id, place->place.is_extended};
        fault.message = std::move(place->message);
        fault.signal = place->signal;
        fault.protection = place->place.protection;
        faults.push_back(std::move(fault));
        if (faults.size() > fault::Engine::most_faults)
            file.fail(column, "is one fault too many", "a session has at most 32");
    }
}

Player::Player(StimulusFile file, const SessionNames& names, fault::Engine& engine,
               StimulatedMessages& messages, SignalWatch& watch)
    : file_(std::move(file)), engine_(engine), messages_(messages), watch_(watch) {
    for (std::size_t index = 0; index < file_.columns.size(); ++index) {
        const Column& column = file_.columns[index];
        switch (column.kind) {
            case ColumnKind::stimulus:
                add_stimulus(index, names);
                break;
            case ColumnKind::expectation:
                add_expectation(index, names, watch);
                sinks_.emplace_back();
                break;
            default:
                sinks_.push_back(fault_sink(index));
        }
    }
    play(0);
}

std::optional<std::size_t> Player::find_control(std::string_view name) {
    for (std::size_t index = 0; index < controls.size(); ++index)
        if (controls[index].name == name) return index;
    return std::nullopt;
}

/// Every cell of a column that sets a control: in the tick it would be clamped.
void Player::check_control(std::size_t column) const {
    const Column& head = file_.columns[column];
    for (const Row& row : file_.rows) {
        if (!row.cells[column]) continue;
        const std::string reason =
            value_refusal(*find_control_target(head.channel), *row.cells[column]);
        if (!reason.empty()) file_.fail(row, column, head.channel + " " + reason, other_value);
    }
}

void Player::add_stimulus(std::size_t index, const SessionNames& names) {
    const Column& column = file_.columns[index];
    Sink sink;
    if (const std::optional<std::size_t> control = find_control(column.channel)) {
        sink.target = Target::control;
        sink.index = *control;
        check_control(index);
    } else {
        const std::optional<SignalPlace> place = find_signal(names, column.channel);
        if (!place)
            file_.fail(column, "there is no channel \"" + column.channel + "\"", channel_remedy);
        sink.target = Target::signal;
        sink.codec = *place->message.codec(place->signal);
        sink.index = message_of(*place, column);
        for (const Row& row : file_.rows) {
            if (!row.cells[index]) continue;
            const std::string reason = value_refusal(place->place.message->signals[place->signal],
                                                     *sink.codec, *row.cells[index]);
            if (!reason.empty()) file_.fail(row, index, column.channel + " " + reason, other_value);
        }
    }
    sinks_.push_back(sink);
}

/// The columns of one message share it.
std::size_t Player::message_of(const SignalPlace& place, const Column& column) {
    const dbc::Message& message = *place.place.message;
    for (std::size_t index = 0; index < messages_.size(); ++index)
        if (messages_[index].bus == place.place.bus &&
            messages_[index].frame.id == place.place.id &&
            messages_[index].frame.is_extended == place.place.is_extended)
            return index;
    const double cycle_ms = place.place.cycle_ms;
    if (!(cycle_ms >= 1.0))
        file_.fail(column, "message " + message.name + " has no cycle time",
                   "give it one in the DBC file, or cycle_ms in the mapping");
    return messages_.add({place.place.bus, start_frame(place.place),
                          model::to_integer(cycle_ms, 1, 3'600'000), place.place.protection, 0});
}

void Player::add_expectation(std::size_t index, const SessionNames& names, SignalWatch& watch) {
    const Column& column = file_.columns[index];
    Source source;
    if (const StateValue* value = find_state_value(column.channel)) {
        source.read = value->read;
    } else if (const std::optional<std::size_t> message = names.find_received(column.channel)) {
        source.message = message;
    } else if (const std::optional<SignalPlace> place = find_signal(names, column.channel)) {
        source.watched = watch.add(place->place.bus, place->place.id, place->place.is_extended,
                                   place->message, place->signal);
    } else {
        file_.fail(column, "there is no channel \"" + column.channel + "\"",
                   "did you mean " + std::string(nearest_state_value(column.channel)) +
                       "? Signals are written Message.Signal");
    }
    sources_.push_back(source);
    expectations_.emplace_back(file_, index);
}

Player::Sink Player::fault_sink(std::size_t index) const {
    const Column& column = file_.columns[index];
    const bool is_state = column.kind == ColumnKind::fault_state;
    Sink sink;
    sink.partner = column.partner;
    if (const std::optional<std::size_t> fault = find_fault(engine_, column.channel)) {
        sink.target = is_state ? Target::fault_state : Target::fault_value;
        sink.index = *fault;
    } else if (const std::optional<std::size_t> control = find_control(column.channel)) {
        sink.target = is_state ? Target::control_fault_state : Target::control_fault_value;
        sink.index = *control;
        if (!is_state) check_control(index);
    } else {
        file_.fail(column, "there is no fault \"" + column.channel + "\"", channel_remedy);
    }
    return sink;
}

void Player::latch(std::int64_t /*tick*/, rt_core::Inputs& inputs) noexcept {
    for (const Sink& sink : sinks_)
        if (sink.target == Target::control && sink.is_set)
            controls[sink.index].set(inputs.controls, sink.value);
    // The fault has the last word, also where somebody else drives.
    for (const Sink& sink : sinks_)
        if (sink.target == Target::control_fault_state && sink.value != 0.0 &&
            sinks_[sink.partner].is_set)
            controls[sink.index].set(inputs.controls, sinks_[sink.partner].value);
}

void Player::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                     std::uint64_t /*state_hash*/) noexcept {
    const std::int64_t driven = state.session.running_ticks;
    if (driven <= played_ - 1) {  // a reset: everything from the beginning
        next_row_ = 0;
        played_ = -1;
        for (Expectation& expectation : expectations_) expectation.reset();
    }
    if (state.session.phase == rt_core::Phase::running)
        for (std::size_t index = 0; index < expectations_.size(); ++index)
            expectations_[index].step(driven - 1, read(sources_[index], state));
    if (driven > played_) play(driven);
}

double Player::read(const Source& source, const rt_core::State& state) const noexcept {
    if (source.read != nullptr) return source.read(state);
    if (!source.message) return watch_.value(source.watched);
    return static_cast<double>(message_status(state.bus_status, *source.message));
}

void Player::play(std::int64_t driving_tick) noexcept {
    played_ = driving_tick;
    while (next_row_ < file_.rows.size() && file_.rows[next_row_].time_ms <= driving_tick)
        apply(file_.rows[next_row_++]);
}

void Player::apply(const Row& row) noexcept {
    // Values before states: a fault begins with the value of its row.
    for (const bool is_state : {false, true}) {
        for (std::size_t index = 0; index < sinks_.size(); ++index) {
            Sink& sink = sinks_[index];
            if (!row.cells[index] || (sink.target == Target::fault_state) != is_state) continue;
            sink.value = *row.cells[index];
            sink.is_set = true;
            if (sink.target == Target::signal) messages_.set(sink.index, *sink.codec, sink.value);
            if (sink.target == Target::fault_value) engine_.set_amount(sink.index, sink.value);
            if (sink.target == Target::fault_state)
                engine_.say(sink.index, sink.value != 0.0 ? fault::TriggerWord::set
                                                          : fault::TriggerWord::clear);
        }
    }
}

}  // namespace ghostcar::can_bridge::stimulus
