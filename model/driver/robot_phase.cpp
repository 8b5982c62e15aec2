// SPDX-License-Identifier: Apache-2.0
#include "model/driver/robot_phase.h"

#include <array>
#include <string_view>
#include <utility>

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

constexpr double longest_s = 1e6;

constexpr std::array<std::pair<std::string_view, RobotAction>, 8> action_words{{
    {"start_engine", RobotAction::start_engine},
    {"pull_away", RobotAction::pull_away},
    {"accelerate", RobotAction::accelerate},
    {"shift", RobotAction::shift},
    {"hold", RobotAction::hold},
    {"brake", RobotAction::brake},
    {"stop", RobotAction::stop},
    {"wait", RobotAction::wait},
}};

std::int64_t ticks(double seconds) {
    return to_integer(seconds / tick_s + 0.5, 0, 1'000'000'000);
}

}  // namespace

RobotPhase RobotPhase::from_toml(TableReader& reader, double default_timeout_s) {
    const auto pedal = Range::between(0.0, 1.0);
    const auto time = Range::between(0.0, longest_s);
    const auto rpm = Range::between(1.0, 20'000.0);
    const auto kph = Range::between(0.0, 1'000.0);
    const auto clutch_speed = Range::between(0.001, 100.0);

    RobotPhase phase;
    phase.action = reader.choice("do", action_words);
    switch (phase.action) {
        case RobotAction::start_engine:
            phase.engine_rpm = reader.number("running_above_rpm", rpm);
            phase.duration_ticks = ticks(reader.number("idle_s", time));
            break;
        case RobotAction::pull_away:
            phase.gear = reader.integer("gear", -1, 2);
            if (phase.gear == 0) reader.fail("gear", "found neutral", "give 1, 2 or -1");
            phase.engine_rpm = reader.number("engine_rpm", rpm);
            phase.accelerator = reader.number("accelerator", pedal);
            phase.clutch_up_per_tick = reader.number("clutch_up_per_s", clutch_speed) * tick_s;
            break;
        case RobotAction::accelerate:
            phase.accelerator = reader.number("accelerator", pedal);
            phase.speed_kph = reader.number("until_kph", kph);
            break;
        case RobotAction::shift:
            phase.gear = reader.integer("gear", 1, 6);
            phase.accelerator = reader.number("accelerator", pedal);
            phase.clutch_up_per_tick = reader.number("clutch_up_per_s", clutch_speed) * tick_s;
            break;
        case RobotAction::hold:
            phase.speed_kph = reader.number("speed_kph", kph);
            phase.duration_ticks = ticks(reader.number("for_s", time));
            break;
        case RobotAction::brake:
            phase.brake = reader.number("brake", pedal);
            phase.speed_kph = reader.number("until_kph", kph);
            break;
        case RobotAction::stop:
            phase.brake = reader.number("brake", pedal);
            phase.speed_kph = reader.number("clutch_down_below_kph", kph);
            break;
        case RobotAction::wait:
            phase.duration_ticks = ticks(reader.number("for_s", time));
            break;
    }
    const double timeout_s =
        reader.number_or("timeout_s", default_timeout_s, Range::between(tick_s, longest_s));
    phase.timeout_ticks = ticks(timeout_s);
    if (phase.timeout_ticks <= phase.duration_ticks) {
        reader.fail("timeout_s", "the phase would time out before its own duration is over",
                    "set timeout_s of the phase above its for_s or idle_s");
    }
    reader.finish();
    return phase;
}

}  // namespace ghostcar::model
