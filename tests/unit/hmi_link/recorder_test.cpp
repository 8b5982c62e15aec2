// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/recorder.h"

#include <sys/resource.h>

#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hmi_link/recording_reader.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;
using tests::TemporaryFile;

void setUp() {}
void tearDown() {}

namespace {

void wait_for_room(const Recorder& recorder) {
    while (!recorder.has_room(1)) std::this_thread::yield();
}

struct Published {
    RecordedTick tick;
    rt_core::State state;
};

void publish(Recorder& recorder, const Published& published) {
    recorder.publish(published.tick.inputs, published.state, published.tick.state_hash);
}

Published random_tick(tests::Random& random, std::int64_t tick) {
    return {{tick, tests::random_inputs(random), random.bits()}, tests::random_state(random, tick)};
}

/// As a fast run does it: waits for room between ticks, loses nothing.
void a_run_is_recorded_bit_for_bit() {
    constexpr std::int64_t tick_count = 20000;
    const TemporaryFile file;
    RecordConfig config;
    config.tick_ring_capacity = 256;
    config.state_ring_capacity = 16;
    {
        tests::Random random(11);
        Recorder recorder(config, tests::sample_header(), file.path());
        for (std::int64_t tick = 1; tick <= tick_count; ++tick) {
            wait_for_room(recorder);
            publish(recorder, random_tick(random, tick));
        }
        recorder.close();
        recorder.close();
        TEST_ASSERT_FALSE(recorder.failed());
        TEST_ASSERT_TRUE(recorder.replayable());
        TEST_ASSERT_EQUAL_UINT64(0, recorder.dropped_states());
    }
    tests::Random random(11);
    RecordingReader reader(file.path());
    for (std::int64_t tick = 1; tick <= tick_count; ++tick) {
        const Published expected = random_tick(random, tick);
        TEST_ASSERT_TRUE(reader.next() == RecordingReader::Item::tick);
        TEST_ASSERT_EQUAL_MEMORY(&expected.tick, &reader.tick(), sizeof expected.tick);
        if (tick % config.state_period_ticks != 0) continue;
        TEST_ASSERT_TRUE(reader.next() == RecordingReader::Item::state);
        TEST_ASSERT_EQUAL_MEMORY(&expected.state, &reader.state(), sizeof expected.state);
    }
    TEST_ASSERT_TRUE(reader.next() == RecordingReader::Item::end);
    TEST_ASSERT_TRUE(reader.complete());
}

/// Inputs of cars are written when they change, before the tick in which they do.
void inputs_of_cars_are_recorded_bit_for_bit() {
    constexpr std::size_t car_count = 3;
    constexpr std::int64_t tick_count = 3000;
    const TemporaryFile file;
    const auto drawn = [](tests::Random& random, std::vector<model::CarInputs>& own,
                          std::int64_t tick) {
        for (std::size_t car = 0; car < car_count; ++car)
            if (tick % (10 * static_cast<std::int64_t>(car + 1)) == 0)
                own[car] = {tests::random_inputs(random).controls,
                            static_cast<model::CarOut>(random.below(5))};
    };
    {
        tests::Random random(17);
        std::vector<model::CarInputs> own(car_count);
        Recorder recorder({}, tests::sample_header(), file.path(), 0, car_count);
        for (std::int64_t tick = 1; tick <= tick_count; ++tick) {
            wait_for_room(recorder);
            drawn(random, own, tick);
            recorder.publish_car_inputs(tick, own);
            publish(recorder, random_tick(random, tick));
        }
        recorder.close();
        TEST_ASSERT_TRUE(recorder.replayable());
    }
    tests::Random random(17);
    std::vector<model::CarInputs> expected(car_count);
    std::vector<model::CarInputs> own(car_count);
    std::int64_t ticks = 0;
    std::int64_t records = 0;
    RecordingReader reader(file.path());
    for (auto item = reader.next(); item != RecordingReader::Item::end; item = reader.next()) {
        if (item == RecordingReader::Item::car_inputs) {
            own[reader.car_inputs().index] = reader.car_inputs().inputs;
            ++records;
        }
        if (item != RecordingReader::Item::tick) continue;
        drawn(random, expected, ++ticks);
        random_tick(random, ticks);
        TEST_ASSERT_EQUAL_MEMORY(expected.data(), own.data(), car_count * sizeof expected[0]);
    }
    TEST_ASSERT_TRUE(reader.complete());
    TEST_ASSERT_EQUAL_INT64(tick_count, ticks);
    TEST_ASSERT_EQUAL_INT64(300 + 150 + 100, records);
}

/// In real time nobody waits: a run whose cars' inputs are not all there cannot be replayed.
void inputs_of_cars_that_are_dropped_are_counted() {
    const TemporaryFile file;
    tests::Random random(18);
    Recorder recorder({}, tests::sample_header(), file.path(), 0, 1);
    std::vector<model::CarInputs> own(1);
    for (std::int64_t change = 1; recorder.dropped_ticks() == 0; ++change) {
        own[0].controls.brake = static_cast<double>(change % 1000) / 1000.0;
        recorder.publish_car_inputs(1, own);  // no tick: nobody takes them out
        TEST_ASSERT_TRUE(change < 100'000);
    }
    TEST_ASSERT_FALSE(recorder.has_room(1));
    TEST_ASSERT_FALSE(recorder.replayable());
}

void a_full_ring_has_no_room_and_drops_and_counts() {
    const TemporaryFile file;
    RecordConfig config;
    config.tick_ring_capacity = 32;
    Recorder recorder(config, tests::sample_header(), file.path());
    TEST_ASSERT_TRUE(recorder.has_room(1));
    tests::Random random(12);
    std::int64_t tick = 0;
    while (recorder.has_room(1)) publish(recorder, random_tick(random, ++tick));
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(32, tick);
    // As real time does it: nobody waits.
    while (recorder.dropped_ticks() == 0) publish(recorder, random_tick(random, ++tick));
    TEST_ASSERT_FALSE(recorder.replayable());
    wait_for_room(recorder);
    publish(recorder, random_tick(random, ++tick));
    recorder.close();
    TEST_ASSERT_FALSE(recorder.failed());

    RecordingReader reader(file.path());
    while (reader.next() != RecordingReader::Item::end) {
    }
    TEST_ASSERT_FALSE(reader.complete());
    TEST_ASSERT_LESS_THAN(tick, reader.ticks());
}

void the_state_rate_is_kept() {
    const TemporaryFile file;
    RecordConfig config;
    config.state_period_ticks = 250;
    {
        tests::Random random(13);
        Recorder recorder(config, tests::sample_header(), file.path());
        for (std::int64_t tick = 1; tick <= 1000; ++tick)
            publish(recorder, random_tick(random, tick));
    }
    RecordingReader reader(file.path());
    std::vector<std::int64_t> states;
    for (auto item = reader.next(); item != RecordingReader::Item::end; item = reader.next())
        if (item == RecordingReader::Item::state) states.push_back(reader.state().tick);
    TEST_ASSERT_EQUAL_size_t(4, states.size());
    TEST_ASSERT_EQUAL_INT64(250, states.front());
    TEST_ASSERT_EQUAL_INT64(1000, states.back());
}

/// A run may end in any tick, and the State it ended in is what it was judged by.
void the_last_state_is_there_once_whatever_its_tick() {
    constexpr std::size_t car_count = 2;
    for (const std::int64_t last : {std::int64_t{1003}, std::int64_t{1010}}) {
        const TemporaryFile file;
        tests::Random random(19);
        const std::vector<model::RoadCarState> cars(car_count);
        Published published;
        {
            Recorder recorder({}, tests::sample_header(), file.path(), car_count);
            for (std::int64_t tick = 1; tick <= last; ++tick) {
                wait_for_room(recorder);
                published = random_tick(random, tick);
                recorder.publish_cars(tick, cars);
                publish(recorder, published);
            }
            recorder.close(published.state, cars);
            TEST_ASSERT_FALSE(recorder.failed());
        }
        RecordingReader reader(file.path());
        std::int64_t states = 0;
        std::size_t cars_at_the_end = 0;
        for (auto item = reader.next(); item != RecordingReader::Item::end; item = reader.next()) {
            if (item == RecordingReader::Item::state) ++states;
            if (item == RecordingReader::Item::car && reader.car().tick() == last)
                ++cars_at_the_end;
        }
        TEST_ASSERT_TRUE(reader.complete());
        TEST_ASSERT_EQUAL_INT64(101, states);
        TEST_ASSERT_EQUAL_MEMORY(&published.state, &reader.state(), sizeof published.state);
        TEST_ASSERT_EQUAL_size_t(car_count, cars_at_the_end);
    }
}

void a_full_disk_ends_the_recording_and_not_the_run() {
    RecordConfig config;
    config.tick_ring_capacity = 32;
    Recorder recorder(config, tests::sample_header(), "/dev/full");
    tests::Random random(14);
    for (std::int64_t tick = 1; tick <= 2000; ++tick) {
        wait_for_room(recorder);
        publish(recorder, random_tick(random, tick));
    }
    recorder.close();
    TEST_ASSERT_TRUE(recorder.failed());
    TEST_ASSERT_FALSE(recorder.replayable());
    TEST_ASSERT_NOT_NULL(std::strstr(recorder.error_text().c_str(), "/dev/full"));
    TEST_ASSERT_NOT_NULL(std::strstr(recorder.error_text().c_str(), "No space left"));
}

/// The disk fills in mid-run (here: a file size limit): nothing that fitted is
/// thrown away, and the last chunk is read as far as it goes.
void what_fitted_stays_readable() {
    constexpr rlim_t limit_bytes = 3U << 20U;
    const TemporaryFile file;
    rlimit previous{};
    ::getrlimit(RLIMIT_FSIZE, &previous);
    const rlimit limit{limit_bytes, previous.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    RecordConfig config;
    std::string error_text;
    {
        tests::Random random(15);
        Recorder recorder(config, tests::sample_header(), file.path());
        for (std::int64_t tick = 1; tick <= 60000; ++tick) {
            wait_for_room(recorder);
            publish(recorder, random_tick(random, tick));
        }
        recorder.close();
        error_text = recorder.error_text();
        TEST_ASSERT_TRUE(recorder.failed());
    }
    ::setrlimit(RLIMIT_FSIZE, &previous);
    TEST_ASSERT_NOT_NULL(std::strstr(error_text.c_str(), "File too large"));
    TEST_ASSERT_EQUAL_size_t(limit_bytes, file.content().size());
    RecordingReader reader(file.path());
    while (reader.next() != RecordingReader::Item::end) {
    }
    TEST_ASSERT_GREATER_THAN(5000, reader.ticks());
    TEST_ASSERT_NOT_NULL(std::strstr(reader.stop_text().c_str(), "cut off inside a chunk"));
}

void a_place_that_cannot_be_is_named() {
    try {
        const Recorder recorder(RecordConfig{}, tests::sample_header(), "/nowhere/run.mcap");
        TEST_FAIL_MESSAGE("was created");
    } catch (const std::runtime_error& error) {
        TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "/nowhere/run.mcap: cannot be created"));
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_run_is_recorded_bit_for_bit);
    RUN_TEST(inputs_of_cars_are_recorded_bit_for_bit);
    RUN_TEST(inputs_of_cars_that_are_dropped_are_counted);
    RUN_TEST(a_full_ring_has_no_room_and_drops_and_counts);
    RUN_TEST(the_state_rate_is_kept);
    RUN_TEST(the_last_state_is_there_once_whatever_its_tick);
    RUN_TEST(a_full_disk_ends_the_recording_and_not_the_run);
    RUN_TEST(what_fitted_stays_readable);
    RUN_TEST(a_place_that_cannot_be_is_named);
    return UNITY_END();
}
