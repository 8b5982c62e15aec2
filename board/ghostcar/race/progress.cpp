// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/progress.h"

#include <iostream>

#include "board/ghostcar/report/text.h"

namespace ghostcar::board {

std::string Progress::result_words(const RunRecord& record) {
    if (record.counts()) return "score " + precise_text(*record.score);
    if (record.outcome == "finished" && record.verdict != "failed")
        return "no score: " + record.message;
    return (record.outcome == "finished" ? record.verdict : record.outcome) + ": " + record.message;
}

void Progress::done(const std::string& event, const std::string& participant,
                    const RunRecord& record) {
    ++done_;
    if (!record.counts()) ++failed_;
    last_ = event + ", " + participant;
    if (style_ == Style::lines)
        std::cout << done_ << "/" << runs_ << "  " << last_ << ": " << result_words(record)
                  << std::endl;
}

void Progress::draw(std::size_t running) {
    if (style_ != Style::bar) return;
    constexpr std::size_t width = 30;
    const std::size_t filled = runs_ == 0 ? width : done_ * width / runs_;
    std::string bar;
    for (std::size_t column = 0; column < width; ++column) bar += column < filled ? "█" : "·";
    std::string tail = last_.substr(0, 36);
    if (tail.size() < last_.size())  // never end within a letter (UTF-8)
        while (!tail.empty() && (static_cast<unsigned char>(last_[tail.size()]) & 0xC0U) == 0x80U)
            tail.pop_back();
    std::cout << "\r" << bar << " " << done_ << "/" << runs_ << " runs, " << running << " running, "
              << failed_ << " without a score  " << tail << "\033[K" << std::flush;
    drawn_ = true;
}

void Progress::finish() {
    if (drawn_) std::cout << "\r\033[K" << std::flush;
    drawn_ = false;
}

}  // namespace ghostcar::board
