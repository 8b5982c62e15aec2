// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/blf_reader.h"

#include <zlib.h>

#include <algorithm>
#include <span>

#include "can_bridge/log/blf_format.h"

namespace ghostcar::can_bridge {
namespace {

using namespace blf;

/// Real containers have 128 KiB; a file may not ask for all memory there is.
constexpr std::size_t largest_container = std::size_t{64} << 20U;
/// What an object that spans containers may grow to.
constexpr std::size_t largest_object = std::size_t{16} << 20U;
/// zlib packs at most 1032 to 1, so a container that claims more is damaged.
constexpr std::size_t largest_ratio = 1032;

struct ObjectHead {
    std::size_t head_size = 0;
    std::size_t size = 0;
    std::uint32_t type = 0;
};

ObjectHead take_head(ByteReader& reader) {
    ObjectHead head;
    if (reader.u32_le() != object_signature)
        throw LogError("an object of the log does not begin as objects do; the file is damaged");
    head.head_size = reader.u16_le();
    reader.skip(2);
    head.size = reader.u32_le();
    head.type = reader.u32_le();
    if (head.head_size < base_head_size || head.size < head.head_size)
        throw LogError("an object of the log is shorter than its head; the file is damaged");
    return head;
}

/// Objects are padded, but not all tools count alike: the next one begins within seven bytes.
std::size_t find_object(std::span<const std::uint8_t> bytes, std::size_t from) {
    for (std::size_t index = from; index + 4 <= bytes.size() && index < from + 8; ++index)
        if (ByteReader(bytes.subspan(index)).u32_le() == object_signature) return index;
    return from;
}

std::vector<std::uint8_t> unpacked(std::span<const std::uint8_t> packed, std::size_t size) {
    if (size > largest_container || size / largest_ratio > packed.size())
        throw LogError("a container claims to hold " + std::to_string(size) +
                       " bytes; the file is damaged");
    std::vector<std::uint8_t> content(size);
    uLongf length = static_cast<uLongf>(size);
    if (uncompress(content.data(), &length, packed.data(), static_cast<uLong>(packed.size())) !=
        Z_OK)
        throw LogError("a container cannot be unpacked; the file is damaged");
    content.resize(length);
    return content;
}

void set_id(Frame& frame, std::uint32_t id) {
    frame.is_extended = (id & extended_id_flag) != 0;
    frame.id = id & largest_id(frame.is_extended);
}

void set_data(Frame& frame, ByteReader& reader, std::size_t length) {
    const std::span<const std::uint8_t> data = reader.take(length);
    std::copy(data.begin(), data.end(), frame.data.begin());
    frame.length = static_cast<std::uint8_t>(length);
}

bool take_classic(ByteReader& reader, TimedFrame& timed) {
    timed.channel = reader.u16_le();
    const std::uint8_t flags = reader.u8();
    const std::size_t length = std::min<std::size_t>(reader.u8(), largest_classic_length);
    set_id(timed.frame, reader.u32_le());
    timed.frame.is_remote = (flags & remote_flag) != 0;
    if (timed.frame.is_remote)
        timed.frame.length = static_cast<std::uint8_t>(length);
    else
        set_data(timed.frame, reader, length);
    return true;
}

bool take_fd(ByteReader& reader, TimedFrame& timed) {
    timed.channel = reader.u16_le();
    const std::uint8_t flags = reader.u8();
    reader.skip(1);  // the length code; the number of valid bytes follows
    set_id(timed.frame, reader.u32_le());
    reader.skip(5);
    const std::uint8_t fd_flags = reader.u8();
    const std::size_t length = reader.u8();
    reader.skip(5);
    Frame& frame = timed.frame;
    frame.is_fd = (fd_flags & fd_flag) != 0;
    frame.bitrate_switch = frame.is_fd && (fd_flags & fd_bitrate_switch) != 0;
    frame.error_state_indicator = frame.is_fd && (fd_flags & fd_error_state) != 0;
    if (length > (frame.is_fd ? largest_length : largest_classic_length)) return false;
    frame.is_remote = !frame.is_fd && (flags & remote_flag) != 0;
    if (frame.is_remote)
        frame.length = static_cast<std::uint8_t>(length);
    else
        set_data(frame, reader, length);
    return true;
}

bool take_fd64(ByteReader& reader, TimedFrame& timed) {
    timed.channel = reader.u8();
    const std::uint8_t code = reader.u8();
    const std::size_t length = reader.u8();
    reader.skip(1);
    set_id(timed.frame, reader.u32_le());
    reader.skip(4);
    const std::uint32_t flags = reader.u32_le();
    reader.skip(24);  // bit timing, offsets, number of bits, direction, checksum
    Frame& frame = timed.frame;
    frame.is_fd = (flags & fd64_flag) != 0;
    frame.bitrate_switch = frame.is_fd && (flags & fd64_bitrate_switch) != 0;
    frame.error_state_indicator = frame.is_fd && (flags & fd64_error_state) != 0;
    frame.is_remote = !frame.is_fd && (flags & fd64_remote) != 0;
    if (length > (frame.is_fd ? largest_length : largest_classic_length)) return false;
    if (frame.is_remote)
        frame.length = std::min<std::uint8_t>(code, largest_classic_length);
    else
        set_data(frame, reader, length);
    return true;
}

bool take_error(ByteReader& reader, TimedFrame& timed) {
    timed.channel = reader.u16_le();
    reader.skip(8);  // length, flags, error code, position
    const std::size_t length = std::min<std::size_t>(reader.u8(), largest_classic_length);
    reader.skip(5);
    timed.frame.is_error = true;
    timed.frame.id = reader.u32_le() & largest_extended_id;
    reader.skip(4);
    set_data(timed.frame, reader, length);
    return true;
}

/// The frame in an object; nothing for other events.
std::optional<TimedFrame> frame_of(const ObjectHead& head, std::span<const std::uint8_t> object) {
    if (head.head_size < event_head_size) return std::nullopt;
    ByteReader reader(object);
    reader.skip(base_head_size);
    const std::uint32_t unit = reader.u32_le();
    reader.skip(4);
    const std::uint64_t time = reader.u64_le();
    reader.skip(head.head_size - event_head_size);
    TimedFrame timed;
    bool is_frame = false;
    switch (head.type) {
        case can_message:
        case can_message_2:
            is_frame = take_classic(reader, timed);
            break;
        case can_fd_message:
            is_frame = take_fd(reader, timed);
            break;
        case can_fd_message_64:
            is_frame = take_fd64(reader, timed);
            break;
        case can_error_extended:
            is_frame = take_error(reader, timed);
            break;
        default:
            return std::nullopt;
    }
    const std::uint64_t ns = unit == time_in_10_us ? 10'000U : 1U;
    is_frame = is_frame && (timed.frame.is_error || is_sendable(timed.frame));
    if (!is_frame || reader.has_failed() || time > static_cast<std::uint64_t>(INT64_MAX) / ns)
        throw LogError("a frame of the log is not whole; the file is damaged");
    timed.time_ns = static_cast<std::int64_t>(time * ns);
    if (timed.channel > 0) --timed.channel;  // the format counts from 1
    return timed;
}

}  // namespace

BlfReader::BlfReader(std::istream& input) : input_(input) {
    const std::vector<std::uint8_t> begin = read(8);
    ByteReader reader(begin);
    const bool is_log = reader.u32_le() == file_signature;
    const std::size_t head_size = reader.u32_le();
    if (!is_log || reader.has_failed() || head_size < 8 || head_size > largest_object)
        throw LogError("this is no BLF file: it does not begin with LOGG");
    static_cast<void>(read(head_size - 8));
}

std::vector<std::uint8_t> BlfReader::read(std::size_t count) {
    // In pieces: a damaged length must not reserve memory for bytes that do not come.
    constexpr std::size_t piece = 65536;
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < count && input_) {
        const std::size_t before = bytes.size();
        bytes.resize(before + std::min(piece, count - before));
        input_.read(reinterpret_cast<char*>(bytes.data() + before),
                    static_cast<std::streamsize>(bytes.size() - before));
        bytes.resize(before + static_cast<std::size_t>(input_.gcount()));
    }
    return bytes;
}

/// Appends the content of the next container; false at the end of the file.
bool BlfReader::read_container() {
    content_.erase(content_.begin(), content_.begin() + static_cast<std::ptrdiff_t>(position_));
    position_ = 0;
    if (content_.size() > largest_object)
        throw LogError("an object of the log never ends; the file is damaged");
    for (;;) {
        std::vector<std::uint8_t> head_bytes = read(base_head_size);
        // Padding of the container before.
        const std::size_t begin =
            head_bytes.size() < base_head_size ? 0 : find_object(head_bytes, 0);
        if (begin != 0) {
            head_bytes.erase(head_bytes.begin(),
                             head_bytes.begin() + static_cast<std::ptrdiff_t>(begin));
            const std::vector<std::uint8_t> more = read(begin);
            head_bytes.insert(head_bytes.end(), more.begin(), more.end());
        }
        if (head_bytes.size() < base_head_size) return false;
        ByteReader reader(head_bytes);
        const ObjectHead head = take_head(reader);
        const std::vector<std::uint8_t> object = read(head.size - base_head_size);
        if (object.size() < head.size - base_head_size) return false;
        if (head.type != log_container) {  // an object outside of any container
            content_.insert(content_.end(), head_bytes.begin(), head_bytes.end());
            content_.insert(content_.end(), object.begin(), object.end());
            return true;
        }
        ByteReader container(object);
        const std::uint16_t method = container.u16_le();
        container.skip(6);
        const std::size_t size = container.u32_le();
        container.skip(4);
        if (container.has_failed() || (method != not_compressed && method != zlib_compressed))
            throw LogError("a container is packed in an unknown way");
        const std::span<const std::uint8_t> packed = container.take(container.left());
        if (method == zlib_compressed) {
            const std::vector<std::uint8_t> bytes = unpacked(packed, size);
            content_.insert(content_.end(), bytes.begin(), bytes.end());
        } else {
            content_.insert(content_.end(), packed.begin(), packed.end());
        }
        return true;
    }
}

std::optional<TimedFrame> BlfReader::next() {
    for (;;) {
        const std::span<const std::uint8_t> bytes(content_);
        const std::size_t begin = find_object(bytes, position_);
        const std::span<const std::uint8_t> rest = bytes.subspan(begin);
        if (rest.size() < base_head_size + 8) {
            if (!read_container()) return std::nullopt;
            continue;
        }
        ByteReader reader(rest);
        const ObjectHead head = take_head(reader);
        if (head.size > largest_object)
            throw LogError("an object claims " + std::to_string(head.size) +
                           " bytes; the file is damaged");
        if (head.size > rest.size()) {
            if (!read_container()) return std::nullopt;
            continue;
        }
        const std::optional<TimedFrame> timed = frame_of(head, rest.first(head.size));
        position_ = begin + head.size;
        if (timed) return timed;
    }
}

}  // namespace ghostcar::can_bridge
