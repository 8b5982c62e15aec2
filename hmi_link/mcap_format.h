// SPDX-License-Identifier: Apache-2.0
// The parts of the MCAP file format (https://mcap.dev/spec, version 0) that reader and writer
// share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace ghostcar::hmi_link::mcap {

constexpr std::string_view magic("\x89MCAP0\r\n", 8);

enum class Opcode : std::uint8_t {
    header = 0x01,
    footer = 0x02,
    schema = 0x03,
    channel = 0x04,
    message = 0x05,
    chunk = 0x06,
    message_index = 0x07,
    chunk_index = 0x08,
    statistics = 0x0B,
    metadata = 0x0C,
    metadata_index = 0x0D,
    summary_offset = 0x0E,
    data_end = 0x0F,
};

constexpr std::size_t record_head_size = 1 + 8;                 // opcode, length of what follows
constexpr std::size_t message_head_size = 2 + 4 + 8 + 8;        // channel, sequence, two times
constexpr std::size_t chunk_head_size = 8 + 8 + 8 + 4 + 4 + 8;  // with an empty compression name

using TextMap = std::map<std::string, std::string>;

/// CRC-32 (that of zlib) of bytes that follow those whose sum is `previous`; 0 at the begin.
[[nodiscard]] std::uint32_t crc(std::uint32_t previous, std::string_view bytes);

}  // namespace ghostcar::hmi_link::mcap
