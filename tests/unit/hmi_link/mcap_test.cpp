// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "hmi_link/byte_order.h"
#include "hmi_link/mcap_reader.h"
#include "hmi_link/mcap_writer.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::hmi_link;
using ghostcar::tests::TemporaryFile;

void setUp() {}
void tearDown() {}

namespace {

void put(McapWriter& writer, std::uint16_t channel, std::uint64_t time_ns, std::string_view text) {
    std::memcpy(writer.add_message(channel, time_ns, text.size()), text.data(), text.size());
}

/// Two channels, two chunks of two messages, metadata before and after.
void write_small_file(const TemporaryFile& file) {
    McapWriter writer(file.open_for_writing(), "test");
    const auto schema = writer.add_schema("Kind", "text", "schema data");
    const auto first = writer.add_channel(schema, "/first", "text");
    const auto second = writer.add_channel(schema, "/second", "text");
    writer.add_metadata("before", {{"a", "1"}, {"b", ""}});
    put(writer, first, 10, "one");
    put(writer, second, 20, "");
    writer.close_chunk();
    put(writer, first, 30, "three");
    put(writer, first, 40, "four");
    writer.add_metadata("after", {});
    writer.finish();
    TEST_ASSERT_EQUAL_INT(0, writer.error());
}

std::vector<std::string> read_all(McapReader& reader) {
    std::vector<std::string> texts;
    McapMessage message;
    while (reader.next(message)) texts.emplace_back(message.data);
    return texts;
}

void what_was_written_is_read() {
    const TemporaryFile file;
    write_small_file(file);
    McapReader reader(file.path());
    McapMessage message;
    TEST_ASSERT_TRUE(reader.next(message));
    TEST_ASSERT_EQUAL_UINT16(1, message.channel);
    TEST_ASSERT_EQUAL_UINT64(10, message.log_time_ns);
    TEST_ASSERT_EQUAL_UINT32(0, message.sequence);
    TEST_ASSERT_TRUE(message.data == "one");
    TEST_ASSERT_TRUE(reader.next(message));
    TEST_ASSERT_EQUAL_UINT16(2, message.channel);
    TEST_ASSERT_TRUE(message.data.empty());
    TEST_ASSERT_TRUE(reader.next(message));
    TEST_ASSERT_EQUAL_UINT32(1, message.sequence);
    TEST_ASSERT_TRUE(reader.next(message));
    TEST_ASSERT_TRUE(message.data == "four");
    TEST_ASSERT_FALSE(reader.complete());
    TEST_ASSERT_FALSE(reader.next(message));
    TEST_ASSERT_TRUE(reader.complete());
    TEST_ASSERT_EQUAL_STRING("", reader.stop_text().c_str());
    TEST_ASSERT_EQUAL_STRING("/second", reader.channels().at(2).topic.c_str());
    TEST_ASSERT_EQUAL_STRING("schema data", reader.schemas().at(1).data.c_str());
    TEST_ASSERT_EQUAL_STRING("1", reader.metadata().at("before").at("a").c_str());
    TEST_ASSERT_TRUE(reader.metadata().at("after").empty());
    TEST_ASSERT_FALSE(reader.next(message));
}

/// The footer says where the summary begins; the record before it holds the sum over all before.
void the_sum_over_the_data_is_right() {
    const TemporaryFile file;
    write_small_file(file);
    std::ifstream stream(file.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    FieldReader footer(std::string_view(bytes).substr(bytes.size() - 8 - 20));
    const auto summary_begin = static_cast<std::size_t>(footer.integer<std::uint64_t>());
    constexpr std::size_t data_end_size = 1 + 8 + 4;
    FieldReader sum(std::string_view(bytes).substr(summary_begin - 4, 4));
    const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
    TEST_ASSERT_EQUAL_UINT32(crc32_z(0, begin, summary_begin - data_end_size),
                             sum.integer<std::uint32_t>());
}

void a_file_without_messages_is_complete() {
    const TemporaryFile file;
    McapWriter writer(file.open_for_writing(), "test");
    writer.close_chunk();
    writer.finish();
    writer.finish();
    McapReader reader(file.path());
    TEST_ASSERT_TRUE(read_all(reader).empty());
    TEST_ASSERT_TRUE(reader.complete());
}

/// Flipping any bit of the data section must be noticed by a CRC or by the structure itself.
void every_flipped_byte_of_the_data_is_noticed() {
    const TemporaryFile file;
    write_small_file(file);
    const std::string good = file.content();
    // The summary begins after DataEnd; its place stands in the footer, 8 + 20 bytes from the end.
    FieldReader footer(std::string_view(good).substr(good.size() - 28));
    const auto summary_begin = footer.integer<std::uint64_t>();
    TEST_ASSERT_LESS_THAN(good.size(), summary_begin);
    for (std::size_t i = mcap::magic.size(); i < summary_begin; ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 0x10);
        file.set_content(bad);
        McapReader reader(file.path());
        read_all(reader);
        TEST_ASSERT_FALSE_MESSAGE(reader.complete(), std::to_string(i).c_str());
        TEST_ASSERT_FALSE(reader.stop_text().empty());
    }
}

void a_write_error_ends_the_file_and_is_kept() {
    McapWriter writer(::open("/dev/full", O_WRONLY | O_CLOEXEC), "test");
    TEST_ASSERT_EQUAL_INT(ENOSPC, writer.error());
    const auto channel = writer.add_channel(writer.add_schema("a", "b", "c"), "/t", "text");
    put(writer, channel, 1, "lost");
    writer.close_chunk();
    writer.sync();
    writer.finish();
    TEST_ASSERT_EQUAL_INT(ENOSPC, writer.error());
}

void expect_refused(const std::string& path, const char* reason) {
    try {
        const McapReader reader(path);
        TEST_FAIL_MESSAGE("was opened");
    } catch (const std::runtime_error& error) {
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), path.c_str()), error.what());
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), reason), error.what());
    }
}

void what_is_no_mcap_is_refused() {
    const TemporaryFile file;
    expect_refused(file.path(), "is not an MCAP file");
    file.set_content("\x89MCAP0\r");
    expect_refused(file.path(), "is not an MCAP file");
    file.set_content("[session]\nname = 1\n");
    expect_refused(file.path(), "is not an MCAP file");
    expect_refused("/tmp", "is not an MCAP file");
    expect_refused("/dev/null", "is not an MCAP file");
    expect_refused(file.path() + "-absent", "cannot be opened");
    expect_refused(file.path() + "-absent", "; check the path");
}

void a_compressed_chunk_is_named() {
    std::string chunk;
    append_integer(chunk, std::uint64_t{0});
    append_integer(chunk, std::uint64_t{0});
    append_integer(chunk, std::uint64_t{4});
    append_integer(chunk, std::uint32_t{0});
    append_text(chunk, "zstd");
    append_integer(chunk, std::uint64_t{0});
    std::string bytes(mcap::magic);
    append_integer(bytes, std::uint8_t{6});
    append_integer(bytes, static_cast<std::uint64_t>(chunk.size()));
    const TemporaryFile file;
    file.set_content(bytes + chunk);
    McapReader reader(file.path());
    TEST_ASSERT_TRUE(read_all(reader).empty());
    TEST_ASSERT_NOT_NULL(std::strstr(reader.stop_text().c_str(), "compressed"));
}

/// A damaged length must not ask for the memory it states.
void a_huge_length_is_harmless() {
    for (const std::uint64_t length : {std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
        for (const std::uint8_t opcode : {std::uint8_t{5}, std::uint8_t{6}}) {
            std::string bytes(mcap::magic);
            append_integer(bytes, opcode);
            append_integer(bytes, length);
            bytes.append(100, 'x');
            const TemporaryFile file;
            file.set_content(bytes);
            McapReader reader(file.path());
            TEST_ASSERT_TRUE(read_all(reader).empty());
            TEST_ASSERT_FALSE(reader.complete());
        }
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_was_written_is_read);
    RUN_TEST(the_sum_over_the_data_is_right);
    RUN_TEST(a_file_without_messages_is_complete);
    RUN_TEST(every_flipped_byte_of_the_data_is_noticed);
    RUN_TEST(a_write_error_ends_the_file_and_is_kept);
    RUN_TEST(what_is_no_mcap_is_refused);
    RUN_TEST(a_compressed_chunk_is_named);
    RUN_TEST(a_huge_length_is_harmless);
    return UNITY_END();
}
