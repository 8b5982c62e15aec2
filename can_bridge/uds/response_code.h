// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::can_bridge::uds {

/// ISO 14229-1, table of negative response codes; only those that are used.
enum class ResponseCode : std::uint8_t {
    positive = 0x00,
    general_reject = 0x10,
    service_not_supported = 0x11,
    subfunction_not_supported = 0x12,
    incorrect_length = 0x13,
    response_too_long = 0x14,
    busy = 0x21,
    conditions_not_correct = 0x22,
    sequence_error = 0x24,
    out_of_range = 0x31,
    security_denied = 0x33,
    invalid_key = 0x35,
    exceeded_attempts = 0x36,
    delay_not_expired = 0x37,
    pending = 0x78,
    subfunction_not_in_session = 0x7E,
    service_not_in_session = 0x7F,
};

/// A broadcast asks everybody: those who cannot answer stay silent (ISO 14229-1, 7.5).
[[nodiscard]] constexpr bool is_silent_when_functional(ResponseCode code) noexcept {
    return code == ResponseCode::service_not_supported ||
           code == ResponseCode::subfunction_not_supported || code == ResponseCode::out_of_range ||
           code == ResponseCode::subfunction_not_in_session ||
           code == ResponseCode::service_not_in_session;
}

}  // namespace ghostcar::can_bridge::uds
