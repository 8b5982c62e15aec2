// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/robot_setup.h"

namespace ghostcar::model {

RobotSetup RobotSetup::from_toml(TableReader& reader, std::int64_t gears_of_car) {
    const std::int64_t gears = reader.integer_or("gears", gears_of_car, 1, gears_of_car);
    const double rest_brake = reader.number("rest_brake", Range::between(0.0, 1.0));
    const double highest_rpm = reader.number("highest_engine_rpm", Range::between(1500.0, 7000.0));
    const double highest_kph = reader.number("learn_to_kph", Range::between(40.0, 200.0));
    TableReader limbs_table = reader.table("limbs");
    const RobotLimbs limbs = RobotLimbs::from_toml(limbs_table);
    limbs_table.finish();
    return {limbs, gears, rest_brake, highest_rpm, highest_kph};
}

}  // namespace ghostcar::model
