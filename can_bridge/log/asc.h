// SPDX-License-Identifier: Apache-2.0
// Vector's ASCII log. A file has a head (date, base of the numbers, kind of the times) and one
// event per line, of which only these matter:
//
//   0.015991 1  123             Rx   d 8 00 01 02 03 04 05 06 07
//   0.025991 2  18FEF1FEx       Tx   r
//   0.035991 CANFD   1 Rx        123  Name  1 0 d 32 00 01 …  duration length flags …
//   0.045991 1  ErrorFrame
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>

#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

/// Among the flags of a frame: it is CAN FD.
constexpr std::uint32_t asc_flag_fd = 0x1000;

/// Reads both bases and both kinds of times. Lines about other things are passed over.
class AscReader final : public LogReader {
public:
    explicit AscReader(std::istream& input) : input_(input) {}
    [[nodiscard]] std::optional<TimedFrame> next() override;

private:
    void read_head(std::string_view line);

    std::istream& input_;
    std::int64_t line_ = 0;
    std::int64_t time_ns_ = 0;
    int base_ = 16;
    bool is_relative_ = false;  // times count from the event before
};

class AscWriter final : public LogWriter {
public:
    /// `start_ns` since 1970 is the date in the head; the frames' times count from it.
    AscWriter(std::ostream& output, std::int64_t start_ns);
    void write(const TimedFrame& timed) override;
    void finish() override;

private:
    std::ostream& output_;
};

}  // namespace ghostcar::can_bridge
