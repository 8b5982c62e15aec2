// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/units.h"

#include <array>

#include "model/math/numeric.h"

namespace ghostcar::can_bridge {
namespace {

using model::pi;

enum class Measures {
    share,
    speed,
    angular_speed,
    angle,
    acceleration,
    torque,
    force,
    distance,
    time
};

struct Unit {
    std::string_view text;
    Measures measures;
    double size;  // in the SI unit
};

constexpr std::array units{
    Unit{"", Measures::share, 1.0},
    Unit{"1", Measures::share, 1.0},
    Unit{"-", Measures::share, 1.0},
    Unit{"%", Measures::share, 0.01},
    Unit{"percent", Measures::share, 0.01},
    Unit{"m/s", Measures::speed, 1.0},
    Unit{"km/h", Measures::speed, model::mps_per_kph},
    Unit{"kph", Measures::speed, model::mps_per_kph},
    Unit{"KPH", Measures::speed, model::mps_per_kph},
    Unit{"kmh", Measures::speed, model::mps_per_kph},
    Unit{"mph", Measures::speed, 0.44704},
    Unit{"MPH", Measures::speed, 0.44704},
    Unit{"rad/s", Measures::angular_speed, 1.0},
    Unit{"rpm", Measures::angular_speed, model::radps_per_rpm},
    Unit{"RPM", Measures::angular_speed, model::radps_per_rpm},
    Unit{"1/min", Measures::angular_speed, model::radps_per_rpm},
    Unit{"U/min", Measures::angular_speed, model::radps_per_rpm},
    Unit{"deg/s", Measures::angular_speed, pi / 180.0},
    Unit{"°/s", Measures::angular_speed, pi / 180.0},
    Unit{"rad", Measures::angle, 1.0},
    Unit{"deg", Measures::angle, pi / 180.0},
    Unit{"°", Measures::angle, pi / 180.0},
    Unit{"m/s2", Measures::acceleration, 1.0},
    Unit{"m/s^2", Measures::acceleration, 1.0},
    Unit{"m/s²", Measures::acceleration, 1.0},
    Unit{"m/s/s", Measures::acceleration, 1.0},
    Unit{"g", Measures::acceleration, model::gravity_mps2},
    Unit{"Nm", Measures::torque, 1.0},
    Unit{"N", Measures::force, 1.0},
    Unit{"kN", Measures::force, 1000.0},
    Unit{"m", Measures::distance, 1.0},
    Unit{"km", Measures::distance, 1000.0},
    Unit{"s", Measures::time, 1.0},
    Unit{"ms", Measures::time, 0.001},
    Unit{"min", Measures::time, 60.0},
    Unit{"h", Measures::time, 3600.0},
};

const Unit* find(std::string_view text) {
    for (const Unit& unit : units)
        if (unit.text == text) return &unit;
    return nullptr;
}

}  // namespace

double unit_ratio(std::string_view from, std::string_view to) {
    if (from == to) return 1.0;
    const Unit* one = find(from);
    const Unit* other = find(to);
    if (one == nullptr || other == nullptr || one->measures != other->measures) return 0.0;
    return one->size / other->size;
}

}  // namespace ghostcar::can_bridge
