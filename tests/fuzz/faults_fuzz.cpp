// SPDX-License-Identifier: Apache-2.0
// Any faults, switched in any order, on any frames: what leaves fits into the tick, can be sent (or
// is an error frame), and a second engine with the same seed does the same.
#include <vector>

#include "can_bridge/byte_reader.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/fault/engine.h"
#include "tests/fuzz/fuzz.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using fuzz::require;

namespace {

constexpr const char* signals =
    "BO_ 1 M: 64 X\n"
    " SG_ A M : 0|4@1+ (1,0) [0|0] \"\" X\n"
    " SG_ B m1 : 15|13@0- (0.1,-4) [0|0] \"\" X\n"
    " SG_ C : 480|32@1- (1,0) [0|0] \"\" X\n"
    "SIG_VALTYPE_ 1 C : 1;\n";

fault::Fault fault_from(ByteReader& reader) {
    static const dbc::Database database = dbc::load(signals, "f");
    fault::Fault fault;
    fault.kind = static_cast<fault::FaultKind>(reader.u8() % fault::fault_kind_count);
    const std::uint8_t flags = reader.u8();
    fault.is_for_received = (flags & 1U) != 0;
    fault.is_for_sent = (flags & 2U) != 0;
    if ((flags & 4U) != 0) fault.target = {reader.u8() % 4U, false};
    fault.share = reader.u8() / 255.0;
    fault.amount = static_cast<std::int16_t>(reader.u16_le()) / 4.0;
    fault.message.emplace(database.messages[0]);
    fault.signal = reader.u8() % 3U;
    if ((flags & 8U) != 0) fault.protection = e2e::Profile1(1, e2e::DataIdMode::nibble);
    if ((flags & 16U) != 0) fault.protection = e2e::Profile5(1, 3);
    fault.keeps_checksum_right = (flags & 32U) != 0;
    fault.frame.id = 3;
    fault.frame.length = reader.u8() % 9;
    fault.frame_time_s = 0.0001;
    for (std::int64_t offset = 0; offset < flags >> 6U; ++offset)
        fault.log.push_back({offset * 3, fault.frame});
    return fault;
}

Frame frame_from(ByteReader& reader) {
    Frame frame;
    frame.id = reader.u8() % 4U;
    const std::uint8_t flags = reader.u8();
    frame.is_fd = (flags & 1U) != 0;
    frame.is_remote = !frame.is_fd && (flags & 2U) != 0;
    frame.is_error = (flags & 4U) != 0 && !frame.is_fd;
    frame.length = length_of_code[(flags >> 4U) % (frame.is_fd ? 16 : 9)];
    std::size_t place = 0;
    if (!frame.is_remote)
        for (const std::uint8_t byte : reader.take(reader.left() < 8 ? reader.left() : 8))
            if (place < frame.length) frame.data[place++] = byte;
    return frame;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader({data, size});
    std::vector<fault::Fault> faults;
    for (unsigned count = reader.u8() % 9U; count > 0; --count)
        faults.push_back(fault_from(reader));
    fault::Engine one(faults, 7);
    fault::Engine other(faults, 7);
    rt_core::State state;
    state.session.phase = rt_core::Phase::running;
    while (reader.left() > 0 && state.tick < 500) {
        ++state.tick;
        rt_core::Inputs inputs;
        const std::uint8_t command = reader.u8();
        if (command < 32)
            inputs.command = {command % 2 == 0 ? rt_core::CommandKind::set_fault
                                               : rt_core::CommandKind::clear_fault,
                              {},
                              command / 2.0};
        one.latch(state.tick, inputs);
        other.latch(state.tick, inputs);
        const Direction direction = command % 3 == 0 ? Direction::sent : Direction::received;
        FrameBatch batch;
        for (unsigned count = command >> 5U; count > 0; --count) {
            BusFrame frame;
            frame.timed.frame = frame_from(reader);
            frame.tick = state.tick;
            frame.direction = direction;
            batch.add(frame);
        }
        FrameBatch again = batch;
        one.process(0, direction, state.tick, batch);
        other.process(0, direction, state.tick, again);
        require(batch.size() == again.size() && batch.size() <= FrameBatch::capacity);
        for (std::size_t index = 0; index < batch.size(); ++index) {
            const Frame& frame = batch[index].timed.frame;
            require(frame == again[index].timed.frame);
            require(frame.is_error || is_sendable(frame));
            require(batch[index].tick == state.tick && batch[index].direction == direction);
        }
        one.publish(inputs, state, 0);
        other.publish(inputs, state, 0);
    }
    return 0;
}
