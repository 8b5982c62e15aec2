// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/mcap_writer.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "hmi_link/byte_order.h"

namespace ghostcar::hmi_link {
namespace {

using mcap::Opcode;

constexpr std::size_t chunk_prefix_size = mcap::record_head_size + mcap::chunk_head_size;

void append_record_head(std::string& out, Opcode opcode, std::size_t size) {
    append_integer(out, static_cast<std::uint8_t>(opcode));
    append_integer(out, static_cast<std::uint64_t>(size));
}

void append_record(std::string& out, Opcode opcode, std::string_view content) {
    append_record_head(out, opcode, content.size());
    out.append(content);
}

void append_text_map(std::string& out, const mcap::TextMap& texts) {
    std::string content;
    for (const auto& [key, value] : texts) {
        append_text(content, key);
        append_text(content, value);
    }
    append_text(out, content);
}

}  // namespace

McapWriter::McapWriter(int file, std::string_view library) : file_(file) {
    std::string content;
    append_text(content, "");  // profile: none of the registered ones
    append_text(content, library);
    std::string out(mcap::magic);
    append_record(out, Opcode::header, content);
    write_out(out);
    chunk_.resize(chunk_prefix_size);
}

McapWriter::~McapWriter() {
    if (file_ >= 0) ::close(file_);
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view encoding,
                                     std::string_view data) {
    ++schemas_;
    std::string content;
    append_integer(content, schemas_);
    append_text(content, name);
    append_text(content, encoding);
    append_text(content, data);
    std::string record;
    append_record(record, Opcode::schema, content);
    schema_records_ += record;
    write_out(record);
    return schemas_;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema, std::string_view topic,
                                      std::string_view message_encoding) {
    channels_.emplace_back();
    const auto id = static_cast<std::uint16_t>(channels_.size());
    std::string content;
    append_integer(content, id);
    append_integer(content, schema);
    append_text(content, topic);
    append_text(content, message_encoding);
    append_text_map(content, {});
    std::string record;
    append_record(record, Opcode::channel, content);
    channel_records_ += record;
    write_out(record);
    return id;
}

void McapWriter::add_metadata(std::string_view name, const mcap::TextMap& texts) {
    close_chunk();
    std::string content;
    append_text(content, name);
    append_text_map(content, texts);
    std::string record;
    append_record(record, Opcode::metadata, content);

    std::string index;
    append_integer(index, offset_);
    append_integer(index, static_cast<std::uint64_t>(record.size()));
    append_text(index, name);
    append_record(metadata_indexes_, Opcode::metadata_index, index);
    ++metadata_;
    write_out(record);
}

std::uint8_t* McapWriter::add_message(std::uint16_t channel, std::uint64_t time_ns,
                                      std::size_t size) {
    const std::size_t begin = chunk_.size();
    const bool first_of_chunk = begin == chunk_prefix_size;
    chunk_begin_ns_ = first_of_chunk ? time_ns : std::min(chunk_begin_ns_, time_ns);
    chunk_end_ns_ = first_of_chunk ? time_ns : std::max(chunk_end_ns_, time_ns);
    Channel& entry = channels_[channel - 1U];
    entry.indexed.emplace_back(time_ns, begin - chunk_prefix_size);

    chunk_.resize(begin + mcap::record_head_size + mcap::message_head_size + size);
    char* place = chunk_.data() + begin;
    put_integer(place, static_cast<std::uint8_t>(Opcode::message));
    put_integer(place + 1, static_cast<std::uint64_t>(mcap::message_head_size + size));
    put_integer(place + 9, channel);
    put_integer(place + 11, static_cast<std::uint32_t>(entry.messages));
    put_integer(place + 15, time_ns);  // logged
    put_integer(place + 23, time_ns);  // published
    ++entry.messages;
    return reinterpret_cast<std::uint8_t*>(place + mcap::record_head_size +
                                           mcap::message_head_size);
}

std::size_t McapWriter::open_chunk_size() const noexcept {
    return chunk_.size() - chunk_prefix_size;
}

void McapWriter::close_chunk() {
    const std::size_t records_size = open_chunk_size();
    if (records_size == 0) return;

    char* head = chunk_.data();
    const std::string_view records = std::string_view(chunk_).substr(chunk_prefix_size);
    put_integer(head, static_cast<std::uint8_t>(Opcode::chunk));
    put_integer(head + 1, static_cast<std::uint64_t>(mcap::chunk_head_size + records_size));
    put_integer(head + 9, chunk_begin_ns_);
    put_integer(head + 17, chunk_end_ns_);
    put_integer(head + 25, static_cast<std::uint64_t>(records_size));
    const std::uint32_t records_crc = mcap::crc(0, records);
    put_integer(head + 33, records_crc);
    put_integer(head + 37, std::uint32_t{0});  // no compression
    put_integer(head + 41, static_cast<std::uint64_t>(records_size));

    std::string index;
    append_integer(index, chunk_begin_ns_);
    append_integer(index, chunk_end_ns_);
    append_integer(index, offset_);
    append_integer(index, static_cast<std::uint64_t>(chunk_.size()));
    append_message_indexes(index);
    append_text(index, "");
    append_integer(index, static_cast<std::uint64_t>(records_size));
    append_integer(index, static_cast<std::uint64_t>(records_size));
    append_record(chunk_indexes_, Opcode::chunk_index, index);

    const bool first_of_file = chunks_ == 0;
    file_begin_ns_ = first_of_file ? chunk_begin_ns_ : std::min(file_begin_ns_, chunk_begin_ns_);
    file_end_ns_ = first_of_file ? chunk_end_ns_ : std::max(file_end_ns_, chunk_end_ns_);
    ++chunks_;

    // The records are by far most of a file: the sum over all of it takes in what is known of them.
    const std::string_view all = chunk_;
    const std::uint32_t head_crc = mcap::crc(data_crc_, all.substr(0, chunk_prefix_size));
    const auto both_crc = static_cast<std::uint32_t>(
        crc32_combine(head_crc, records_crc, static_cast<z_off_t>(records_size)));
    const std::uint32_t whole_crc =
        mcap::crc(both_crc, all.substr(chunk_prefix_size + records_size));
    // Chunk and indexes in one call: a kill rarely falls between them.
    if (send(all)) data_crc_ = whole_crc;
    chunk_.resize(chunk_prefix_size);
}

/// Message indexes follow their chunk; the chunk index says where each of them is.
void McapWriter::append_message_indexes(std::string& chunk_index) {
    const std::size_t indexes_begin = chunk_.size();
    std::string offsets;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        auto& indexed = channels_[i].indexed;
        if (indexed.empty()) continue;
        const auto id = static_cast<std::uint16_t>(i + 1);
        append_integer(offsets, id);
        append_integer(offsets, offset_ + chunk_.size());
        const std::size_t entries_size = indexed.size() * 16;
        append_record_head(chunk_, Opcode::message_index, 2 + 4 + entries_size);
        append_integer(chunk_, id);
        append_integer(chunk_, static_cast<std::uint32_t>(entries_size));
        for (const auto& [time_ns, offset] : indexed) {
            append_integer(chunk_, time_ns);
            append_integer(chunk_, offset);
        }
        messages_ += indexed.size();
        indexed.clear();
    }
    append_text(chunk_index, offsets);
    append_integer(chunk_index, static_cast<std::uint64_t>(chunk_.size() - indexes_begin));
}

void McapWriter::sync() {
    // Pipes and character devices cannot be synchronised (EINVAL) and need not be.
    if (error_ == 0 && file_ >= 0 && ::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS)
        error_ = errno;
}

void McapWriter::append_statistics(std::string& out) const {
    append_integer(out, messages_);
    append_integer(out, schemas_);
    append_integer(out, static_cast<std::uint32_t>(channels_.size()));
    append_integer(out, std::uint32_t{0});  // attachments
    append_integer(out, metadata_);
    append_integer(out, chunks_);
    append_integer(out, file_begin_ns_);
    append_integer(out, file_end_ns_);
    std::string counts;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        append_integer(counts, static_cast<std::uint16_t>(i + 1));
        append_integer(counts, channels_[i].messages);
    }
    append_text(out, counts);
}

/// `offset_` is where the summary begins.
void McapWriter::append_summary_group(std::string& summary, Opcode opcode,
                                      std::string_view records) {
    if (records.empty()) return;
    std::string content;
    append_integer(content, static_cast<std::uint8_t>(opcode));
    append_integer(content, offset_ + summary.size());
    append_integer(content, static_cast<std::uint64_t>(records.size()));
    append_record(summary_offsets_, Opcode::summary_offset, content);
    summary.append(records);
}

void McapWriter::finish() {
    if (file_ < 0) return;
    close_chunk();

    std::string data_end;
    append_integer(data_end, data_crc_);
    std::string record;
    append_record(record, Opcode::data_end, data_end);
    write_out(record);

    std::string statistics_content;
    append_statistics(statistics_content);
    std::string statistics;
    append_record(statistics, Opcode::statistics, statistics_content);

    const std::uint64_t summary_begin = offset_;
    std::string summary;
    append_summary_group(summary, Opcode::schema, schema_records_);
    append_summary_group(summary, Opcode::channel, channel_records_);
    append_summary_group(summary, Opcode::statistics, statistics);
    append_summary_group(summary, Opcode::chunk_index, chunk_indexes_);
    append_summary_group(summary, Opcode::metadata_index, metadata_indexes_);
    const std::uint64_t offsets_begin = offset_ + summary.size();
    summary += summary_offsets_;

    // The CRC covers the summary and the footer up to the CRC itself.
    append_record_head(summary, Opcode::footer, 8 + 8 + 4);
    append_integer(summary, summary_begin);
    append_integer(summary, offsets_begin);
    append_integer(summary, mcap::crc(0, summary));
    summary.append(mcap::magic);
    write_out(summary);

    if (::close(file_) != 0 && error_ == 0) error_ = errno;
    file_ = -1;
}

void McapWriter::write_out(std::string_view bytes) {
    if (send(bytes)) data_crc_ = mcap::crc(data_crc_, bytes);
}

bool McapWriter::send(std::string_view bytes) {
    if (error_ != 0 || file_ < 0) return false;
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t written = ::write(file_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            error_ = written < 0 ? errno : EIO;
            // What fitted of this record stays: the reader takes its whole messages.
            return false;
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    offset_ += bytes.size();
    return true;
}

}  // namespace ghostcar::hmi_link
