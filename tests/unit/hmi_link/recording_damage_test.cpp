// SPDX-License-Identifier: Apache-2.0
// A recording that was cut off or damaged: a prefix of the ticks, never a crash.
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "hmi_link/recording_reader.h"
#include "hmi_link/recording_writer.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;
using tests::TemporaryFile;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::int64_t tick_count = 30;
constexpr std::int64_t ticks_per_chunk = 10;

std::vector<RecordedTick> sample_ticks() {
    tests::Random random(7);
    std::vector<RecordedTick> ticks;
    for (std::int64_t tick = 1; tick <= tick_count; ++tick)
        ticks.push_back({tick, tests::random_inputs(random), random.bits()});
    return ticks;
}

void write_recording(const TemporaryFile& file, const std::vector<RecordedTick>& ticks) {
    tests::Random random(8);
    RecordingWriter writer(file.open_for_writing(), tests::sample_header(), false);
    for (const RecordedTick& tick : ticks) {
        writer.add_tick(tick);
        if (tick.tick % ticks_per_chunk == 0) {
            writer.add_state(tests::random_state(random, tick.tick));
            writer.close_chunk();
        }
    }
    writer.finish(0, 0);
    TEST_ASSERT_EQUAL_INT(0, writer.error());
}

struct Reading {
    bool opened = false;
    bool complete = false;
    std::vector<RecordedTick> ticks;
    std::string stop_text;
};

Reading read(const std::string& path) {
    Reading reading;
    try {
        RecordingReader reader(path);
        reading.opened = true;
        for (auto item = reader.next(); item != RecordingReader::Item::end; item = reader.next())
            if (item == RecordingReader::Item::tick) reading.ticks.push_back(reader.tick());
        TEST_ASSERT_EQUAL_INT64(reading.ticks.size(), reader.ticks());
        reading.complete = reader.complete();
        reading.stop_text = reader.stop_text();
    } catch (const std::runtime_error& error) {
        reading.stop_text = error.what();
    }
    return reading;
}

bool is_prefix(const std::vector<RecordedTick>& part, const std::vector<RecordedTick>& whole) {
    if (part.empty()) return true;  // memcmp wants no null pointer
    return part.size() <= whole.size() &&
           std::memcmp(part.data(), whole.data(), part.size() * sizeof(RecordedTick)) == 0;
}

void a_whole_recording_is_complete() {
    const TemporaryFile file;
    const auto ticks = sample_ticks();
    write_recording(file, ticks);
    const Reading reading = read(file.path());
    TEST_ASSERT_TRUE(reading.complete);
    TEST_ASSERT_EQUAL_size_t(ticks.size(), reading.ticks.size());
    TEST_ASSERT_TRUE(is_prefix(reading.ticks, ticks));
    const RecordingReader reader(file.path());
    const RecordingHeader expected = tests::sample_header();
    TEST_ASSERT_TRUE(reader.header().session_toml == expected.session_toml);
    TEST_ASSERT_TRUE(reader.header().vehicle_toml == expected.vehicle_toml);
    TEST_ASSERT_TRUE(reader.header().board_toml == expected.board_toml);
    TEST_ASSERT_TRUE(reader.header().session_name == expected.session_name);
    TEST_ASSERT_TRUE(reader.header().ghostcar_version == expected.ghostcar_version);
    TEST_ASSERT_EQUAL_UINT64(expected.seed, reader.header().seed);
    TEST_ASSERT_TRUE(reader.header().other == expected.other);
}

void cut_at_every_byte_it_gives_a_prefix() {
    const TemporaryFile file;
    const auto ticks = sample_ticks();
    write_recording(file, ticks);
    const std::size_t size = file.content().size();
    std::size_t previous = ticks.size();
    std::size_t cuts_inside_chunks = 0;
    for (std::size_t length = size; length-- > 0;) {
        TEST_ASSERT_EQUAL_INT(0, ::truncate(file.path().c_str(), static_cast<off_t>(length)));
        const Reading reading = read(file.path());
        TEST_ASSERT_FALSE(reading.complete);
        TEST_ASSERT_FALSE(reading.stop_text.empty());
        if (!reading.opened)  // what to do
            TEST_ASSERT_TRUE(reading.stop_text.find("; give the run.mcap") != std::string::npos);
        TEST_ASSERT_TRUE(is_prefix(reading.ticks, ticks));
        TEST_ASSERT_TRUE(reading.ticks.size() <= previous);
        TEST_ASSERT_TRUE(previous - reading.ticks.size() <= 1);  // ticks go one by one
        previous = reading.ticks.size();
        if (previous % ticks_per_chunk != 0) ++cuts_inside_chunks;
    }
    TEST_ASSERT_EQUAL_size_t(0, previous);
    TEST_ASSERT_GREATER_THAN(0, cuts_inside_chunks);
}

/// A power cut may leave blocks of zeros at the end.
void zeros_at_the_end_are_no_ticks() {
    const TemporaryFile file;
    const auto ticks = sample_ticks();
    write_recording(file, ticks);
    const std::string good = file.content();
    for (std::size_t keep = 0; keep < good.size(); keep += 37) {
        std::string bad = good.substr(0, keep) + std::string(good.size() - keep, '\0');
        file.set_content(bad);
        const Reading reading = read(file.path());
        TEST_ASSERT_FALSE(reading.complete);
        TEST_ASSERT_TRUE(is_prefix(reading.ticks, ticks));
    }
}

/// Random damage: flipped, removed, repeated and inserted bytes. Checksums catch what the
/// structure does not; only a chunk that seems cut off has none to check.
void random_damage_spoils_at_most_its_own_chunk() {
    const TemporaryFile file;
    const auto ticks = sample_ticks();
    write_recording(file, ticks);
    const std::string good = file.content();
    tests::Random random(20260101);
    for (int round = 0; round < 1500; ++round) {
        std::string bad = good;
        const std::uint64_t changes = 1 + random.below(4);
        for (std::uint64_t i = 0; i < changes; ++i) {
            const std::size_t place = random.below(bad.size());
            const std::size_t length = std::min<std::size_t>(random.below(64), bad.size() - place);
            switch (random.below(4)) {
                case 0:
                    bad[place] = static_cast<char>(static_cast<unsigned char>(bad[place]) ^
                                                   (1U << random.below(8)));
                    break;
                case 1:
                    bad.erase(place, length);
                    break;
                case 2:
                    bad.insert(place, bad.substr(place, length));
                    break;
                default:
                    bad.insert(place, 1 + random.below(16), static_cast<char>(random.bits()));
                    break;
            }
        }
        file.set_content(bad);
        const Reading reading = read(file.path());
        TEST_ASSERT_TRUE(reading.complete || !reading.stop_text.empty());
        std::vector<RecordedTick> trusted = reading.ticks;
        if (!reading.complete)
            trusted.resize(trusted.size() - std::min<std::size_t>(trusted.size(), ticks_per_chunk));
        TEST_ASSERT_TRUE(is_prefix(trusted, ticks));
    }
}

void garbage_is_refused() {
    const TemporaryFile file;
    tests::Random random(99);
    for (int round = 0; round < 500; ++round) {
        std::string bytes(random.below(2000), '\0');
        for (char& byte : bytes) byte = static_cast<char>(random.bits());
        file.set_content(round % 2 == 0 ? bytes : std::string(mcap::magic) + bytes);
        const Reading reading = read(file.path());
        TEST_ASSERT_FALSE(reading.opened);
        TEST_ASSERT_NOT_NULL(std::strstr(reading.stop_text.c_str(), file.path().c_str()));
    }
}

void missing_ticks_are_noticed() {
    const TemporaryFile file;
    auto ticks = sample_ticks();
    ticks.erase(ticks.begin() + 14);
    write_recording(file, ticks);
    const Reading reading = read(file.path());
    TEST_ASSERT_EQUAL_size_t(14, reading.ticks.size());
    TEST_ASSERT_FALSE(reading.complete);
    TEST_ASSERT_EQUAL_STRING("ticks are missing: 16 follows (after tick 14)",
                             reading.stop_text.c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_whole_recording_is_complete);
    RUN_TEST(cut_at_every_byte_it_gives_a_prefix);
    RUN_TEST(zeros_at_the_end_are_no_ticks);
    RUN_TEST(random_damage_spoils_at_most_its_own_chunk);
    RUN_TEST(garbage_is_refused);
    RUN_TEST(missing_ticks_are_noticed);
    return UNITY_END();
}
