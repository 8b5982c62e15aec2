// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/udp_multicast.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "can_bridge/byte_writer.h"
#include "can_bridge/transport/message_pack.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge {
namespace {

using message_pack::Kind;
using message_pack::Value;

constexpr double ns_per_second = 1e9;
constexpr std::uint8_t map_of_eleven = 0x8B;

void put_key(ByteWriter& writer, std::string_view key) {
    writer.put(static_cast<std::uint8_t>(0xA0U | key.size()));
    for (const char character : key) writer.put(static_cast<std::uint8_t>(character));
}

void put_boolean(ByteWriter& writer, std::string_view key, bool value) {
    put_key(writer, key);
    writer.put(value ? std::uint8_t{0xC3} : std::uint8_t{0xC2});
}

/// In the shortest form, as MessagePack's libraries write it.
void put_integer(ByteWriter& writer, std::string_view key, std::uint32_t value) {
    put_key(writer, key);
    if (value <= 0x7F) {
        writer.put(static_cast<std::uint8_t>(value));
    } else if (value <= 0xFF) {
        writer.put(0xCC);
        writer.put(static_cast<std::uint8_t>(value));
    } else if (value <= 0xFFFF) {
        writer.put(0xCD);
        writer.put16(value);
    } else {
        writer.put(0xCE);
        writer.put16(value >> 16U);
        writer.put16(value & 0xFFFFU);
    }
}

void put_time(ByteWriter& writer, std::int64_t time_ns) {
    put_key(writer, "timestamp");
    writer.put(0xCB);
    const std::uint64_t bits =
        std::bit_cast<std::uint64_t>(static_cast<double>(time_ns) / ns_per_second);
    for (int shift = 48; shift >= 0; shift -= 16)
        writer.put16(static_cast<std::uint32_t>(bits >> shift) & 0xFFFFU);
}

std::int64_t to_ns(double seconds) {
    constexpr std::int64_t largest = std::int64_t{1} << 62U;
    return model::to_integer(seconds * ns_per_second, -largest, largest);
}

/// What has been found so far; the frame is put together at the end, as keys have no order.
struct Fields {
    TimedFrame timed;
    std::uint64_t length = 0;
    std::span<const std::uint8_t> data;
    bool has_id = false;
    bool has_length = false;
};

/// False if the value is of the wrong kind.
bool take_boolean(const Value& value, bool& target) {
    target = value.boolean;
    return value.kind == Kind::boolean;
}

bool take_field(std::string_view key, const Value& value, Fields& fields) {
    Frame& frame = fields.timed.frame;
    if (key == "timestamp") {
        fields.timed.time_ns =
            to_ns(value.kind == Kind::real ? value.real : static_cast<double>(value.integer));
        return value.kind == Kind::real || value.kind == Kind::integer;
    }
    if (key == "arbitration_id") {
        fields.has_id = value.kind == Kind::integer && value.integer <= largest_extended_id;
        frame.id = static_cast<std::uint32_t>(value.integer & largest_extended_id);
        return fields.has_id;
    }
    if (key == "dlc") {
        fields.has_length = value.kind == Kind::integer;
        fields.length = value.integer;
        return fields.has_length;
    }
    if (key == "data") {
        fields.data = value.bytes;
        return value.kind == Kind::binary || value.kind == Kind::nil;
    }
    if (key == "is_extended_id") return take_boolean(value, frame.is_extended);
    if (key == "is_remote_frame") return take_boolean(value, frame.is_remote);
    if (key == "is_error_frame") return take_boolean(value, frame.is_error);
    if (key == "is_fd") return take_boolean(value, frame.is_fd);
    if (key == "bitrate_switch") return take_boolean(value, frame.bitrate_switch);
    if (key == "error_state_indicator") return take_boolean(value, frame.error_state_indicator);
    return value.kind != Kind::map && value.kind != Kind::other;  // "channel" and strangers
}

/// A length that is not that of the data is never padded and never read past: it is refused.
bool finish(Fields& fields) {
    Frame& frame = fields.timed.frame;
    if (!fields.has_id || !fields.has_length || fields.length > largest_length) return false;
    if (fields.data.size() != (frame.is_remote ? 0 : fields.length)) return false;
    if (!frame.is_fd) frame.bitrate_switch = frame.error_state_indicator = false;
    frame.length = static_cast<std::uint8_t>(fields.length);
    std::copy(fields.data.begin(), fields.data.end(), frame.data.begin());
    Frame as_data = frame;  // error frames are no frames that somebody sends, but are heard
    as_data.is_error = false;
    return frame.is_error ? frame.length <= largest_classic_length : is_sendable(as_data);
}

}  // namespace

UdpMulticastDatagram encode_udp_multicast(const TimedFrame& timed) noexcept {
    UdpMulticastDatagram datagram{};
    ByteWriter writer(datagram.bytes);
    const Frame& frame = timed.frame;
    writer.put(map_of_eleven);
    put_time(writer, timed.time_ns);
    put_integer(writer, "arbitration_id", frame.id);
    put_boolean(writer, "is_extended_id", frame.is_extended);
    put_boolean(writer, "is_remote_frame", frame.is_remote);
    put_boolean(writer, "is_error_frame", frame.is_error);
    put_key(writer, "channel");
    writer.put(0xC0);
    put_integer(writer, "dlc", frame.length);
    put_key(writer, "data");
    writer.put(0xC4);
    writer.put(static_cast<std::uint8_t>(frame.payload().size()));
    writer.put(frame.payload());
    put_boolean(writer, "is_fd", frame.is_fd);
    put_boolean(writer, "bitrate_switch", frame.bitrate_switch);
    put_boolean(writer, "error_state_indicator", frame.error_state_indicator);
    datagram.size = writer.size();
    return datagram;
}

std::optional<TimedFrame> decode_udp_multicast(std::span<const std::uint8_t> datagram) noexcept {
    ByteReader reader(datagram);
    const Value map = message_pack::take(reader);
    if (map.kind != Kind::map) return std::nullopt;
    Fields fields;
    for (std::uint64_t entry = 0; entry < map.entries; ++entry) {
        const Value key = message_pack::take(reader);
        const Value value = message_pack::take(reader);
        if (key.kind != Kind::text || !take_field(key.text(), value, fields)) return std::nullopt;
    }
    if (reader.left() != 0 || !finish(fields)) return std::nullopt;
    return fields.timed;
}

}  // namespace ghostcar::can_bridge
