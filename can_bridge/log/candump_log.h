// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

/// A whole candump log. Interfaces become channels in the order of their appearance.
class CandumpReader final : public LogReader {
public:
    explicit CandumpReader(std::istream& input) : input_(input) {}
    [[nodiscard]] std::optional<TimedFrame> next() override;
    [[nodiscard]] std::string channel_name(std::uint32_t channel) const override {
        return interfaces_.at(channel);
    }

private:
    std::istream& input_;
    std::vector<std::string> interfaces_;
    std::int64_t line_ = 0;
};

/// Channel 0 is called can0, and so on.
class CandumpWriter final : public LogWriter {
public:
    explicit CandumpWriter(std::ostream& output) : output_(output) {}
    void write(const TimedFrame& timed) override;
    void finish() override { output_.flush(); }

private:
    std::ostream& output_;
};

}  // namespace ghostcar::can_bridge
