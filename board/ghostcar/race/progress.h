// SPDX-License-Identifier: Apache-2.0
// How far a championship is: a bar on a terminal, a line for each run in a pipe, nothing for
// programs.
#pragma once

#include <cstddef>
#include <string>

#include "board/ghostcar/race/run_record.h"

namespace ghostcar::board {

class Progress {
public:
    enum class Style { silent, lines, bar };

    Progress(Style style, std::size_t runs) : style_(style), runs_(runs) {}

    /// A run has its final record.
    void done(const std::string& event, const std::string& participant, const RunRecord& record);
    /// Draws the bar again.
    void draw(std::size_t running);
    /// Takes the bar away.
    void finish();

    /// "finished, score 83.214", "violation: Your damage is too large!"
    [[nodiscard]] static std::string result_words(const RunRecord& record);

private:
    Style style_;
    std::size_t runs_;
    std::size_t done_ = 0;
    std::size_t failed_ = 0;
    bool drawn_ = false;
    std::string last_;
};

}  // namespace ghostcar::board
