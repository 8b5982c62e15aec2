// SPDX-License-Identifier: Apache-2.0
// Reads an MCAP file from front to back, whole or cut off anywhere (kill, power cut, full disk):
// it gives every message that is there and says where and why it stopped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "hmi_link/mcap_format.h"

namespace ghostcar::hmi_link {

struct McapSchema {
    std::string name;
    std::string encoding;
    std::string data;
};

struct McapChannel {
    std::uint16_t schema = 0;
    std::string topic;
    std::string message_encoding;
};

struct McapMessage {
    std::uint16_t channel = 0;
    std::uint32_t sequence = 0;
    std::uint64_t log_time_ns = 0;
    std::string_view data;  // valid until the next call of McapReader::next
};

class McapReader {
public:
    /// Throws std::runtime_error, one line, when the file cannot be opened or is not MCAP.
    explicit McapReader(const std::string& path);
    ~McapReader();
    McapReader(const McapReader&) = delete;
    McapReader& operator=(const McapReader&) = delete;

    /// False at the end of what can be read.
    bool next(McapMessage& message);

    // What has been met so far.
    [[nodiscard]] const std::map<std::uint16_t, McapSchema>& schemas() const { return schemas_; }
    [[nodiscard]] const std::map<std::uint16_t, McapChannel>& channels() const { return channels_; }
    [[nodiscard]] const std::map<std::string, mcap::TextMap>& metadata() const { return metadata_; }

    /// After next() gave false: true when the file was closed by its writer, and every CRC fits.
    [[nodiscard]] bool complete() const noexcept { return complete_; }
    /// "" when complete, else one sentence: what is wrong and at which byte.
    [[nodiscard]] const std::string& stop_text() const noexcept { return stop_text_; }

private:
    enum class Step { message, other, end };

    Step read_record(McapMessage& message);
    Step open_chunk(std::uint64_t available, bool cut_off);
    bool next_in_chunk(McapMessage& message);
    bool take(mcap::Opcode opcode, std::string_view content);
    bool take_metadata(std::string_view content);
    bool load(std::uint64_t size);
    Step stop(const std::string& why);

    int file_ = -1;
    std::uint64_t size_ = 0;
    std::uint64_t offset_ = 0;    // of the next record
    std::uint32_t data_crc_ = 0;  // over everything before it
    bool stopped_ = false;
    bool complete_ = false;
    bool chunk_cut_off_ = false;
    std::string stop_text_;
    std::string buffer_;           // the record being read
    std::string_view chunk_rest_;  // what is left of an open chunk's records, inside buffer_
    std::map<std::uint16_t, McapSchema> schemas_;
    std::map<std::uint16_t, McapChannel> channels_;
    std::map<std::string, mcap::TextMap> metadata_;
};

}  // namespace ghostcar::hmi_link
