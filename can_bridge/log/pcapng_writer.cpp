// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/pcapng_writer.h"

#include <string>

#include "can_bridge/byte_appender.h"
#include "can_bridge/transport/linux_id.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::uint32_t section_block = 0x0A0D0D0A;
constexpr std::uint32_t interface_block = 1;
constexpr std::uint32_t packet_block = 6;
constexpr std::uint32_t byte_order_magic = 0x1A2B3C4D;
constexpr std::uint16_t link_type_can = 227;  // LINKTYPE_CAN_SOCKETCAN
constexpr std::uint16_t option_name = 2;
constexpr std::uint16_t option_time_resolution = 9;
constexpr std::uint8_t nanoseconds = 9;  // 10⁻⁹

void pad(ByteAppender& bytes) {
    bytes.zeros((4 - bytes.size() % 4) % 4);
}

void put_option(ByteAppender& body, std::uint16_t code, std::span<const std::uint8_t> value) {
    body.u16(code);
    body.u16(static_cast<std::uint16_t>(value.size()));
    body.append(value);
    pad(body);
}

/// Type and length in front, the length again behind.
void put_block(std::ostream& output, std::uint32_t type, ByteAppender& body) {
    pad(body);
    const auto length = static_cast<std::uint32_t>(body.size() + 12);
    ByteAppender block;
    block.u32(type);
    block.u32(length);
    block.append(body.view());
    block.u32(length);
    output.write(reinterpret_cast<const char*>(block.view().data()),
                 static_cast<std::streamsize>(block.size()));
}

}  // namespace

PcapngWriter::PcapngWriter(std::ostream& output, std::int64_t start_ns)
    : output_(output), start_ns_(start_ns) {
    ByteAppender body;
    body.u32(byte_order_magic);
    body.u16(1);
    body.u16(0);
    body.u64(~std::uint64_t{0});  // the length of the section is not known
    put_block(output_, section_block, body);
}

void PcapngWriter::write_interface(std::uint32_t channel) {
    const std::string name = "can" + std::to_string(channel);
    ByteAppender body;
    body.u16(link_type_can);
    body.u16(0);
    body.u32(0);  // no limit
    put_option(body, option_name,
               {reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
    put_option(body, option_time_resolution, {&nanoseconds, 1});
    put_option(body, 0, {});
    put_block(output_, interface_block, body);
}

void PcapngWriter::write(const TimedFrame& timed) {
    while (interfaces_ <= timed.channel) write_interface(interfaces_++);
    const Frame& frame = timed.frame;
    // The id is big-endian here, whatever the rest of the file is.
    ByteAppender packet;
    packet.big_endian(to_linux_id(frame), 4);
    packet.u8(frame.length);
    packet.u8(frame.is_fd ? static_cast<std::uint8_t>(linux_fd_frame | to_linux_fd_flags(frame))
                          : std::uint8_t{0});
    packet.u16(0);
    packet.append(frame.payload());

    const auto time = static_cast<std::uint64_t>(start_ns_ + timed.time_ns);
    ByteAppender body;
    body.u32(timed.channel);
    body.u32(static_cast<std::uint32_t>(time >> 32U));
    body.u32(static_cast<std::uint32_t>(time));
    body.u32(static_cast<std::uint32_t>(packet.size()));
    body.u32(static_cast<std::uint32_t>(packet.size()));
    body.append(packet.view());
    put_block(output_, packet_block, body);
}

void PcapngWriter::finish() {
    output_.flush();
}

}  // namespace ghostcar::can_bridge
