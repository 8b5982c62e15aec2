// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/iso_tp/receiver.h"

#include <algorithm>
#include <array>

namespace ghostcar::can_bridge::iso_tp {

Receiver::Receiver(const Config& config) : config_(config), buffer_(config.longest_message) {}

ReceiveEvent Receiver::receive(std::span<const std::uint8_t> data, bool is_functional,
                               std::int64_t now_ns) noexcept {
    if (data.empty()) return ReceiveEvent::none;
    switch (data[0] >> 4U) {
        case single_frame:
            return receive_single(data);
        case first_frame:
            return is_functional ? ReceiveEvent::none : receive_first(data, now_ns);
        case consecutive_frame:
            return is_functional ? ReceiveEvent::none : receive_consecutive(data, now_ns);
        default:
            return ReceiveEvent::none;  // flow control is for the sender; the rest is reserved
    }
}

ReceiveEvent Receiver::receive_single(std::span<const std::uint8_t> data) noexcept {
    // Longer frames have a second byte for the length; the standard reserves what would have
    // fitted into a short one.
    const bool is_long = data.size() > largest_classic_length;
    const std::size_t header = is_long ? 2 : 1;
    const std::size_t length = is_long ? data[1] : data[0] & 0x0FU;
    if (is_long && ((data[0] & 0x0FU) != 0 || length < largest_classic_length))
        return ReceiveEvent::none;
    if (length == 0 || length > data.size() - header || length > buffer_.size())
        return ReceiveEvent::none;
    is_receiving_ = false;
    flow_control_.reset();
    received_ = 0;
    length_ = length;
    append(data.subspan(header));
    return ReceiveEvent::complete;
}

ReceiveEvent Receiver::receive_first(std::span<const std::uint8_t> data,
                                     std::int64_t now_ns) noexcept {
    if (data.size() < largest_classic_length) return ReceiveEvent::none;
    std::size_t header = 2;
    std::size_t length = (data[0] & 0x0FU) << 8U | data[1];
    if (length == 0) {
        header = 6;
        length = std::size_t{data[2]} << 24U | std::size_t{data[3]} << 16U |
                 std::size_t{data[4]} << 8U | data[5];
        if (length <= longest_12_bit_message) return ReceiveEvent::none;
    }
    // What fits into a single frame must come in one.
    const std::size_t fits_in_one =
        data.size() > largest_classic_length ? data.size() - 2 : largest_classic_length - 1;
    if (length <= fits_in_one) return ReceiveEvent::none;
    const bool interrupts = is_receiving_;
    is_receiving_ = false;
    if (length > buffer_.size()) {
        ask_for(flow_overflow);
        return ReceiveEvent::too_long;
    }
    is_receiving_ = true;
    received_ = 0;
    length_ = length;
    frame_length_ = data.size();
    sequence_ = 1;
    append(data.subspan(header));
    deadline_ns_ = now_ns + config_.consecutive_timeout_ns;
    ask_for(flow_continue);
    return interrupts ? ReceiveEvent::interrupted : ReceiveEvent::started;
}

ReceiveEvent Receiver::receive_consecutive(std::span<const std::uint8_t> data,
                                           std::int64_t now_ns) noexcept {
    if (!is_receiving_) return ReceiveEvent::none;
    const std::size_t left = length_ - received_;
    const bool is_last = left <= frame_length_ - 1;
    const bool is_short = data.size() - 1 < (is_last ? left : frame_length_ - 1);
    if ((data[0] & 0x0FU) != sequence_ || is_short) {
        is_receiving_ = false;
        return ReceiveEvent::wrong_sequence;
    }
    sequence_ = (sequence_ + 1U) & 0x0FU;
    append(data.subspan(1, std::min(data.size(), frame_length_) - 1));
    if (received_ == length_) {
        is_receiving_ = false;
        return ReceiveEvent::complete;
    }
    deadline_ns_ = now_ns + config_.consecutive_timeout_ns;
    if (config_.block_size != 0 && --left_in_block_ == 0) ask_for(flow_continue);
    return ReceiveEvent::none;
}

void Receiver::append(std::span<const std::uint8_t> data) noexcept {
    const std::size_t count = std::min(data.size(), length_ - received_);
    std::copy_n(data.begin(), count, buffer_.begin() + static_cast<std::ptrdiff_t>(received_));
    received_ += count;
}

void Receiver::ask_for(std::uint8_t flow) noexcept {
    left_in_block_ = config_.block_size;
    const std::array<std::uint8_t, 3> answer = {
        static_cast<std::uint8_t>(flow_control_frame << 4U | flow), config_.block_size,
        config_.separation_code};
    flow_control_ = make_frame(config_, answer);
}

ReceiveEvent Receiver::poll(std::int64_t now_ns) noexcept {
    if (!is_receiving_ || now_ns < deadline_ns_) return ReceiveEvent::none;
    is_receiving_ = false;
    flow_control_.reset();
    return ReceiveEvent::timed_out;
}

std::optional<Frame> Receiver::take_flow_control() noexcept {
    std::optional<Frame> frame = flow_control_;
    flow_control_.reset();
    return frame;
}

}  // namespace ghostcar::can_bridge::iso_tp
