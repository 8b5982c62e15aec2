// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/bus_logger.h"

#include <toml++/toml.h>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "can_bridge/log/open_log.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
namespace fs = std::filesystem;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::int64_t start_ns = 1'700'000'000'000'000'000;

/// A folder of its own, gone at the end.
class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "bus_logger_XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

BusFrame frame_at(std::int64_t tick, std::uint32_t id, std::int64_t wire_ns = 0) {
    BusFrame frame;
    frame.tick = tick;
    frame.timed.time_ns = wire_ns;
    frame.timed.channel = 1;
    frame.timed.frame.id = id;
    frame.timed.frame.length = 2;
    frame.timed.frame.data[1] = static_cast<std::uint8_t>(tick);
    return frame;
}

std::vector<TimedFrame> read(const fs::path& path) {
    std::ifstream input(path, std::ios::binary);
    const std::unique_ptr<LogReader> reader = open_log(input);
    std::vector<TimedFrame> frames;
    while (const std::optional<TimedFrame> timed = reader->next()) frames.push_back(*timed);
    return frames;
}

const BusLogConfig all{{LogFormat::candump, LogFormat::asc, LogFormat::blf, LogFormat::pcapng},
                       false};

void every_format_gets_every_frame_at_its_tick() {
    const Folder folder;
    BusLogger logger(all, folder.path(), start_ns);
    constexpr std::int64_t ticks = 3000;
    for (std::int64_t tick = 1; tick <= ticks; ++tick) {
        const BusFrame frames[] = {frame_at(tick, 0x100), frame_at(tick, 0x200)};
        logger.record(frames);
    }
    logger.close();
    TEST_ASSERT_EQUAL_UINT64(0, logger.dropped());
    TEST_ASSERT_EQUAL_UINT64(2 * ticks, logger.written());
    TEST_ASSERT_FALSE(logger.has_failed());
    for (const char* name : {"can.log", "can.asc", "can.blf"}) {
        const std::vector<TimedFrame> frames = read(folder.path() / name);
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(2 * ticks, frames.size(), name);
        const std::int64_t zero = std::strcmp(name, "can.log") == 0 ? start_ns : 0;
        for (std::size_t index = 0; index < frames.size(); ++index) {
            const auto tick = static_cast<std::int64_t>(index / 2 + 1);
            TEST_ASSERT_EQUAL_INT64_MESSAGE(zero + tick * 1'000'000, frames[index].time_ns, name);
            TEST_ASSERT_EQUAL_UINT32(index % 2 == 0 ? 0x100 : 0x200, frames[index].frame.id);
        }
    }
    TEST_ASSERT_TRUE(fs::file_size(folder.path() / "can.pcapng") > 2 * ticks * 40);
}

void the_time_of_the_wire_never_goes_back() {
    const Folder folder;
    BusLogger logger({{LogFormat::candump}, true}, folder.path(), start_ns);
    const BusFrame frames[] = {frame_at(1, 1, start_ns + 2000), frame_at(2, 2, 0),
                               frame_at(3, 3, start_ns + 5000), frame_at(4, 4, start_ns + 4000)};
    logger.record(frames);
    logger.close();
    const std::vector<TimedFrame> read_frames = read(folder.path() / "can.log");
    const std::int64_t expected[] = {2000, 2000, 5000, 5000};
    for (std::size_t index = 0; index < 4; ++index)
        TEST_ASSERT_EQUAL_INT64(start_ns + expected[index], read_frames.at(index).time_ns);
}

void only_what_was_asked_for() {
    const Folder folder;
    BusLogger({{LogFormat::asc}, false}, folder.path(), start_ns).close();
    TEST_ASSERT_TRUE(fs::exists(folder.path() / "can.asc"));
    TEST_ASSERT_FALSE(fs::exists(folder.path() / "can.log"));
    BusLogger none({}, folder.path(), start_ns);
    none.close();
    try {
        BusLogger nowhere(all, folder.path() / "no" / "such", start_ns);
        TEST_FAIL();
    } catch (const std::runtime_error& error) {
        TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "can.log: cannot be written"));
    }
}

void a_full_ring_drops_and_counts() {
    const Folder folder;
    BusLogger logger({}, folder.path(), start_ns);  // nobody takes anything out
    const std::vector<BusFrame> many(BusLogger::ring_capacity, frame_at(1, 1));
    logger.record(many);
    TEST_ASSERT_EQUAL_UINT64(0, logger.dropped());
    TEST_ASSERT_FALSE(logger.has_room(1));
    logger.record(std::span(many).first(3));
    TEST_ASSERT_EQUAL_UINT64(3, logger.dropped());
}

BusLogConfig config_from(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("s.toml"));
    model::TableReader reader(table);
    return BusLogConfig::from_toml(reader);
}

void its_table() {
    const BusLogConfig config = config_from("formats = ['blf', 'candump']\ntime = 'wire'");
    TEST_ASSERT_TRUE(config.formats == std::vector({LogFormat::blf, LogFormat::candump}));
    TEST_ASSERT_TRUE(config.uses_wire_time);
    TEST_ASSERT_FALSE(config_from("formats = ['asc']").uses_wire_time);
    for (const char* wrong :
         {"formats = ['mdf']", "formats = []", "formats = 'asc'", "formats = [1]",
          "formats = ['asc']\ntime = 'later'", "formats = ['asc']\nfile = 1", ""}) {
        try {
            static_cast<void>(config_from(wrong));
            TEST_FAIL_MESSAGE(wrong);
        } catch (const model::ConfigError&) {
        }
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_format_gets_every_frame_at_its_tick);
    RUN_TEST(the_time_of_the_wire_never_goes_back);
    RUN_TEST(only_what_was_asked_for);
    RUN_TEST(a_full_ring_drops_and_counts);
    RUN_TEST(its_table);
    return UNITY_END();
}
