// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/bus.h"

#include <ctime>
#include <utility>

#include "rt_core/fault_table.h"
#include "rt_core/session_machine.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint64_t ticks_per_second = 1000;
/// How often the transports are asked what they dropped.
constexpr std::uint64_t look_ticks = 10;

/// Unsigned, because so the remainder is quicker to have.
bool is_every(std::uint64_t ticks, std::int64_t tick) noexcept {
    return static_cast<std::uint64_t>(tick) % ticks == 0;
}

/// For logs, whose times count since 1970. A read of the vDSO's page, no system call.
std::int64_t now_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Bus::Bus(std::vector<std::unique_ptr<Transport>> transports) {
    lines_.reserve(transports.size());
    for (std::unique_ptr<Transport>& transport : transports)
        lines_.emplace_back(std::move(transport));
}

Bus::Bus(const CanConfig& config, std::vector<std::unique_ptr<Transport>> transports,
         double wheel_radius_m)
    : Bus(std::move(transports)) {
    loss_is_safe_state_ = config.loss_is_safe_state;
    start_wait_ticks_ = config.start_wait_ticks;
    wheel_radius_m_ = wheel_radius_m;
    for (std::size_t bus = 0; bus < lines_.size(); ++bus) {
        Line& line = lines_[bus];
        const BusConfig& plan = config.buses.at(bus);
        line.times = FrameTimes(plan.rates);
        for (const PlannedReceive& planned : plan.receives) {
            line.known.set(planned.name.id, planned.name.is_extended,
                           static_cast<int>(line.receives.size()));
            line.receives.emplace_back(planned.contract, planned.codec);
        }
        for (const PlannedSend& planned : plan.sends) {
            line.allowed.set(planned.name.id, planned.name.is_extended, 0);
            line.known.set(planned.name.id, planned.name.is_extended, ours);
            line.sends.emplace_back(planned.config);
        }
        line.told.reserve(line.sends.size());
    }
}

void Bus::add(SideLink& link) {
    Line& line = lines_.at(link.bus());
    line.links.push_back(&link);
    for (const SideLink::Id& id : link.says()) {
        line.allowed.set(id.id, id.is_extended, 0);
        line.known.set(id.id, id.is_extended, ours);
    }
}

void Bus::allow(std::uint32_t bus, std::uint32_t id, bool is_extended) {
    lines_.at(bus).allowed.set(id, is_extended, 0);
}

void Bus::latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept {
    std::uint64_t status = 0;
    std::size_t message = 0;
    bool is_missing = false;
    bool is_off = false;
    for (std::uint32_t bus = 0; bus < lines_.size(); ++bus) {
        Line& line = lines_[bus];
        receive(bus, tick);
        for (ReceivedMessage& received : line.receives) {
            const MessageStatus of_message = received.finish_tick(tick, inputs.controls);
            status |= status_bits(message++, of_message);
            is_missing =
                is_missing || of_message == MessageStatus::timed_out || received.is_substituted();
        }
        if (line.guard.is_off() && line.guard.step(tick, confirmed(line)))
            line.transport->restart();
        const WireState state = line.transport->is_up() ? line.guard.state() : WireState::down;
        const bool is_line_off = state == WireState::bus_off || state == WireState::down;
        // What the kernel or the controller still had when it went off is gone.
        if (line.was_off && !is_line_off) tell_all_again(line);
        line.was_off = is_line_off;
        is_off = is_off || is_line_off;
        status |= status_bits(bus, state);
        if (is_every(look_ticks, tick)) note_losses(line, tick);
    }
    if (tick - foreign_tick_ < status_hold_ticks) status |= status_foreign_sender;
    if (tick - dropped_tick_ < status_hold_ticks) status |= status_dropped;
    if (tick - not_sent_tick_ < status_hold_ticks) status |= status_not_sent;
    inputs.bus_status = status;
    if (is_missing || is_off) inputs.faults |= faults_of(is_missing, is_off);
}

/// Where nothing is sent, nothing can be confirmed.
std::optional<std::uint64_t> Bus::confirmed(const Line& line) noexcept {
    if (line.sends.empty()) return std::nullopt;
    return line.transport->confirmed();
}

rt_core::FaultBits Bus::faults_of(bool is_missing, bool is_off) const noexcept {
    rt_core::FaultBits faults = 0;
    if (is_missing) faults |= rt_core::fault_bus_timeout;
    if (is_off) faults |= rt_core::fault_bus_off;
    // Nobody came for the start, or the session cannot do without.
    const bool has_waited = phase_ == rt_core::Phase::ready && start_wait_ticks_ > 0 &&
                            phase_ticks_ >= start_wait_ticks_;
    const bool is_unsafe = loss_is_safe_state_ &&
                           (phase_ == rt_core::Phase::running || phase_ == rt_core::Phase::paused);
    if (has_waited || is_unsafe) faults |= rt_core::fault_bus_lost;
    return faults;
}

/// Does anybody want to know which bus, tick and direction a frame is of? The wire and the
/// contracts do not.
bool Bus::is_looked_at(const Line& line) const noexcept {
    return !stages_.empty() || !taps_.empty() || !line.links.empty();
}

void Bus::mark(FrameBatch& batch, std::uint32_t bus, std::int64_t tick,
               Direction direction) noexcept {
    for (BusFrame& frame : batch.frames()) {
        frame.timed.channel = bus;
        frame.tick = tick;
        frame.direction = direction;
    }
}

void Bus::receive(std::uint32_t bus, std::int64_t tick) noexcept {
    Line& line = lines_[bus];
    line.received.clear();
    line.transport->receive(line.received, frames_per_tick);
    if (is_looked_at(line)) mark(line.received, bus, tick, Direction::received);
    for (FrameStage* stage : stages_) stage->process(bus, Direction::received, tick, line.received);
    if (!stages_.empty()) ask_for_link(bus);
    if (line.received.empty()) return;
    for (FrameTap* tap : taps_) tap->record(line.received.frames());
    for (SideLink* link : line.links)
        for (const BusFrame& frame : line.received.frames())
            if (link->wants(frame.timed.frame)) link->hear(frame);
    for (const BusFrame& frame : line.received.frames()) hear(line, frame.timed.frame, tick);
}

void Bus::ask_for_link(std::uint32_t bus) noexcept {
    bool wants_link = true;
    for (const FrameStage* stage : stages_) wants_link = wants_link && !stage->takes_down(bus);
    Line& line = lines_[bus];
    if (wants_link != line.wants_link) line.transport->want_link(wants_link);
    line.wants_link = wants_link;
}

inline void Bus::hear(Line& line, const Frame& frame, std::int64_t tick) noexcept {
    if (frame.is_error) {
        line.guard.hear(frame, tick);
        return;
    }
    ++line.counts.received;
    line.busy_ns += line.times.ns(frame);
    const int index = line.known.find(frame);
    if (index == IdIndex::none) return;
    if (index == ours) {  // never adopted, whatever it says
        ++line.counts.foreign;
        foreign_tick_ = tick;
        return;
    }
    line.receives[static_cast<std::size_t>(index)].receive(frame, tick);
}

void Bus::note_losses(Line& line, std::int64_t tick) noexcept {
    const TransportCounts counts = line.transport->counts();
    if (counts.dropped != line.dropped_before) dropped_tick_ = tick;
    line.dropped_before = counts.dropped;
    // Which ones, nobody knows any more.
    if (counts.lost != line.lost_before) tell_all_again(line);
    line.lost_before = counts.lost;
}

void Bus::publish_cars(std::int64_t /*tick*/, std::span<const model::RoadCarState> cars) noexcept {
    car_ = cars.data();
}

void Bus::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                  std::uint64_t /*state_hash*/) noexcept {
    phase_ = state.session.phase;
    phase_ticks_ = state.session.phase_ticks;
    for (std::uint32_t bus = 0; bus < lines_.size(); ++bus) {
        Line& line = lines_[bus];
        line.sending.clear();
        if (!line.sends.empty()) add_due(line, state);
        if (!line.links.empty()) add_from_links(line);
        send(bus, state.tick);
        if (is_every(ticks_per_second, state.tick)) count_second(line);
    }
}

void Bus::add_due(Line& line, const rt_core::State& state) noexcept {
    const SourceView view{state, car_, line.figures, wheel_radius_m_,
                          rt_core::in_safe_state(state.session.phase)};
    line.told.clear();
    for (SentMessage& message : line.sends) {
        if (!message.is_asked(state.tick)) continue;
        BusFrame* place = line.sending.add();
        if (place == nullptr) {  // more in one tick than a bus could carry in one
            ++line.counts.not_sent;
            message.skip(state.tick);
            continue;
        }
        if (!message.next(state.tick, view, place->timed.frame))
            line.sending.remove_last();
        else if (message.tells_changes())
            line.told.push_back(&message);
    }
}

void Bus::tell_again(Line& line) noexcept {
    for (SentMessage* message : line.told) message->tell_again();
}

/// The few frames that were refused, held against the few that told a change.
void Bus::tell_again(Line& line, std::span<const BusFrame> not_taken) noexcept {
    for (SentMessage* message : line.told) {
        const Frame& own = message->config().pages.front().frame;
        for (const BusFrame& frame : not_taken)
            if (frame.timed.frame.id == own.id && frame.timed.frame.is_extended == own.is_extended)
                message->tell_again();
    }
}

void Bus::tell_all_again(Line& line) noexcept {
    for (SentMessage& message : line.sends) message.tell_again();
}

bool Bus::is_held_back(std::uint32_t bus) const noexcept {
    for (const FrameStage* stage : stages_)
        if (stage->holds_back(bus)) return true;
    return false;
}

/// One frame of each link, and only when there is a place for it: a long answer all at once would
/// overflow the kernel's queue (10 frames, usually), and a transfer with a frame missing is lost.
void Bus::add_from_links(Line& line) noexcept {
    for (SideLink* link : line.links) {
        if (line.sending.room() == 0) return;
        BusFrame* place = line.sending.add();
        if (!link->next(place->timed.frame)) line.sending.remove_last();
    }
}

void Bus::send(std::uint32_t bus, std::int64_t tick) noexcept {
    Line& line = lines_[bus];
    if (!line.guard.may_send()) withhold(line, tick);
    if (is_looked_at(line)) mark(line.sending, bus, tick, Direction::sent);
    for (FrameStage* stage : stages_) stage->process(bus, Direction::sent, tick, line.sending);
    if (!line.told.empty() && is_held_back(bus)) tell_again(line);
    if (line.sending.empty()) return;
    if (!line.guard.may_send()) {  // what a fault has made
        withhold(line, tick);
        return;
    }
    std::int64_t busy_ns = 0;
    line.counts.not_allowed += line.sending.erase_if([&](const BusFrame& frame) noexcept {
        if (!line.allowed.contains(frame.timed.frame)) return true;
        busy_ns += line.times.ns(frame.timed.frame);
        return false;
    });
    if (line.sending.empty()) return;
    if (!taps_.empty()) {
        const std::int64_t time_ns = now_ns();
        for (BusFrame& frame : line.sending.frames()) frame.timed.time_ns = time_ns;
    }
    const std::span<const BusFrame> frames = line.sending.frames();
    const std::size_t taken = line.transport->send(frames);
    line.counts.sent += taken;
    if (taken < frames.size()) {
        line.counts.not_sent += frames.size() - taken;
        not_sent_tick_ = tick;
        tell_again(line, frames.subspan(taken));
        for (const BusFrame& frame : frames.subspan(taken))
            busy_ns -= line.times.ns(frame.timed.frame);
    }
    line.busy_ns += busy_ns;
    if (taken == 0) return;
    for (FrameTap* tap : taps_) tap->record(frames.first(taken));
}

/// Off the bus nothing is sent, nor kept for later.
void Bus::withhold(Line& line, std::int64_t tick) noexcept {
    if (line.sending.empty()) return;
    line.counts.not_sent += line.sending.size();
    not_sent_tick_ = tick;
    tell_again(line);
    line.sending.clear();
}

void Bus::count_second(Line& line) noexcept {
    line.figures.load = static_cast<double>(line.busy_ns) * 1e-9;
    line.figures.received = line.counts.received - line.received_before;
    line.figures.dropped = line.dropped_before;
    line.figures.invalid = 0;
    for (const ReceivedMessage& message : line.receives)
        line.figures.invalid += message.counts().invalid_frames();
    if (line.figures.load > line.counts.largest_load) line.counts.largest_load = line.figures.load;
    line.busy_ns = 0;
    line.received_before = line.counts.received;
}

void Bus::housekeep() {
    for (Line& line : lines_) line.transport->housekeep();
}

}  // namespace ghostcar::can_bridge
