// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

/// A packet capture that Wireshark opens (draft-ietf-opsawg-pcapng, link type CAN_SOCKETCAN): one
/// section, an interface per channel, times in nanoseconds since 1970.
class PcapngWriter final : public LogWriter {
public:
    PcapngWriter(std::ostream& output, std::int64_t start_ns);
    void write(const TimedFrame& timed) override;
    void finish() override;

private:
    void write_interface(std::uint32_t channel);

    std::ostream& output_;
    std::int64_t start_ns_;
    std::uint32_t interfaces_ = 0;
};

}  // namespace ghostcar::can_bridge
