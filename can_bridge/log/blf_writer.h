// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

#include "can_bridge/byte_appender.h"
#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

class BlfWriter final : public LogWriter {
public:
    /// `start_ns` since 1970 is the log's zero. `output` must be able to go back to its beginning:
    /// the head counts what follows it.
    BlfWriter(std::ostream& output, std::int64_t start_ns);
    void write(const TimedFrame& timed) override;
    void finish() override;

private:
    void write_head();
    void write_container();

    std::ostream& output_;
    std::int64_t start_ns_;
    std::int64_t last_ns_ = 0;
    ByteAppender content_;  // of the container that is being filled
    std::uint64_t file_size_ = 0;
    std::uint64_t unpacked_size_ = 0;
    std::uint32_t objects_ = 0;
};

}  // namespace ghostcar::can_bridge
