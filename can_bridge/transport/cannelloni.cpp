// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/cannelloni.h"

#include <algorithm>

#include "can_bridge/byte_reader.h"
#include "can_bridge/byte_writer.h"
#include "can_bridge/transport/linux_id.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint8_t version = 2;
constexpr std::uint8_t operation_data = 0;
constexpr std::size_t header_size = 5;
constexpr std::uint8_t length_fd_flag = 0x80;

/// The shortest frame: an id and a length. More frames than that cannot be in so many bytes.
constexpr std::size_t shortest_frame = 5;

bool take_frame(ByteReader& reader, Frame& frame) {
    if (!from_linux_id(static_cast<std::uint32_t>(reader.big_endian(4)), frame)) return false;
    const std::uint8_t length = reader.u8();
    frame.is_fd = (length & length_fd_flag) != 0;
    frame.length = length & static_cast<std::uint8_t>(~length_fd_flag);
    if (frame.is_fd) {
        const std::uint8_t flags = reader.u8();
        frame.bitrate_switch = (flags & linux_fd_bitrate_switch) != 0;
        frame.error_state_indicator = (flags & linux_fd_error_state) != 0;
    }
    if (frame.length > (frame.is_fd ? largest_length : largest_classic_length)) return false;
    const std::span<const std::uint8_t> data = reader.take(frame.payload().size());
    std::copy(data.begin(), data.end(), frame.data.begin());
    return !reader.has_failed() && (frame.is_error || is_sendable(frame));
}

}  // namespace

CannelloniPacket::CannelloniPacket(std::uint8_t sequence) noexcept : size_(header_size) {
    bytes_[0] = version;
    bytes_[1] = operation_data;
    bytes_[2] = sequence;
}

bool CannelloniPacket::add(const Frame& frame) noexcept {
    ByteWriter writer(std::span<std::uint8_t>(bytes_).subspan(size_));
    const std::uint32_t id = to_linux_id(frame);
    writer.put16(id >> 16U);
    writer.put16(id & 0xFFFFU);
    writer.put(static_cast<std::uint8_t>(frame.length | (frame.is_fd ? length_fd_flag : 0U)));
    if (frame.is_fd) writer.put(to_linux_fd_flags(frame));
    writer.put(frame.payload());
    if (writer.has_overflown()) return false;
    size_ += writer.size();
    ++frames_;
    bytes_[3] = static_cast<std::uint8_t>(frames_ >> 8U);
    bytes_[4] = static_cast<std::uint8_t>(frames_ & 0xFFU);
    return true;
}

std::optional<CannelloniContent> decode_cannelloni(std::span<const std::uint8_t> packet) {
    ByteReader reader(packet);
    const bool is_known = reader.u8() == version && reader.u8() == operation_data;
    CannelloniContent content;
    content.sequence = reader.u8();
    const std::size_t count = reader.big_endian(2);
    if (!is_known || reader.has_failed() || count > reader.left() / shortest_frame)
        return std::nullopt;
    content.frames.resize(count);
    for (Frame& frame : content.frames)
        if (!take_frame(reader, frame)) return std::nullopt;
    if (reader.left() != 0) return std::nullopt;
    return content;
}

}  // namespace ghostcar::can_bridge
