// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/hindrance.h"

#include <utility>

#include "board/ghostcar/words.h"
#include "rt_core/fault_table.h"

namespace ghostcar::board {
namespace {

std::string words_of(const rt_core::SessionState& session) {
    if (session.phase == rt_core::Phase::fault)
        return "safe state: " + fault_words(session.latched_faults);
    if (reaction_to(session.active_faults, session.phase) == rt_core::Reaction::hold)
        return "waiting to start: " + fault_words(session.active_faults);
    return "";
}

}  // namespace

std::string Hindrance::news(const rt_core::SessionState& session, std::int64_t now_ns) {
    std::string words = words_of(session);
    if (words != words_) {
        words_ = std::move(words);
        since_ns_ = now_ns;
        told_ = false;
    }
    if (words_.empty() || told_ || now_ns - since_ns_ < patience_ns) return "";
    told_ = true;
    return words_;
}

}  // namespace ghostcar::board
