// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/iso_tp/sender.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace ghostcar::can_bridge::iso_tp {

Sender::Sender(const Config& config) : config_(config), buffer_(config.longest_message) {
    const std::size_t length = config.frame_length;
    if (length < largest_classic_length || length > largest_length ||
        length_of_code[code_of_length(length)] != length)
        throw std::invalid_argument("ISO-TP: " + std::to_string(length) +
                                    " is no length of a full frame; use 8, 12, 16 … 64");
}

bool Sender::start(std::span<const std::uint8_t> message) noexcept {
    if (is_busy() || message.empty() || message.size() > buffer_.size()) return false;
    std::copy(message.begin(), message.end(), buffer_.begin());
    length_ = message.size();
    sent_ = 0;
    waits_ = 0;
    failure_ = SendFailure::none;
    const std::size_t fits_in_one =
        full_frame() > largest_classic_length ? full_frame() - 2 : largest_classic_length - 1;
    state_ = length_ <= fits_in_one ? SendState::single : SendState::first;
    return true;
}

std::optional<Frame> Sender::next(std::int64_t now_ns) noexcept {
    switch (state_) {
        case SendState::single:
            return take_single();
        case SendState::first:
            return take_first(now_ns);
        case SendState::waiting:
            if (now_ns >= deadline_ns_) fail(SendFailure::timed_out);
            return std::nullopt;
        case SendState::consecutive:
            if (now_ns < due_ns_) return std::nullopt;
            return take_consecutive(now_ns);
        default:
            return std::nullopt;
    }
}

Frame Sender::take_single() noexcept {
    std::array<std::uint8_t, largest_length> data{};
    const bool is_long = length_ > largest_classic_length - 1;
    const std::size_t header = is_long ? 2 : 1;
    data[header - 1] = static_cast<std::uint8_t>(length_);
    std::copy_n(buffer_.begin(), length_, data.begin() + static_cast<std::ptrdiff_t>(header));
    state_ = SendState::idle;
    return make_frame(config_, {data.data(), header + length_});
}

Frame Sender::take_first(std::int64_t now_ns) noexcept {
    std::array<std::uint8_t, largest_length> data{};
    std::size_t header = 2;
    if (length_ <= longest_12_bit_message) {
        data[0] = static_cast<std::uint8_t>(first_frame << 4U | length_ >> 8U);
        data[1] = static_cast<std::uint8_t>(length_ & 0xFFU);
    } else {
        header = 6;
        data[0] = first_frame << 4U;
        for (std::size_t place = 0; place < 4; ++place)
            data[2 + place] = static_cast<std::uint8_t>(length_ >> (8U * (3 - place)));
    }
    sent_ = full_frame() - header;
    std::copy_n(buffer_.begin(), sent_, data.begin() + static_cast<std::ptrdiff_t>(header));
    sequence_ = 1;
    wait(now_ns);
    return make_frame(config_, {data.data(), full_frame()});
}

Frame Sender::take_consecutive(std::int64_t now_ns) noexcept {
    std::array<std::uint8_t, largest_length> data{};
    const std::size_t count = std::min(length_ - sent_, full_frame() - 1);
    data[0] = static_cast<std::uint8_t>(consecutive_frame << 4U | sequence_);
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(sent_), count, data.begin() + 1);
    sequence_ = (sequence_ + 1U) & 0x0FU;
    sent_ += count;
    due_ns_ = now_ns + separation_ns_;
    if (sent_ == length_)
        state_ = SendState::idle;
    else if (has_block_ && --left_in_block_ == 0)
        wait(now_ns);
    return make_frame(config_, {data.data(), count + 1});
}

void Sender::wait(std::int64_t now_ns) noexcept {
    state_ = SendState::waiting;
    deadline_ns_ = now_ns + config_.flow_timeout_ns;
}

void Sender::fail(SendFailure failure) noexcept {
    state_ = SendState::idle;
    failure_ = failure;
}

void Sender::receive(std::span<const std::uint8_t> data, std::int64_t now_ns) noexcept {
    if (state_ != SendState::waiting || data.size() < 3 || data[0] >> 4U != flow_control_frame)
        return;
    if (now_ns >= deadline_ns_) return fail(SendFailure::timed_out);
    switch (data[0] & 0x0FU) {
        case flow_continue:
            waits_ = 0;
            has_block_ = data[1] != 0;
            left_in_block_ = data[1];
            separation_ns_ = separation_ns(data[2]);
            state_ = SendState::consecutive;
            due_ns_ = now_ns;
            break;
        case flow_wait:
            if (++waits_ > config_.most_waits) return fail(SendFailure::too_many_waits);
            wait(now_ns);
            break;
        case flow_overflow:
            fail(SendFailure::overflow);
            break;
        default:
            fail(SendFailure::wrong_flow);
            break;
    }
}

}  // namespace ghostcar::can_bridge::iso_tp
