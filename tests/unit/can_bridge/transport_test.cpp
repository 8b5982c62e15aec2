// SPDX-License-Identifier: Apache-2.0
// The three foreign formats on the wire: known bytes, what comes back, and what is refused.
#include <algorithm>
#include <string>
#include <vector>

#include "can_bridge/transport/cannelloni.h"
#include "can_bridge/transport/socketcand.h"
#include "can_bridge/transport/udp_multicast.h"
#include "tests/unit/can_bridge/files.h"
#include "tests/unit/can_bridge/random_frame.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

using Bytes = std::vector<std::uint8_t>;

Frame some_frame() {
    Frame frame;
    frame.id = 0x123;
    frame.length = 2;
    frame.data = {0xDE, 0xAD};
    return frame;
}

std::string key(const std::string& name) {
    return static_cast<char>(0xA0 | name.size()) + name;
}

/// What python-can's sender writes for this frame.
std::string datagram_text() {
    using namespace std::string_literals;
    return "\x8B"s + key("timestamp") + "\xCB\x3F\xF8\0\0\0\0\0\0"s + key("arbitration_id") +
           "\xCD\x01\x23"s + key("is_extended_id") + "\xC2" + key("is_remote_frame") + "\xC2" +
           key("is_error_frame") + "\xC2" + key("channel") + "\xC0" + key("dlc") + "\x02" +
           key("data") + "\xC4\x02\xDE\xAD" + key("is_fd") + "\xC2" + key("bitrate_switch") +
           "\xC2" + key("error_state_indicator") + "\xC2";
}

Bytes bytes_of_text(const std::string& text) {
    return {text.begin(), text.end()};
}

void datagrams_are_those_of_python_can() {
    const UdpMulticastDatagram datagram = encode_udp_multicast({1'500'000'000, 0, some_frame()});
    const Bytes wanted = bytes_of_text(datagram_text());
    TEST_ASSERT_EQUAL_size_t(wanted.size(), datagram.size);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted.data(), datagram.bytes.data(), wanted.size());
    const std::optional<TimedFrame> timed = decode_udp_multicast(wanted);
    TEST_ASSERT_TRUE(timed && timed->frame == some_frame());
    TEST_ASSERT_EQUAL_INT64(1'500'000'000, timed->time_ns);
}

void every_datagram_comes_back() {
    Random random(23);
    std::size_t longest = 0;
    for (int count = 0; count < 20000; ++count) {
        const Frame frame = random_frame(random);
        const UdpMulticastDatagram datagram = encode_udp_multicast({0, 0, frame});
        longest = std::max(longest, datagram.size);
        const std::optional<TimedFrame> timed = decode_udp_multicast(datagram.view());
        TEST_ASSERT_TRUE(timed && timed->frame == frame);
    }
    TEST_ASSERT_TRUE(longest < longest_udp_multicast_datagram);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t place = text.find(what);
    TEST_ASSERT_TRUE(place != std::string::npos);
    return text.replace(place, what.size(), with);
}

void wrong_datagrams_are_refused() {
    const std::string whole = datagram_text();
    const auto decodes = [](const std::string& text) {
        return decode_udp_multicast(bytes_of_text(text)).has_value();
    };
    TEST_ASSERT_TRUE(decodes(whole));
    for (std::size_t length = 0; length < whole.size(); ++length)
        TEST_ASSERT_FALSE(decodes(whole.substr(0, length)));
    TEST_ASSERT_FALSE(decodes(whole + "x"));
    using namespace std::string_literals;
    // A length that is not that of the data, ids that do not exist, wrong kinds of values.
    TEST_ASSERT_FALSE(decodes(replaced(whole, key("dlc") + "\x02", key("dlc") + "\x03")));
    TEST_ASSERT_FALSE(decodes(replaced(whole, "\xCD\x01\x23"s, "\xCD\x08\x00"s)));
    TEST_ASSERT_FALSE(decodes(replaced(whole, "\xCD\x01\x23"s, "\xCE\x20\0\0\0"s)));
    TEST_ASSERT_FALSE(decodes(replaced(whole, "\xCD\x01\x23"s, "\xFF"s)));
    TEST_ASSERT_FALSE(decodes(replaced(whole, "\xCD\x01\x23"s, "\xC3"s)));
    TEST_ASSERT_FALSE(decodes(replaced(whole, key("is_fd") + "\xC2", key("is_fd") + "\x01")));
    TEST_ASSERT_FALSE(decodes(replaced(whole, key("channel") + "\xC0", key("channel") + "\x80")));
    TEST_ASSERT_FALSE(decodes(replaced(whole, key("channel"), "\x07")));
    TEST_ASSERT_FALSE(decodes(replaced(whole, key("arbitration_id"), key("arbitration_ix"))));
    // What other senders may write: another channel, another order, an unknown key.
    TEST_ASSERT_TRUE(
        decodes(replaced(whole, key("channel") + "\xC0", key("channel") + key("can0"))));
    TEST_ASSERT_TRUE(decodes(replaced(replaced(whole, "\x8B", "\x8C"), key("channel"),
                                      key("is_rx") + "\xC3" + key("channel"))));
    TEST_ASSERT_TRUE(decodes(replaced(whole, "\xCB\x3F\xF8\0\0\0\0\0\0"s, "\xCA\x3F\xC0\0\0"s)));
}

void cannelloni_packets() {
    CannelloniPacket packet(7);
    TEST_ASSERT_TRUE(packet.add(some_frame()));
    Frame fd;
    fd.id = 0x18FEF1FE;
    fd.is_extended = true;
    fd.is_fd = true;
    fd.bitrate_switch = true;
    fd.length = 1;
    fd.data[0] = 0x55;
    TEST_ASSERT_TRUE(packet.add(fd));
    Frame remote;
    remote.id = 1;
    remote.is_remote = true;
    remote.length = 8;
    TEST_ASSERT_TRUE(packet.add(remote));
    const Bytes wanted =
        from_hex("02 00 07 00 03  00 00 01 23 02 DE AD  98 FE F1 FE 81 01 55  40 00 00 01 08");
    TEST_ASSERT_EQUAL_size_t(wanted.size(), packet.view().size());
    TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted.data(), packet.view().data(), wanted.size());
    const std::optional<CannelloniContent> content = decode_cannelloni(wanted);
    TEST_ASSERT_TRUE(content && content->sequence == 7);
    TEST_ASSERT_TRUE(content->frames == (std::vector<Frame>{some_frame(), fd, remote}));
}

void cannelloni_packets_are_filled_and_come_back() {
    Random random(29);
    for (int count = 0; count < 200; ++count) {
        CannelloniPacket packet(static_cast<std::uint8_t>(count));
        std::vector<Frame> frames;
        for (;;) {
            const Frame frame = random_frame(random);
            if (!packet.add(frame)) break;
            frames.push_back(frame);
        }
        TEST_ASSERT_TRUE(packet.view().size() <= CannelloniPacket::longest);
        TEST_ASSERT_TRUE(packet.view().size() > CannelloniPacket::longest - 72);
        TEST_ASSERT_TRUE(decode_cannelloni(packet.view())->frames == frames);
    }
}

void wrong_cannelloni_packets_are_refused() {
    for (const char* packet :
         {"", "02", "02 00 00 00", "01 00 00 00 00", "02 01 00 00 00", "02 00 00 00 00 11",
          "02 00 00 00 01", "02 00 00 FF FF 00 00 01 23 00", "02 00 00 00 01 00 00 01 23 02 DE",
          "02 00 00 00 01 00 00 08 00 00",            // a standard id of twelve bits
          "02 00 00 00 01 00 00 01 23 09 1 2 3 4 5",  // more than eight bytes
          "02 00 00 00 01 00 00 01 23 C1 00"}) {      // more than 64
        TEST_ASSERT_FALSE_MESSAGE(decode_cannelloni(from_hex(packet)).has_value(), packet);
    }
    TEST_ASSERT_TRUE(decode_cannelloni(from_hex("02 00 00 00 00"))->frames.empty());
}

void a_socketcand_session() {
    SocketcandSession session("can0");
    std::string answers;
    std::vector<Frame> frames;
    TEST_ASSERT_EQUAL_STRING("", session.frame_text({0, 0, some_frame()}).c_str());
    TEST_ASSERT_TRUE(session.feed("< send 123 1 11 >", answers, frames));
    TEST_ASSERT_EQUAL_STRING("< error unknown command >", answers.c_str());
    answers.clear();
    TEST_ASSERT_TRUE(session.feed("< open can7 >< open can0 >", answers, frames));
    TEST_ASSERT_EQUAL_STRING("< error could not open bus >< ok >", answers.c_str());
    answers.clear();
    for (const char character : std::string("< rawmode >\r\n<echo>"))
        TEST_ASSERT_TRUE(session.feed(std::string(1, character), answers, frames));
    TEST_ASSERT_EQUAL_STRING("< ok >< echo >", answers.c_str());
    TEST_ASSERT_EQUAL_STRING("< frame 123 23.424242 DEAD >",
                             session.frame_text({23'424'242'000, 0, some_frame()}).c_str());
    answers.clear();
    TEST_ASSERT_TRUE(session.feed("< send 123 2 1 F1 >< send 18FEF1FE 0 >", answers, frames));
    TEST_ASSERT_EQUAL_STRING("", answers.c_str());
    TEST_ASSERT_EQUAL_size_t(2, frames.size());
    TEST_ASSERT_EQUAL_HEX8(0xF1, frames[0].data[1]);
    TEST_ASSERT_TRUE(frames[1].is_extended);
    Frame fd = some_frame();
    fd.is_fd = true;
    TEST_ASSERT_EQUAL_STRING("", session.frame_text({0, 0, fd}).c_str());
}

void wrong_socketcand_frames_are_refused() {
    SocketcandSession session("can0");
    std::string answers;
    std::vector<Frame> frames;
    session.feed("< open can0 >< rawmode >", answers, frames);
    for (const char* wrong :
         {"< send >", "< send 123 >", "< send 800 0 >", "< send 123 9 1 2 3 4 5 6 7 8 9 >",
          "< send 123 2 1 >", "< send 123 1 1 2 >", "< send 123 1 100 >", "< send 123 1 G >",
          "< send 20000000 0 >", "< send 123456789 0 >", "< send 123 x >"}) {
        answers.clear();
        TEST_ASSERT_TRUE(session.feed(wrong, answers, frames));
        TEST_ASSERT_EQUAL_STRING_MESSAGE("< error wrong frame >", answers.c_str(), wrong);
    }
    TEST_ASSERT_EQUAL_size_t(0, frames.size());
    TEST_ASSERT_FALSE(session.feed("GET / HTTP/1.1", answers, frames));
    SocketcandSession endless("can0");
    TEST_ASSERT_FALSE(endless.feed("<" + std::string(1000, 'a'), answers, frames));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(datagrams_are_those_of_python_can);
    RUN_TEST(every_datagram_comes_back);
    RUN_TEST(wrong_datagrams_are_refused);
    RUN_TEST(cannelloni_packets);
    RUN_TEST(cannelloni_packets_are_filled_and_come_back);
    RUN_TEST(wrong_cannelloni_packets_are_refused);
    RUN_TEST(a_socketcand_session);
    RUN_TEST(wrong_socketcand_frames_are_refused);
    return UNITY_END();
}
