// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/mcap_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "hmi_link/byte_order.h"

namespace ghostcar::hmi_link {
namespace {

using mcap::Opcode;

// Far above what the recorder writes (1 MB); keeps a damaged length from asking for all memory.
constexpr std::uint64_t largest_record = 64U << 20U;

bool parse_message(std::string_view content, McapMessage& message) {
    FieldReader fields(content);
    message.channel = fields.integer<std::uint16_t>();
    message.sequence = fields.integer<std::uint32_t>();
    message.log_time_ns = fields.integer<std::uint64_t>();
    fields.integer<std::uint64_t>();  // publish time
    message.data = fields.rest();
    return fields.ok();
}

}  // namespace

McapReader::McapReader(const std::string& path) {
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file_ < 0 || ::fstat(file_, &status) != 0) {
        const int error = errno;
        if (file_ >= 0) ::close(file_);
        throw std::runtime_error(path +
                                 ": cannot be opened: " + std::generic_category().message(error) +
                                 "; check the path and its permissions");
    }
    size_ = status.st_size > 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
    const bool is_mcap = S_ISREG(status.st_mode) && load(mcap::magic.size()) &&
                         std::string_view(buffer_) == mcap::magic;
    if (!is_mcap) {
        ::close(file_);
        throw std::runtime_error(path + ": is not an MCAP file; give the run.mcap of a run");
    }
    data_crc_ = mcap::crc(0, buffer_);
    offset_ = mcap::magic.size();
}

McapReader::~McapReader() {
    ::close(file_);
}

/// The next `size` bytes at `offset_` into the buffer.
bool McapReader::load(std::uint64_t size) {
    buffer_.resize(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < buffer_.size()) {
        const ssize_t count = ::pread(file_, buffer_.data() + done, buffer_.size() - done,
                                      static_cast<off_t>(offset_ + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += static_cast<std::size_t>(count);
    }
    return true;
}

McapReader::Step McapReader::stop(const std::string& why) {
    stopped_ = true;
    chunk_rest_ = {};
    stop_text_ = why + " at byte " + std::to_string(offset_) + " of " + std::to_string(size_);
    return Step::end;
}

bool McapReader::next(McapMessage& message) {
    while (!stopped_) {
        if (next_in_chunk(message)) return true;
        if (stopped_) return false;
        const Step step = read_record(message);
        if (step == Step::message) return true;
        if (step == Step::end) return false;
    }
    return false;
}

McapReader::Step McapReader::read_record(McapMessage& message) {
    const std::uint64_t left = size_ - offset_;
    if (left == 0) return stop("the file was not closed by its writer; it ends");
    if (left < mcap::record_head_size) return stop("the file is cut off");
    if (!load(mcap::record_head_size)) return stop("the file cannot be read");

    FieldReader head(buffer_);
    const auto opcode = static_cast<Opcode>(head.integer<std::uint8_t>());
    const auto length = head.integer<std::uint64_t>();
    const std::uint64_t available = left - mcap::record_head_size;
    const bool cut_off = length > available;
    if (cut_off && opcode != Opcode::chunk) return stop("the file is cut off inside a record");
    const std::uint64_t wanted = std::min(length, available);
    if (wanted > largest_record) return stop("a record is too long to be true");
    if (!load(mcap::record_head_size + wanted)) return stop("the file cannot be read");

    if (opcode == Opcode::chunk) return open_chunk(wanted, cut_off);

    const std::string_view content = std::string_view(buffer_).substr(mcap::record_head_size);
    if (opcode == Opcode::data_end) {
        FieldReader fields(content);
        const auto expected = fields.integer<std::uint32_t>();
        if (!fields.ok() || !fields.rest().empty() || (expected != 0 && expected != data_crc_))
            return stop("the checksum of the data does not fit");
        // What follows is the summary, which repeats what was read already.
        const std::uint64_t end = mcap::magic.size();
        offset_ = size_ >= end ? size_ - end : 0;
        if (!load(end) || std::string_view(buffer_) != mcap::magic)
            return stop("the summary is cut off; the data is whole");
        stopped_ = true;
        complete_ = true;
        return Step::end;
    }
    data_crc_ = mcap::crc(data_crc_, buffer_);
    if (opcode == Opcode::message) {
        if (!parse_message(content, message)) return stop("a message is damaged");
        offset_ += buffer_.size();
        return Step::message;
    }
    if (!take(opcode, content)) return stop("a record is damaged");
    offset_ += buffer_.size();
    return Step::other;
}

/// The buffer holds the chunk's record, `available` bytes of it after the record's head.
McapReader::Step McapReader::open_chunk(std::uint64_t available, bool cut_off) {
    if (available < mcap::chunk_head_size)
        return stop(cut_off ? "the file is cut off inside a chunk" : "a chunk is damaged");
    FieldReader fields(std::string_view(buffer_).substr(mcap::record_head_size));
    fields.integer<std::uint64_t>();  // first and last time: the messages tell
    fields.integer<std::uint64_t>();
    fields.integer<std::uint64_t>();  // uncompressed size: same as the size below
    const auto expected_crc = fields.integer<std::uint32_t>();
    const std::string_view compression = fields.text();
    const auto records_size = fields.integer<std::uint64_t>();
    if (!fields.ok()) return stop("a chunk is damaged");
    if (!compression.empty())
        return stop("a chunk is compressed, which Ghostcar's recorder never does,");
    if (!cut_off) {
        if (records_size != fields.rest().size()) return stop("a chunk is damaged");
        if (expected_crc != 0 && expected_crc != mcap::crc(0, fields.rest()))
            return stop("the checksum of a chunk does not fit");
    }
    data_crc_ = mcap::crc(data_crc_, buffer_);
    offset_ += buffer_.size();
    chunk_rest_ = fields.rest();
    chunk_cut_off_ = cut_off;
    return Step::other;
}

bool McapReader::next_in_chunk(McapMessage& message) {
    while (!chunk_rest_.empty()) {
        FieldReader record(chunk_rest_);
        const auto opcode = static_cast<Opcode>(record.integer<std::uint8_t>());
        const auto length = record.integer<std::uint64_t>();
        const std::string_view content = record.take(length);
        if (!record.ok()) break;
        chunk_rest_ = record.rest();
        if (opcode == Opcode::message ? parse_message(content, message) : take(opcode, content)) {
            if (opcode == Opcode::message) return true;
            continue;
        }
        stop("a record inside a chunk is damaged");
        return false;
    }
    if (chunk_cut_off_)
        stop("the file is cut off inside a chunk");
    else if (!chunk_rest_.empty())
        stop("a chunk ends inside a record");
    return false;
}

/// A record that is no message. Unknown ones are skipped, as the format asks for.
bool McapReader::take(Opcode opcode, std::string_view content) {
    FieldReader fields(content);
    switch (opcode) {
        case Opcode::schema: {
            const auto id = fields.integer<std::uint16_t>();
            McapSchema schema;
            schema.name = fields.text();
            schema.encoding = fields.text();
            schema.data = fields.text();
            if (fields.ok()) schemas_[id] = std::move(schema);
            return fields.ok();
        }
        case Opcode::channel: {
            const auto id = fields.integer<std::uint16_t>();
            McapChannel channel;
            channel.schema = fields.integer<std::uint16_t>();
            channel.topic = fields.text();
            channel.message_encoding = fields.text();
            if (fields.ok()) channels_[id] = std::move(channel);
            return fields.ok();
        }
        case Opcode::metadata:
            return take_metadata(content);
        default:
            return static_cast<std::uint8_t>(opcode) != 0;  // 0 is reserved: zeros are damage
    }
}

bool McapReader::take_metadata(std::string_view content) {
    FieldReader fields(content);
    const std::string name(fields.text());
    FieldReader entries(fields.text());
    if (!fields.ok()) return false;
    mcap::TextMap texts;
    while (!entries.rest().empty()) {
        const std::string key(entries.text());
        texts[key] = entries.text();
        if (!entries.ok()) return false;
    }
    metadata_[name] = std::move(texts);
    return true;
}

}  // namespace ghostcar::hmi_link
