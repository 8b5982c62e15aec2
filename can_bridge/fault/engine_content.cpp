// SPDX-License-Identifier: Apache-2.0
// What faults do inside a frame.
#include <span>

#include "can_bridge/fault/engine.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::fault {
namespace {

std::span<std::uint8_t> data_of(Frame& frame) noexcept {
    return {frame.data.data(), frame.length};
}

void set_length(Frame& frame, double amount) noexcept {
    const std::size_t largest = frame.is_fd ? largest_length : largest_classic_length;
    const auto wanted =
        static_cast<std::size_t>(model::to_integer(amount, 0, static_cast<std::int64_t>(largest)));
    frame.length = length_of_code[code_of_length(wanted)];
    for (std::size_t place = frame.length; place < largest_length; ++place) frame.data[place] = 0;
}

}  // namespace

void Engine::hit_content(std::size_t index, Frame& frame) noexcept {
    const Part& part = parts_[index];
    if (frame.is_remote) return;  // has none
    switch (faults_[index].kind) {
        case FaultKind::corrupt:
            return turn_bits(index, frame);
        case FaultKind::length:
            return set_length(frame, part.amount);
        case FaultKind::counter:
            return turn_counter(index, frame);
        case FaultKind::checksum:
            return turn_checksum(index, frame);
        default:
            if (hits_signal(faults_[index].kind)) turn_signal(index, frame);
    }
}

/// As many different bits as there are to be turned: the n-th of those that are not turned yet.
void Engine::turn_bits(std::size_t index, Frame& frame) noexcept {
    const std::int64_t bits = std::int64_t{8} * frame.length;
    const std::int64_t count = model::to_integer(parts_[index].amount, 0, bits < 63 ? bits : 63);
    Frame turned = frame;
    for (std::uint64_t draw = 1; draw <= static_cast<std::uint64_t>(count); ++draw) {
        const std::uint64_t left = static_cast<std::uint64_t>(bits) - (draw - 1);
        std::uint64_t skip = chance(index, draw) % left;
        for (std::size_t place = 0; place < static_cast<std::size_t>(bits); ++place) {
            const auto mask = static_cast<std::uint8_t>(1U << (place % 8));
            const bool is_turned = ((turned.data[place / 8] ^ frame.data[place / 8]) & mask) != 0;
            if (is_turned || skip-- > 0) continue;
            turned.data[place / 8] ^= mask;
            break;
        }
    }
    frame = turned;
}

void Engine::turn_counter(std::size_t index, Frame& frame) noexcept {
    const Fault& fault = faults_[index];
    Part& part = parts_[index];
    if (!fault.protection || frame.length < e2e::shortest_frame(*fault.protection)) return;
    const int counters = e2e::counters_of(*fault.protection);
    const int counter = e2e::read(*fault.protection, data_of(frame)).counter;
    if (!part.has_kept) {
        part.kept = static_cast<std::uint64_t>(counter);
        part.has_kept = true;
    }
    const std::int64_t step = model::to_integer(part.amount, 0, counters - 1);
    const auto hits = static_cast<std::int64_t>(part.counts.hits - part.hits_before);
    const std::int64_t wrong =
        step == 0 ? static_cast<std::int64_t>(part.kept) : (counter + step * hits) % counters;
    e2e::protect(*fault.protection, data_of(frame), static_cast<int>(wrong % counters));
}

void Engine::turn_checksum(std::size_t index, Frame& frame) noexcept {
    const Fault& fault = faults_[index];
    if (!fault.protection || frame.length < e2e::shortest_frame(*fault.protection)) return;
    const std::optional<std::size_t> place = e2e::checksum_byte(*fault.protection);
    if (place) frame.data[*place] ^= static_cast<std::uint8_t>(1 + chance(index, 1) % 255);
}

void Engine::turn_signal(std::size_t index, Frame& frame) noexcept {
    const Fault& fault = faults_[index];
    Part& part = parts_[index];
    if (!fault.message || !fault.message->is_present(fault.signal, frame)) return;
    const SignalCodec& codec = *fault.message->codec(fault.signal);
    const bool is_protected =
        fault.protection && frame.length >= e2e::shortest_frame(*fault.protection);
    const e2e::Reading reading =
        is_protected ? e2e::read(*fault.protection, data_of(frame)) : e2e::Reading{};
    if (!part.has_kept) {
        part.kept = codec.bits(frame);
        part.has_kept = true;
    }
    switch (fault.kind) {
        case FaultKind::freeze:
            codec.set_bits(frame, part.kept);
            break;
        case FaultKind::scale:
            codec.set_value(frame, codec.value(frame) * part.amount);
            break;
        case FaultKind::offset:
            codec.set_value(frame, codec.value(frame) + part.amount);
            break;
        default:  // stuck
            codec.set_value(frame, part.amount);
    }
    // What was wrong before stays wrong.
    if (reading.is_intact && fault.keeps_checksum_right)
        e2e::protect(*fault.protection, data_of(frame), reading.counter);
}

void Engine::protect(const Fault& fault, const Part& part, Frame& frame) noexcept {
    if (!fault.protection || fault.kind != FaultKind::spoof ||
        frame.length < e2e::shortest_frame(*fault.protection))
        return;
    const auto counters = static_cast<std::uint64_t>(e2e::counters_of(*fault.protection));
    e2e::protect(*fault.protection, data_of(frame), static_cast<int>(part.counts.hits % counters));
}

}  // namespace ghostcar::can_bridge::fault
