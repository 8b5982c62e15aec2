// SPDX-License-Identifier: Apache-2.0
// Writes an MCAP file: uncompressed chunks with message indexes, a summary, all CRCs. A file whose
// writer was killed ends after its last chunk and stays readable (mcap_reader.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hmi_link/mcap_format.h"

namespace ghostcar::hmi_link {

/// The first failed write ends the file: what fitted stays, error() tells why, and every later
/// call does nothing.
class McapWriter {
public:
    /// Takes over an open, empty file. `library` says who wrote it.
    McapWriter(int file, std::string_view library);
    ~McapWriter();
    McapWriter(const McapWriter&) = delete;
    McapWriter& operator=(const McapWriter&) = delete;

    // Before the first message.
    std::uint16_t add_schema(std::string_view name, std::string_view encoding,
                             std::string_view data);
    std::uint16_t add_channel(std::uint16_t schema, std::string_view topic,
                              std::string_view message_encoding);

    /// Between chunks; closes an open one.
    void add_metadata(std::string_view name, const mcap::TextMap& texts);

    /// Appends a message of `size` bytes to the open chunk and returns the place to write them to,
    /// valid until the next call. So a message is encoded where it will lie, without a copy.
    std::uint8_t* add_message(std::uint16_t channel, std::uint64_t time_ns, std::size_t size);

    [[nodiscard]] std::size_t open_chunk_size() const noexcept;
    void close_chunk();  // to the operating system: survives the death of this process
    void sync();         // to the disk: survives a power cut
    void finish();       // closes the chunk, adds the summary, closes the file

    /// 0, or the errno of the call that failed.
    [[nodiscard]] int error() const noexcept { return error_; }

private:
    struct Channel {
        std::uint64_t messages = 0;                                    // in the file
        std::vector<std::pair<std::uint64_t, std::uint64_t>> indexed;  // in the chunk: time, offset
    };

    void write_out(std::string_view bytes);
    /// Without taking it into the sum; false after an error.
    bool send(std::string_view bytes);
    void append_message_indexes(std::string& chunk_index);
    void append_statistics(std::string& out) const;
    void append_summary_group(std::string& summary, mcap::Opcode opcode, std::string_view records);

    int file_;
    int error_ = 0;
    std::uint64_t offset_ = 0;    // bytes written so far
    std::uint32_t data_crc_ = 0;  // over all of them
    std::string chunk_;           // the open chunk with room for its head
    std::uint64_t chunk_begin_ns_ = 0;
    std::uint64_t chunk_end_ns_ = 0;
    std::uint64_t file_begin_ns_ = 0;
    std::uint64_t file_end_ns_ = 0;
    std::uint64_t messages_ = 0;
    std::uint32_t chunks_ = 0;
    std::uint32_t metadata_ = 0;
    std::vector<Channel> channels_;  // channel id - 1
    std::uint16_t schemas_ = 0;

    // Records of the summary, collected as the file grows.
    std::string schema_records_;
    std::string channel_records_;
    std::string chunk_indexes_;
    std::string metadata_indexes_;
    std::string summary_offsets_;
};

}  // namespace ghostcar::hmi_link
