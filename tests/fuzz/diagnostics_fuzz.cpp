// SPDX-License-Identifier: Apache-2.0
// UDS and OBD-II: any request, of any length, at any time. Every answer is a positive or a negative
// one to this request, and a tester who does nothing finds the standard session, locked.
#include <algorithm>

#include "can_bridge/byte_reader.h"
#include "can_bridge/obd/server.h"
#include "can_bridge/uds/server.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/can_bridge/diagnostic_car.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

namespace {

void check_answer(std::span<const std::uint8_t> request, std::span<const std::uint8_t> answer) {
    if (answer.empty()) return;
    const bool is_negative = answer.size() == 3 && answer[0] == 0x7F;
    const std::uint8_t service =
        is_negative ? answer[1] : static_cast<std::uint8_t>(answer[0] - 0x40U);
    require(!request.empty() && service == request[0]);
    require(answer.size() <= 4095);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::int64_t ms = 1'000'000;
    ghostcar::tests::DiagnosticCar car;
    uds::Server uds_server({}, car);
    obd::Server obd_server(car);
    ByteReader reader({data, size});
    std::int64_t now_ns = 0;
    while (reader.left() > 0) {
        now_ns += reader.u8() * 20 * ms;
        const std::uint8_t flags = reader.u8();
        const std::size_t length = std::min<std::size_t>(reader.u8(), reader.left());
        const std::span<const std::uint8_t> request = reader.take(length);
        const bool is_functional = (flags & 1U) != 0;
        car.is_moving = (flags & 2U) != 0;
        if ((flags & 4U) != 0) car.pending_for = flags >> 4U;
        if (!request.empty() && request[0] <= obd::Server::largest_mode)
            check_answer(request, obd_server.handle(request, is_functional));
        else
            check_answer(request, uds_server.handle(request, is_functional, now_ns));
        static_cast<void>(uds_server.poll(now_ns));
    }
    for (int step = 0; step < 40; ++step) static_cast<void>(uds_server.poll(now_ns += 1000 * ms));
    require(uds_server.session() == uds::Session::standard && !uds_server.is_unlocked(1));
    return 0;
}
