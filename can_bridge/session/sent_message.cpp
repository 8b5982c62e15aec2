// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/sent_message.h"

#include <utility>

#include "model/math/numeric.h"

namespace ghostcar::can_bridge {
namespace {

/// The bits that say it: the nearest ones, or "not available" where there is such a code.
std::uint64_t bits_of(const SentSignal& signal, const SourceView& view,
                      bool is_safe_state) noexcept {
    if (is_safe_state && signal.source.is_of_the_car && signal.not_available)
        return *signal.not_available;
    const double raw = signal.source.value(view) * signal.factor + signal.offset;
    // Written so that a NaN is not available. Without such a code the nearest value has to do.
    if (!(raw >= signal.low && raw <= signal.high) && signal.not_available)
        return *signal.not_available;
    return signal.codec.bits_of_raw(raw);
}

void pack(const SentPage& page, const SourceView& view, bool is_safe_state, Frame& frame) noexcept {
    FrameWords words;
    for (const QuickSignal& signal : page.quick) {
        const double value =
            signal.of_state != nullptr ? signal.of_state(view.state) : signal.of_view(view);
        const double raw = value * signal.factor + signal.offset;
        std::uint64_t bits = 0;
        if (raw >= signal.low && raw <= signal.high && !is_safe_state)
            bits = nearest_bits(raw);
        else
            bits = bits_of(page.signals[signal.index], view, is_safe_state);
        words.word[signal.order] |= (bits & signal.mask) << signal.shift;
    }
    for (const std::uint8_t index : page.others) {
        const SentSignal& signal = page.signals[index];
        signal.codec.set_bits(frame, bits_of(signal, view, is_safe_state));
    }
    words.add_to(frame);
}

}  // namespace

void SentPage::prepare() {
    quick.clear();
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
        quick.push_back({signal.source.of_state, signal.source.of_view, signal.factor,
                         signal.offset, model::maximum(signal.low, raw_low),
                         model::minimum(signal.high, raw_high), signal.field.mask,
                         signal.field.shift, signal.field.order, place});
    }
}

SentMessage::SentMessage(SentMessageConfig config)
    : config_(std::move(config)),
      due_tick_(config_.cycle_ticks > 0 ? 1 + config_.phase_ticks : never) {
    for (SentPage& page : config_.pages) page.prepare();
}

bool SentMessage::make(std::int64_t tick, bool is_cyclic, const SourceView& view,
                       bool is_safe_state, Frame& frame) noexcept {
    if (is_cyclic) due_tick_ = tick + config_.cycle_ticks;
    const SentPage& page = config_.pages[page_];
    frame = page.frame;
    pack(page, view, is_safe_state, frame);
    if (config_.on_change) {
        const bool is_news = sent_tick_ < 0 || frame.data != last_data_;
        const bool may = sent_tick_ < 0 || tick - sent_tick_ >= config_.minimum_delay_ticks;
        if (!is_cyclic && !(is_news && may)) return false;
        last_data_ = frame.data;
    }
    sent_tick_ = tick;
    page_ = page_ + 1 < config_.pages.size() ? page_ + 1 : 0;
    if (config_.protection) {
        e2e::protect(*config_.protection, {frame.data.data(), frame.length}, counter_);
        counter_ = e2e::next_counter(*config_.protection, counter_);
    }
    return true;
}

}  // namespace ghostcar::can_bridge
