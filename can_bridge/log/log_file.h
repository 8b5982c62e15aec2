// SPDX-License-Identifier: Apache-2.0
// What all logs have in common. Reading and writing happen beside the tick, never in it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

/// The file is not what it should be; one line, without the name of the file.
class LogError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Frames in file order. Times count from the log's own zero.
class LogReader {
public:
    virtual ~LogReader() = default;
    /// Nothing at the end of the log. Throws LogError.
    [[nodiscard]] virtual std::optional<TimedFrame> next() = 0;
    /// How the log calls a channel that next() has given.
    [[nodiscard]] virtual std::string channel_name(std::uint32_t channel) const {
        return std::to_string(channel + 1);  // most formats count from 1
    }
};

class LogWriter {
public:
    virtual ~LogWriter() = default;
    virtual void write(const TimedFrame& timed) = 0;
    /// Call it once, after the last frame. A file without it is as good as its format allows.
    virtual void finish() = 0;
};

}  // namespace ghostcar::can_bridge
