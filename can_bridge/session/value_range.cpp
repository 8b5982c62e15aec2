// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/value_range.h"

#include <algorithm>
#include <cmath>

#include "can_bridge/rounding.h"
#include "model/config/csv_reader.h"

namespace ghostcar::can_bridge {
namespace {

std::string cannot_be(double value, const std::string& reason) {
    return "cannot be " + model::short_text(value) + ": " + reason;
}

std::string from_to(double low, double high) {
    return model::short_text(std::min(low, high)) + " to " + model::short_text(std::max(low, high));
}

double physical_of(const SignalCodec& codec, std::uint64_t bits) {
    Frame frame;
    codec.set_bits(frame, bits);
    return codec.value(frame);
}

bool has_name(const dbc::Signal& signal, double raw) {
    const double whole = round_half_even(raw);
    return std::any_of(signal.value_names.begin(), signal.value_names.end(),
                       [whole](const dbc::ValueName& name) { return name.value == whole; });
}

}  // namespace

std::string value_refusal(const dbc::Signal& signal, const SignalCodec& codec, double physical) {
    const double half_step = dbc::is_float(signal.type) ? 0.0 : 0.5 * std::fabs(codec.scale());
    if (!dbc::is_float(signal.type)) {
        const bool is_signed = signal.type == dbc::ValueType::signed_integer;
        const double one = physical_of(codec, is_signed ? (codec.mask() >> 1U) + 1 : 0);
        const double other = physical_of(codec, is_signed ? codec.mask() >> 1U : codec.mask());
        if (!(physical >= std::min(one, other) - half_step &&
              physical <= std::max(one, other) + half_step))
            return cannot_be(physical, "its " + std::to_string(signal.length_bits) + " bits hold " +
                                           from_to(one, other));
    }
    if (signal.minimum == signal.maximum) return "";
    const bool is_within = physical >= std::min(signal.minimum, signal.maximum) - half_step &&
                           physical <= std::max(signal.minimum, signal.maximum) + half_step;
    if (is_within || has_name(signal, (physical - codec.offset()) / codec.scale())) return "";
    return cannot_be(physical, "its file permits " + from_to(signal.minimum, signal.maximum));
}

std::string value_refusal(const ControlTarget& control, double value) {
    if (!(value >= control.low && value <= control.high))
        return cannot_be(value, "it goes from " + from_to(control.low, control.high));
    if (control.is_whole && value != std::floor(value))
        return cannot_be(value, "it is a whole number");
    return "";
}

}  // namespace ghostcar::can_bridge
