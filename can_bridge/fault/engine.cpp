// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/engine.h"

#include <stdexcept>
#include <utility>

#include "model/math/noise.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::fault {
namespace {

constexpr std::size_t most_held = 64;        // frames of one direction
constexpr std::uint64_t draws_a_frame = 64;  // random numbers that one frame may need
constexpr std::int64_t longest_ticks = 3'600'000;
constexpr std::int64_t most_copies = 16;

// Of linux/can/error.h, which only Linux has; error frames carry these as their id.
constexpr std::uint32_t error_bus_off = 0x40;
constexpr std::uint32_t error_restarted = 0x100;
constexpr std::uint8_t error_length = 8;

constexpr std::uint32_t bit(std::size_t index) noexcept {
    return std::uint32_t{1} << static_cast<unsigned>(index);
}

bool needs_room(FaultKind kind) noexcept {
    return kind == FaultKind::delay || kind == FaultKind::reorder;
}

std::int64_t whole(double amount, std::int64_t low, std::int64_t high) noexcept {
    return model::to_integer(amount, low, high);
}

std::size_t side(Direction direction) noexcept {
    return direction == Direction::received ? 0 : 1;
}

bool is_on_side(const Fault& fault, Direction direction) noexcept {
    return direction == Direction::received ? fault.is_for_received : fault.is_for_sent;
}

}  // namespace

Engine::Part::Part(const Fault& fault)
    : amount(fault.amount),
      held{HeldFrames(needs_room(fault.kind) ? most_held : 0),
           HeldFrames(needs_room(fault.kind) ? most_held : 0)} {}

Engine::Engine(std::vector<Fault> faults, std::uint64_t seed)
    : faults_(std::move(faults)), seed_(seed) {
    if (faults_.size() > most_faults) throw std::invalid_argument("at most 32 faults");
    for (const Fault& fault : faults_) parts_.emplace_back(fault);
}

std::vector<Engine::SentId> Engine::sent_ids() const {
    std::vector<SentId> ids;
    for (const Fault& fault : faults_) {
        if (!fault.is_for_sent) continue;
        if (fault.kind == FaultKind::spoof || fault.kind == FaultKind::flood)
            ids.push_back({fault.bus, fault.frame.id, fault.frame.is_extended});
        for (const ReplayFrame& replayed : fault.log)
            ids.push_back({fault.bus, replayed.frame.id, replayed.frame.is_extended});
    }
    return ids;
}

void Engine::latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept {
    const std::uint32_t begun = next_ & ~active_;
    active_ = next_;
    inputs.faults |= rt_core::FaultBits{active_} << first_bit;
    if (begun == 0) return;
    for (std::size_t index = 0; index < faults_.size(); ++index)
        if ((begun & bit(index)) != 0) begin(index, tick);
}

void Engine::begin(std::size_t index, std::int64_t tick) noexcept {
    Part& part = parts_[index];
    part.since_tick = tick;
    part.hits_before = part.counts.hits;
    part.has_kept = false;
    part.owed = 0.0;
    part.next_in_log = 0;
    if (needs_room(faults_[index].kind) || faults_[index].kind == FaultKind::bus_off)
        lingers_ |= bit(index);
}

void Engine::say(std::size_t index, TriggerWord word) noexcept {
    parts_[index].trigger.word = word;
    // publish() may have been called already.
    if (word == TriggerWord::set) next_ |= bit(index);
    if (word == TriggerWord::clear) next_ &= ~bit(index);
}

void Engine::publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                     std::uint64_t /*state_hash*/) noexcept {
    const rt_core::Command& command = inputs.command;
    const bool sets = command.kind == rt_core::CommandKind::set_fault;
    if (sets || command.kind == rt_core::CommandKind::clear_fault) {
        const auto index = static_cast<std::size_t>(whole(command.value, -1, most_faults));
        if (index < parts_.size()) say(index, sets ? TriggerWord::set : TriggerWord::clear);
    }
    next_ = 0;
    for (std::size_t index = 0; index < faults_.size(); ++index) {
        Part& part = parts_[index];
        if (command.kind == rt_core::CommandKind::reset) part.trigger = {};
        if (step(faults_[index].trigger, part.trigger, state)) next_ |= bit(index);
    }
}

void Engine::process(std::uint32_t bus, Direction direction, std::int64_t tick,
                     FrameBatch& batch) noexcept {
    if ((active_ | lingers_) == 0) return;
    passed_.clear();
    for (const BusFrame& frame : batch.frames()) pass(0, frame);
    BusFrame pattern;
    pattern.timed.channel = bus;
    pattern.tick = tick;
    pattern.direction = direction;
    for (std::size_t index = 0; index < faults_.size(); ++index) {
        if (faults_[index].bus != bus) continue;
        release(index, pattern);
        make(index, pattern);
        tell_of_bus_off(index, pattern);
    }
    batch = passed_;
}

bool Engine::holds_back(std::uint32_t bus) const noexcept {
    if (active_ == 0) return false;
    for (std::size_t index = 0; index < faults_.size(); ++index) {
        const Fault& fault = faults_[index];
        if ((active_ & bit(index)) == 0 || fault.bus != bus) continue;
        if (fault.kind == FaultKind::bus_off) return true;
        if (fault.kind == FaultKind::silence && fault.is_for_sent) return true;
    }
    return false;
}

bool Engine::takes_down(std::uint32_t bus) const noexcept {
    if (active_ == 0) return false;
    for (std::size_t index = 0; index < faults_.size(); ++index)
        if ((active_ & bit(index)) != 0 && faults_[index].bus == bus &&
            faults_[index].kind == FaultKind::bus_off)
            return true;
    return false;
}

bool Engine::concerns(std::size_t index, const BusFrame& frame) const noexcept {
    const Fault& fault = faults_[index];
    if ((active_ & bit(index)) == 0 || fault.bus != frame.timed.channel) return false;
    if (fault.kind == FaultKind::bus_off) return true;
    if (!is_on_side(fault, frame.direction) || makes_frames(fault.kind)) return false;
    if (fault.kind == FaultKind::silence) return true;
    const Frame& inside = frame.timed.frame;
    return !inside.is_error && (!fault.target || (fault.target->id == inside.id &&
                                                  fault.target->is_extended == inside.is_extended));
}

std::uint64_t Engine::chance(std::size_t index, std::uint64_t draw) const noexcept {
    constexpr std::uint64_t first_channel = 0x0BAD'0000;
    return model::noise_bits(seed_, first_channel + index,
                             parts_[index].met * draws_a_frame + draw);
}

void Engine::pass(std::size_t from, BusFrame frame) noexcept {
    for (std::size_t index = from; index < faults_.size(); ++index) {
        if (!concerns(index, frame)) continue;
        Part& part = parts_[index];
        // The one that a held frame waits for need not be hit itself.
        const bool is_awaited =
            faults_[index].kind == FaultKind::reorder && !part.held[side(frame.direction)].empty();
        if (hits_frames(faults_[index].kind) && !is_awaited) {
            ++part.met;
            const double drawn = static_cast<double>(chance(index, 0) >> 11) * 0x1p-53;
            if (!(drawn < faults_[index].share)) continue;
        }
        ++part.counts.hits;
        // Whoever sends on a bus that is off is told again.
        if (faults_[index].kind == FaultKind::bus_off && frame.direction == Direction::sent)
            part.tells_again = true;
        if (!hit_whole(index, frame)) return;
        hit_content(index, frame.timed.frame);
    }
    if (!passed_.add(frame)) ++lost_;
}

bool Engine::hit_whole(std::size_t index, const BusFrame& frame) noexcept {
    Part& part = parts_[index];
    HeldFrames& held = part.held[side(frame.direction)];
    const std::int64_t wait_ticks = whole(part.amount, 0, longest_ticks);
    switch (faults_[index].kind) {
        case FaultKind::drop:
        case FaultKind::silence:
        case FaultKind::bus_off:
            return false;
        case FaultKind::delay:
            if (wait_ticks == 0) return true;
            if (!held.push(frame, frame.tick + wait_ticks)) ++part.counts.overflow;
            return false;
        case FaultKind::reorder:
            if (held.empty()) return !held.push(frame, frame.tick + wait_ticks);
            pass(index + 1, frame);
            let_go(index, held, frame.tick);
            return false;
        case FaultKind::duplicate:
            for (std::int64_t copy = whole(part.amount, 0, most_copies); copy > 0; --copy)
                if (passed_.room() > 0) pass(index + 1, frame);
            return true;
        default:
            return true;
    }
}

void Engine::let_go(std::size_t index, HeldFrames& held, std::int64_t tick) noexcept {
    BusFrame frame = held.front();
    held.pop();
    frame.tick = tick;
    pass(index + 1, frame);
}

void Engine::release(std::size_t index, const BusFrame& pattern) noexcept {
    if ((lingers_ & bit(index)) == 0 || !needs_room(faults_[index].kind)) return;
    Part& part = parts_[index];
    HeldFrames& held = part.held[side(pattern.direction)];
    while (!held.empty() && held.front_due_tick() <= pattern.tick)
        let_go(index, held, pattern.tick);
    const bool has_ended =
        (active_ & bit(index)) == 0 && part.held[0].empty() && part.held[1].empty();
    if (has_ended) lingers_ &= ~bit(index);
}

void Engine::make(std::size_t index, const BusFrame& pattern) noexcept {
    const Fault& fault = faults_[index];
    if ((active_ & bit(index)) == 0 || !makes_frames(fault.kind) ||
        !is_on_side(fault, pattern.direction))
        return;
    Part& part = parts_[index];
    const std::int64_t age_ticks = pattern.tick - part.since_tick;
    const auto give = [&](const Frame& frame) noexcept {
        BusFrame made = pattern;
        made.timed.frame = frame;
        protect(fault, part, made.timed.frame);
        ++part.counts.hits;
        pass(0, made);  // a made frame meets the other faults like any other
    };
    switch (fault.kind) {
        case FaultKind::spoof:
            if (age_ticks % whole(part.amount, 1, longest_ticks) == 0) give(fault.frame);
            break;
        case FaultKind::replay:
            for (; part.next_in_log < fault.log.size() &&
                   fault.log[part.next_in_log].offset_ticks <= age_ticks;
                 ++part.next_in_log)
                give(fault.log[part.next_in_log].frame);
            break;
        default:  // flood
            part.owed += model::clamp(part.amount, 0.0, 1.0) * rt_core::tick_s / fault.frame_time_s;
            part.owed = model::minimum(part.owed, static_cast<double>(FrameBatch::capacity));
            for (; part.owed >= 1.0; part.owed -= 1.0) give(fault.frame);
    }
}

void Engine::tell_of_bus_off(std::size_t index, const BusFrame& pattern) noexcept {
    Part& part = parts_[index];
    const bool is_off = (active_ & bit(index)) != 0;
    const bool is_news = is_off != part.was_off || (is_off && part.tells_again);
    if (faults_[index].kind != FaultKind::bus_off || !is_news ||
        pattern.direction != Direction::received)
        return;
    part.was_off = is_off;
    part.tells_again = false;
    if (!is_off) lingers_ &= ~bit(index);
    BusFrame error = pattern;
    error.timed.frame.is_error = true;
    error.timed.frame.id = is_off ? error_bus_off : error_restarted;
    error.timed.frame.length = error_length;
    if (!passed_.add(error)) ++lost_;
}

}  // namespace ghostcar::can_bridge::fault
