// SPDX-License-Identifier: Apache-2.0
// Frames of any content at any time: the receiver never holds more than the message said, the
// sender always comes to an end. The input is a row of records: time step, flags, length, data.
#include <algorithm>
#include <vector>

#include "can_bridge/byte_reader.h"
#include "can_bridge/iso_tp/receiver.h"
#include "can_bridge/iso_tp/sender.h"
#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

namespace {

iso_tp::Config config_of(std::uint8_t choice) {
    iso_tp::Config config;
    config.is_fd = (choice & 1U) != 0;
    if (config.is_fd) config.frame_length = length_of_code[8 + (choice >> 4U) % 8];
    if ((choice & 2U) != 0) config.padding.reset();
    config.block_size = (choice >> 2U) & 3U;
    config.longest_message = 5000;
    return config;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader({data, size});
    const iso_tp::Config config = config_of(reader.u8());
    iso_tp::Receiver receiver(config);
    iso_tp::Sender sender(config);
    std::int64_t now_ns = 0;
    while (reader.left() > 0) {
        now_ns += reader.u8() * (iso_tp::ns_per_ms * 5);
        const std::uint8_t flags = reader.u8();
        const std::size_t length = std::min<std::size_t>(reader.u8() % 65, reader.left());
        const std::span<const std::uint8_t> frame = reader.take(length);
        static_cast<void>(receiver.poll(now_ns));
        const iso_tp::ReceiveEvent event = receiver.receive(frame, (flags & 1U) != 0, now_ns);
        require(receiver.message().size() <= config.longest_message);
        if (event == iso_tp::ReceiveEvent::complete) {
            require(!receiver.message().empty() && !receiver.is_busy());
            // What came in goes out again.
            if (sender.start(receiver.message())) require(sender.is_busy());
        }
        if (const std::optional<Frame> flow = receiver.take_flow_control())
            require(is_sendable(*flow));
        sender.receive(frame, now_ns);
        for (int count = 0; count < 1000; ++count) {
            const std::optional<Frame> next = sender.next(now_ns);
            if (!next) break;
            require(is_sendable(*next));
        }
    }
    // Left alone, both come to rest: the longest separation is 127 ms, the longest silence 1 s.
    for (int step = 0; step < 5000 * 130 / 10 && sender.is_busy(); ++step) {
        now_ns += 10 * iso_tp::ns_per_ms;
        static_cast<void>(sender.next(now_ns));
    }
    require(!sender.is_busy());
    static_cast<void>(receiver.poll(now_ns + 2000 * iso_tp::ns_per_ms));
    require(!receiver.is_busy());
    return 0;
}
