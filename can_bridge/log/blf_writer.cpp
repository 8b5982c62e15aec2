// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/blf_writer.h"

#include <zlib.h>

#include <algorithm>
#include <span>
#include <vector>

#include "can_bridge/log/blf_format.h"
#include "can_bridge/log/civil_time.h"

namespace ghostcar::can_bridge {
namespace {

using namespace blf;

constexpr std::size_t container_size = 131072;
constexpr int fast_compression = 1;

void put_object_head(ByteAppender& bytes, std::size_t head_size, std::size_t size,
                     std::uint32_t type) {
    bytes.u32(object_signature);
    bytes.u16(static_cast<std::uint16_t>(head_size));
    bytes.u16(1);
    bytes.u32(static_cast<std::uint32_t>(size));
    bytes.u32(type);
}

void put_event(ByteAppender& bytes, std::uint32_t type, std::int64_t time_ns,
               std::span<const std::uint8_t> content) {
    put_object_head(bytes, event_head_size, event_head_size + content.size(), type);
    bytes.u32(time_in_ns);
    bytes.u16(0);
    bytes.u16(0);
    bytes.u64(static_cast<std::uint64_t>(time_ns < 0 ? 0 : time_ns));
    bytes.append(content);
    bytes.zeros(content.size() % 4);  // so much padding is what the format's own tools expect
}

std::uint32_t id_of(const Frame& frame) {
    return frame.id | (frame.is_extended ? extended_id_flag : 0U);
}

std::uint16_t channel_of(const TimedFrame& timed) {
    return static_cast<std::uint16_t>(timed.channel + 1);
}

void put_classic(ByteAppender& content, const TimedFrame& timed) {
    const Frame& frame = timed.frame;
    content.u16(channel_of(timed));
    content.u8(frame.is_remote ? remote_flag : std::uint8_t{0});
    content.u8(frame.length);
    content.u32(id_of(frame));
    content.append(std::span(frame.data).first(largest_classic_length));
}

void put_fd(ByteAppender& content, const TimedFrame& timed) {
    const Frame& frame = timed.frame;
    content.u16(channel_of(timed));
    content.u8(0);
    content.u8(code_of_length(frame.length));
    content.u32(id_of(frame));
    content.u32(0);
    content.u8(0);
    content.u8(static_cast<std::uint8_t>(fd_flag | (frame.bitrate_switch ? fd_bitrate_switch : 0U) |
                                         (frame.error_state_indicator ? fd_error_state : 0U)));
    content.u8(frame.length);
    content.zeros(5);
    content.append(frame.data);
}

void put_error(ByteAppender& content, const TimedFrame& timed) {
    const Frame& frame = timed.frame;
    content.u16(channel_of(timed));
    content.u16(0);
    content.u32(0);
    content.u8(0);
    content.u8(0);
    content.u8(frame.length);
    content.zeros(1);
    content.u32(0);
    content.u32(frame.id);
    content.u16(0);
    content.zeros(2);
    content.append(std::span(frame.data).first(largest_classic_length));
}

void put_civil_time(ByteAppender& bytes, std::int64_t time_ns) {
    const CivilTime time = civil_time(time_ns);
    for (const int part : {time.year, time.month, time.weekday, time.day, time.hour, time.minute,
                           time.second, time.millisecond})
        bytes.u16(static_cast<std::uint16_t>(part));
}

void put(std::ostream& output, std::span<const std::uint8_t> bytes) {
    output.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

BlfWriter::BlfWriter(std::ostream& output, std::int64_t start_ns)
    : output_(output), start_ns_(start_ns) {
    write_head();
    file_size_ = unpacked_size_ = file_head_size;
}

void BlfWriter::write(const TimedFrame& timed) {
    ByteAppender content;
    std::uint32_t type = can_message;
    if (timed.frame.is_error) {
        type = can_error_extended;
        put_error(content, timed);
    } else if (timed.frame.is_fd) {
        type = can_fd_message;
        put_fd(content, timed);
    } else {
        put_classic(content, timed);
    }
    put_event(content_, type, timed.time_ns, content.view());
    last_ns_ = std::max(last_ns_, timed.time_ns);
    ++objects_;
    if (content_.size() >= container_size) write_container();
}

void BlfWriter::write_container() {
    uLongf packed_size = compressBound(static_cast<uLong>(content_.size()));
    std::vector<std::uint8_t> packed(packed_size);
    if (compress2(packed.data(), &packed_size, content_.view().data(),
                  static_cast<uLong>(content_.size()), fast_compression) != Z_OK)
        throw LogError("a part of the log cannot be packed");
    packed.resize(packed_size);
    ByteAppender container;
    const std::size_t size = base_head_size + 16 + packed.size();
    put_object_head(container, base_head_size, size, log_container);
    container.u16(zlib_compressed);
    container.zeros(6);
    container.u32(static_cast<std::uint32_t>(content_.size()));
    container.zeros(4);
    container.append(packed);
    container.zeros(size % 4);
    put(output_, container.view());
    file_size_ += container.size();
    unpacked_size_ += base_head_size + 16 + content_.size();
    content_.clear();
}

void BlfWriter::finish() {
    if (content_.size() > 0) write_container();
    output_.seekp(0);
    write_head();
    output_.seekp(0, std::ios::end);
    output_.flush();
}

void BlfWriter::write_head() {
    ByteAppender head;
    head.u32(file_signature);
    head.u32(file_head_size);
    head.append(std::vector<std::uint8_t>{0, 0, 0, 0, 2, 6, 8, 1});  // application; format 2.6.8.1
    head.u64(file_size_);
    head.u64(unpacked_size_);
    head.u32(objects_);
    head.u32(0);
    put_civil_time(head, start_ns_);
    put_civil_time(head, start_ns_ + last_ns_);
    head.zeros(file_head_size - head.size());
    put(output_, head.view());
}

}  // namespace ghostcar::can_bridge
