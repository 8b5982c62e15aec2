// SPDX-License-Identifier: Apache-2.0
// What result.json says of the cars on a track, one by one.
#pragma once

#include <string>

#include "board/ghostcar/result.h"

namespace ghostcar::board {

/// Why a car is out, where no controller has words for it; "" while it drives.
[[nodiscard]] std::string car_out_words(model::CarOut out);

/// One object a car, in the order of the session. In a race each has a result of its own.
[[nodiscard]] Json cars_json(const Configuration& configuration, const RunEnd& end);

/// A race's cars for people, one line each, the first one first. "" for any other run.
[[nodiscard]] std::string race_card(const Json& result);

}  // namespace ghostcar::board
