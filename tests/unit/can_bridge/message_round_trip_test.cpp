// SPDX-License-Identifier: Apache-2.0
// Whole frames to the physical values that people see, as text, and back: a million random frames
// of random messages with both byte orders, all types, scaling and nested multiplexors.
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/exact_value.h"
#include "can_bridge/message_codec.h"
#include "tests/unit/can_bridge/random.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;
using dbc::Message;
using dbc::Signal;
using dbc::ValueType;
using ghostcar::tests::Random;

namespace {

constexpr int messages = 2000;
constexpr int frames_of_a_message = 500;

struct Scaling {
    double scale;
    double offset;
};

/// Of the last ones only signals that a double still tells apart.
constexpr std::array<Scaling, 7> scalings = {
    {{1, 0}, {1, -40}, {-3, 7}, {1000, 0}, {0.25, 0}, {0.1, -5.5}, {-1e-5, 1e3}}};
constexpr std::size_t whole_scalings = 4;
constexpr int longest_fraction = 33;

Signal random_signal(Random& random, int length_bytes) {
    Signal signal;
    signal.type = static_cast<ValueType>(random.below(5));
    signal.length_bits = signal.type == ValueType::float16   ? 16
                         : signal.type == ValueType::float32 ? 32
                         : signal.type == ValueType::float64 ? 64
                                                             : 1 + random.below(64);
    signal.start_bit = random.below(8 * length_bytes);
    signal.byte_order =
        random.below(2) == 0 ? dbc::ByteOrder::little_endian : dbc::ByteOrder::big_endian;
    if (is_float(signal.type)) return signal;
    const std::size_t kinds =
        signal.length_bits <= longest_fraction ? scalings.size() : whole_scalings;
    const Scaling scaling =
        scalings[static_cast<std::size_t>(random.below(static_cast<int>(kinds)))];
    signal.scale = scaling.scale;
    signal.offset = scaling.offset;
    return signal;
}

/// Signals find their place by trying; one that would overlap is taken away again.
Message random_message(Random& random) {
    Message message;
    constexpr std::array<int, 6> lengths = {1, 2, 8, 8, 12, 64};
    message.length = lengths[static_cast<std::size_t>(random.below(6))];
    for (int attempt = 0; attempt < 16; ++attempt) {
        Signal signal = random_signal(random, message.length);
        const int above = random.below(static_cast<int>(message.signals.size()) + 1) - 1;
        if (above >= 0 && message.signals[static_cast<std::size_t>(above)].is_multiplexor) {
            signal.multiplexor = above;
            const std::uint64_t low = random.next() % 4;
            signal.present_for.push_back({low, low + random.next() % 2});
        }
        if (random.below(3) == 0) {
            signal.is_multiplexor = true;
            signal.type = ValueType::unsigned_integer;
            signal.length_bits = 2;
            signal.scale = 1.0;
            signal.offset = 0.0;
        }
        message.signals.push_back(signal);
        if (!dbc::fits(signal, message.length) || dbc::find_overlaps(message).first)
            message.signals.pop_back();
    }
    return message;
}

ExactNumber number_of(const std::string& text) {
    if (text.find_first_of(".en") != std::string::npos) {
        double value = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return ExactNumber::of(value);
    }
    Int128 value = 0;
    for (const char digit : text)
        if (digit != '-') value = value * 10 + (digit - '0');
    return ExactNumber::of(text.front() == '-' ? -value : value);
}

void a_million_random_frames_come_back() {
    constexpr std::uint64_t seed = 20261118;
    Random random(seed);
    long long signals_seen = 0;
    long long signals_absent = 0;
    for (int number = 0; number < messages; ++number) {
        const Message message = random_message(random);
        const MessageCodec codec(message);
        for (int count = 0; count < frames_of_a_message; ++count) {
            Frame frame;
            frame.length = static_cast<std::uint8_t>(message.length);
            for (std::size_t byte = 0; byte < frame.length; ++byte)
                frame.data[byte] = static_cast<std::uint8_t>(random.next());
            Frame expected;  // the bits that a signal of this frame owns
            Frame again;
            expected.length = again.length = frame.length;
            for (std::size_t index = 0; index < codec.size(); ++index) {
                if (!codec.is_present(index, frame)) {
                    ++signals_absent;
                    continue;
                }
                const SignalCodec& signal = *codec.codec(index);
                const std::string text = value_text(signal, frame);
                if (text == "null") continue;  // NaN and infinities have no decimal
                ++signals_seen;
                signal.set_bits(expected, signal.bits(frame));
                const std::optional<std::uint64_t> bits = bits_of(signal, number_of(text));
                TEST_ASSERT_TRUE_MESSAGE(bits.has_value(), text.c_str());
                signal.set_bits(again, *bits);
            }
            TEST_ASSERT_TRUE_MESSAGE(
                expected == again,
                ("seed " + std::to_string(seed) + ", message " + std::to_string(number)).c_str());
        }
    }
    // It is about something: several signals in a frame, and some that their multiplexor hides.
    TEST_ASSERT_TRUE(signals_seen > 2'000'000);
    TEST_ASSERT_TRUE(signals_absent > 200'000);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_million_random_frames_come_back);
    return UNITY_END();
}
