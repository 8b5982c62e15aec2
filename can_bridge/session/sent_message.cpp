// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/sent_message.h"

#include <utility>

#include "model/math/numeric.h"

namespace ghostcar::can_bridge {
namespace {

/// The bits that say it: the nearest ones, or "not available" where there is such a code.
std::uint64_t bits_of(const SentSignal& signal, double raw, bool is_safe_state) noexcept {
    const bool is_withheld = is_safe_state && signal.source.is_of_the_car;
    // Written so that a NaN is not available. Without such a code the nearest value has to do.
    const bool is_sayable = !is_withheld && raw >= signal.low && raw <= signal.high;
    return !is_sayable && signal.not_available ? *signal.not_available
                                               : signal.codec.bits_of_raw(raw);
}

/// The usual signals of one byte order, each in its place of the frame's first word.
[[gnu::always_inline]] inline std::uint64_t packed(const std::vector<QuickSignal>& quick,
                                                   const SentPage& page,
                                                   const SourceView& view) noexcept {
    std::uint64_t word = 0;
    for (const QuickSignal& signal : quick) {
        const double raw = signal.read(view) * signal.factor + signal.offset;
        std::uint64_t bits = 0;
        if (raw >= signal.low && raw <= signal.high) [[likely]]
            bits = nearest_bits(raw);
        else
            bits = bits_of(page.signals[signal.index], raw, false);
        word |= (bits & signal.mask) << signal.shift;
    }
    return word;
}

/// Few files have both orders, so this one need not be quick to reach.
[[gnu::noinline]] std::uint64_t packed_big(const SentPage& page, const SourceView& view) noexcept {
    return packed(page.big, page, view);
}

/// One by one: what is not usual, and everything in the safe state.
void put(const SentSignal& signal, const SourceView& view, Frame& frame) noexcept {
    const double raw = signal.source.read(view) * signal.factor + signal.offset;
    signal.codec.set_bits(frame, bits_of(signal, raw, view.is_safe_state));
}

void pack(const SentPage& page, const SourceView& view, Frame& frame) noexcept {
    if (view.is_safe_state) {
        for (const SentSignal& signal : page.signals) put(signal, view, frame);
        return;
    }
    for (const std::uint8_t index : page.others) put(page.signals[index], view, frame);
    FrameWords words;
    words.word[0] = packed(page.little, page, view);
    if (!page.big.empty()) words.word[1] = packed_big(page, view);
    words.add_to(frame);
}

}  // namespace

void SentPage::prepare() {
    little.clear();
    big.clear();
    others.clear();
    for (std::size_t index = 0; index < signals.size(); ++index) {
        const SentSignal& signal = signals[index];
        const auto place = static_cast<std::uint8_t>(index);
        if (!signal.field.exists()) {
            others.push_back(place);
            continue;
        }
        const double raw_low = -static_cast<double>(signal.field.sign_bit);
        const double raw_high = static_cast<double>(
            signal.field.sign_bit != 0 ? signal.field.sign_bit - 1 : signal.field.mask);
        std::vector<QuickSignal>& quick = signal.field.order == 0 ? little : big;
        quick.push_back({signal.source.read, signal.factor, signal.offset,
                         model::maximum(signal.low, raw_low), model::minimum(signal.high, raw_high),
                         signal.field.mask, signal.field.shift, place});
    }
}

SentMessage::SentMessage(SentMessageConfig config)
    : config_(std::move(config)),
      due_tick_(config_.cycle_ticks > 0 ? 1 + config_.phase_ticks : never),
      counters_(config_.protection ? e2e::counters_of(*config_.protection) : 1) {
    for (SentPage& page : config_.pages) page.prepare();
}

/// Of a message that is also sent on a change: is it one, and not too soon?
bool SentMessage::is_wanted(std::int64_t tick, bool is_cyclic, const Frame& frame) noexcept {
    const bool is_news = is_news_ || frame.data != last_data_;
    const bool may = sent_tick_ < 0 || tick - sent_tick_ >= config_.minimum_delay_ticks;
    if (!is_cyclic && !(is_news && may)) return false;
    last_data_ = frame.data;
    is_news_ = false;
    return true;
}

bool SentMessage::next(std::int64_t tick, const SourceView& view, Frame& frame) noexcept {
    const bool is_cyclic = tick == due_tick_;
    if (is_cyclic) due_tick_ = tick + config_.cycle_ticks;
    const SentPage& page = config_.pages[page_];
    frame = page.frame;
    pack(page, view, frame);
    if (config_.on_change && !is_wanted(tick, is_cyclic, frame)) return false;
    sent_tick_ = tick;
    if (&page == &config_.pages.back())
        page_ = 0;
    else
        ++page_;
    if (config_.protection) {
        e2e::protect(*config_.protection, {frame.data.data(), frame.length}, counter_);
        counter_ = counter_ + 1 < counters_ ? counter_ + 1 : 0;
    }
    return true;
}

}  // namespace ghostcar::can_bridge
