// SPDX-License-Identifier: Apache-2.0
// A DBC file is refused with its place, or read; then every signal of it can be packed and
// unpacked.
#include <string>

#include "can_bridge/bus_load.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/exact_value.h"
#include "can_bridge/message_codec.h"
#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

namespace {

void check_message(const dbc::Message& message) {
    const MessageCodec codec(message);
    Frame frame;
    frame.is_fd = true;
    frame.length = largest_length;
    for (std::size_t byte = 0; byte < largest_length; ++byte)
        frame.data[byte] = static_cast<std::uint8_t>(byte * 37 + 11);
    for (std::size_t index = 0; index < codec.size(); ++index) {
        static_cast<void>(codec.is_present(index, frame));
        const SignalCodec* signal = codec.codec(index);
        if (signal == nullptr) continue;
        const std::uint64_t bits = signal->bits(frame);
        require(!value_text(*signal, frame).empty());
        static_cast<void>(bits_of(*signal, ExactNumber::of(signal->value(frame))));
        Frame other = frame;
        signal->set_value(other, 1e30);
        signal->set_bits(other, bits);
        require(other == frame);
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const dbc::Database database = dbc::load(ghostcar::fuzz::as_text(data, size), "f");
        for (const dbc::Message& message : database.messages) check_message(message);
        require(bus_load(database, {}) >= 0.0);
    } catch (const dbc::DbcError& error) {
        require(std::string_view(error.what()).substr(0, 2) == "f:");
    }
    return 0;
}
