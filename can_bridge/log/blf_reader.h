// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <vector>

#include "can_bridge/byte_reader.h"
#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

class BlfReader final : public LogReader {
public:
    /// Reads the head. Throws LogError.
    explicit BlfReader(std::istream& input);

    /// Objects that are no CAN frames are passed over. A log that was cut off in the middle (a
    /// recorder without power) ends where its last whole object ends.
    [[nodiscard]] std::optional<TimedFrame> next() override;

private:
    [[nodiscard]] bool read_container();
    [[nodiscard]] std::vector<std::uint8_t> read(std::size_t count);

    std::istream& input_;
    std::vector<std::uint8_t> content_;  // of containers, from `position_` not yet read
    std::size_t position_ = 0;
};

}  // namespace ghostcar::can_bridge
