// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <string>
#include <vector>

#include "can_bridge/byte_appender.h"
#include "can_bridge/log/blf_format.h"
#include "can_bridge/log/blf_reader.h"
#include "can_bridge/log/blf_writer.h"
#include "tests/unit/can_bridge/random_frame.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;
using ghostcar::tests::Random;

namespace {

std::string text_of(const ByteAppender& bytes) {
    return {reinterpret_cast<const char*>(bytes.view().data()), bytes.size()};
}

std::vector<TimedFrame> read_all(const std::string& file) {
    std::istringstream input(file);
    BlfReader reader(input);
    std::vector<TimedFrame> frames;
    while (const std::optional<TimedFrame> timed = reader.next()) frames.push_back(*timed);
    return frames;
}

bool is_refused(const std::string& file) {
    try {
        static_cast<void>(read_all(file));
    } catch (const LogError&) {
        return true;
    }
    return false;
}

std::string file_of(const std::vector<TimedFrame>& frames) {
    std::ostringstream output;
    BlfWriter writer(output, 1'718'096'707'250'000'000);
    for (const TimedFrame& timed : frames) writer.write(timed);
    writer.finish();
    return output.str();
}

std::vector<TimedFrame> some_frames(int count, std::uint64_t seed) {
    Random random(seed);
    std::vector<TimedFrame> frames;
    for (int index = 0; index < count; ++index) {
        frames.push_back(ghostcar::tests::random_timed_frame(random));
        if (index % 50 == 7) {
            Frame error;
            error.is_error = true;
            error.id = 4;
            error.length = 8;
            error.data[1] = 1;
            frames.back().frame = error;
        }
    }
    return frames;
}

void what_is_written_is_read_again() {
    const std::vector<TimedFrame> frames = some_frames(5000, 17);  // several containers
    const std::vector<TimedFrame> read = read_all(file_of(frames));
    TEST_ASSERT_EQUAL_size_t(frames.size(), read.size());
    for (std::size_t index = 0; index < frames.size(); ++index)
        TEST_ASSERT_TRUE(frames[index] == read[index]);
    TEST_ASSERT_EQUAL_size_t(0, read_all(file_of({})).size());
}

void the_head_counts() {
    const std::string file = file_of(some_frames(5000, 17));
    const std::vector<std::uint8_t> bytes(file.begin(), file.end());
    ByteReader reader(bytes);
    reader.skip(16);
    TEST_ASSERT_EQUAL_UINT64(file.size(), reader.u64_le());
    TEST_ASSERT_TRUE(reader.u64_le() > file.size());  // unpacked
    TEST_ASSERT_EQUAL_UINT32(5000, reader.u32_le());
    reader.skip(4);
    TEST_ASSERT_EQUAL_UINT16(2024, reader.u16_le());
    TEST_ASSERT_EQUAL_UINT16(6, reader.u16_le());
    TEST_ASSERT_EQUAL_UINT16(2, reader.u16_le());
    TEST_ASSERT_EQUAL_UINT16(11, reader.u16_le());
}

void put_object(ByteAppender& file, std::uint32_t type, const ByteAppender& content,
                std::size_t padding = 0) {
    file.u32(blf::object_signature);
    file.u16(blf::base_head_size);
    file.u16(1);
    file.u32(static_cast<std::uint32_t>(blf::base_head_size + content.size()));
    file.u32(type);
    file.append(content.view());
    file.zeros(padding);
}

void put_event(ByteAppender& file, std::uint32_t type, std::uint32_t unit, std::uint64_t time,
               const ByteAppender& content, std::uint16_t head_size = 32, std::size_t padding = 0) {
    file.u32(blf::object_signature);
    file.u16(head_size);
    file.u16(1);
    file.u32(static_cast<std::uint32_t>(head_size + content.size()));
    file.u32(type);
    file.u32(unit);
    file.u32(0);
    file.u64(time);
    file.zeros(head_size - 32U);
    file.append(content.view());
    file.zeros(padding);
}

ByteAppender new_file() {
    ByteAppender file;
    file.u32(blf::file_signature);
    file.u32(blf::file_head_size);
    file.zeros(blf::file_head_size - 8);
    return file;
}

ByteAppender classic(std::uint32_t id) {
    ByteAppender content;
    content.u16(2);
    content.u8(0);
    content.u8(8);
    content.u32(id);
    content.u64(0x0807060504030201);
    return content;
}

/// Containers that are not packed, that cut objects in two, padding of every length, longer heads,
/// the older unit of time, types that other tools write, and types that are no frames.
void files_of_other_tools() {
    ByteAppender objects;
    put_event(objects, blf::can_message, blf::time_in_10_us, 150'000, classic(0x123), 32, 3);
    put_event(objects, 65, 2, 1, classic(1), 32, 2);  // some other event
    put_event(objects, blf::can_message_2, blf::time_in_ns, 7, classic(0x98FEF1FE), 40, 1);
    ByteAppender modern;  // FD in its later form
    modern.append(std::vector<std::uint8_t>{1, 9, 12, 0});
    modern.u32(0x456);
    modern.u32(0);
    modern.u32(blf::fd64_flag | blf::fd64_bitrate_switch);
    modern.zeros(24);
    for (std::uint8_t byte = 0; byte < 12; ++byte) modern.u8(byte);
    put_event(objects, blf::can_fd_message_64, blf::time_in_ns, 8, modern);

    ByteAppender file = new_file();
    const std::span<const std::uint8_t> all = objects.view();
    for (std::size_t begin = 0; begin < all.size(); begin += 50) {
        ByteAppender container;
        container.u16(blf::not_compressed);
        container.zeros(6);
        const auto part = all.subspan(begin, std::min<std::size_t>(50, all.size() - begin));
        container.u32(static_cast<std::uint32_t>(part.size()));
        container.zeros(4);
        container.append(part);
        put_object(file, blf::log_container, container, begin / 50 % 4);
    }
    const std::vector<TimedFrame> frames = read_all(text_of(file));
    TEST_ASSERT_EQUAL_size_t(3, frames.size());
    TEST_ASSERT_EQUAL_INT64(1'500'000'000, frames[0].time_ns);
    TEST_ASSERT_EQUAL_UINT32(1, frames[0].channel);
    TEST_ASSERT_EQUAL_HEX8(8, frames[0].frame.data[7]);
    TEST_ASSERT_TRUE(frames[1].frame.is_extended);
    TEST_ASSERT_EQUAL_HEX32(0x18FEF1FE, frames[1].frame.id);
    TEST_ASSERT_EQUAL_INT64(7, frames[1].time_ns);
    TEST_ASSERT_TRUE(frames[2].frame.is_fd && frames[2].frame.bitrate_switch);
    TEST_ASSERT_EQUAL_INT(12, frames[2].frame.length);
    TEST_ASSERT_EQUAL_HEX8(11, frames[2].frame.data[11]);
}

void damaged_files_are_refused() {
    TEST_ASSERT_TRUE(is_refused(""));
    TEST_ASSERT_TRUE(is_refused("LOGG"));
    TEST_ASSERT_TRUE(is_refused(std::string(200, 'x')));
    ByteAppender bomb = new_file();  // claims four gigabytes
    ByteAppender container;
    container.u16(blf::zlib_compressed);
    container.zeros(6);
    container.u32(0xFFFFFFFF);
    container.zeros(4);
    put_object(bomb, blf::log_container, container);
    TEST_ASSERT_TRUE(is_refused(text_of(bomb)));
    ByteAppender strange = new_file();  // packed in a way that does not exist
    container.clear();
    container.u16(9);
    container.zeros(14);
    put_object(strange, blf::log_container, container);
    TEST_ASSERT_TRUE(is_refused(text_of(strange)));
    ByteAppender endless = new_file();  // an object that is shorter than its head
    endless.u32(blf::object_signature);
    endless.u16(16);
    endless.u16(1);
    endless.u32(4);
    endless.zeros(64);
    TEST_ASSERT_TRUE(is_refused(text_of(endless)));
    ByteAppender rubbish = new_file();
    rubbish.zeros(100);
    TEST_ASSERT_TRUE(is_refused(text_of(rubbish)));
}

/// A recorder that lost its power leaves a file without an end: what is whole is read.
void files_that_are_cut_off() {
    const std::vector<TimedFrame> frames = some_frames(4000, 3);
    const std::string file = file_of(frames);
    const std::vector<TimedFrame> most = read_all(file.substr(0, file.size() - 10));
    TEST_ASSERT_TRUE(!most.empty() && most.size() < frames.size());
    for (std::size_t index = 0; index < most.size(); ++index)
        TEST_ASSERT_TRUE(frames[index] == most[index]);
    for (std::size_t length = blf::file_head_size; length < file.size(); length += 997)
        TEST_ASSERT_FALSE(is_refused(file.substr(0, length)));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_is_written_is_read_again);
    RUN_TEST(the_head_counts);
    RUN_TEST(files_of_other_tools);
    RUN_TEST(damaged_files_are_refused);
    RUN_TEST(files_that_are_cut_off);
    return UNITY_END();
}
