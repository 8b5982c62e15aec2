// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "board/ghostcar/race/championship.h"

namespace ghostcar::tests {

inline board::Participant participant(const std::string& name) {
    board::Participant result;
    result.name = name;
    result.vehicle = result.vehicle_file = "car-of-" + name;
    return result;
}

inline board::Event event(const std::string& name) {
    board::Event result;
    result.name = result.session = result.session_file = name;
    result.session_kind = "drive";
    return result;
}

/// Participants and events of these names, with points 10, 6, 3.
inline board::Championship sample_championship(const std::vector<std::string>& participants,
                                               const std::vector<std::string>& events) {
    board::Championship result;
    result.name = "Sample";
    result.points = {10, 6, 3};
    for (const std::string& name : participants) result.participants.push_back(participant(name));
    for (const std::string& name : events) result.events.push_back(event(name));
    return result;
}

}  // namespace ghostcar::tests
