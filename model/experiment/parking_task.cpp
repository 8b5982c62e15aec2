// SPDX-License-Identifier: Apache-2.0
#include "model/experiment/parking_task.h"

#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "model/config/table_reader.h"
#include "model/math/noise.h"
#include "model/math/trigonometry.h"

namespace ghostcar::model {
namespace {

/// The channel of noise that draws the lot.
constexpr std::uint64_t lot_channel = 0x107;

/// Lots of a row stand side by side: neighbours are nearer than this.
constexpr double neighbour_m = 4.0;

/// Which end of the car goes into the lot first.
enum class ParkingDirection : std::int64_t { nose, tail };
constexpr std::array<std::pair<std::string_view, ParkingDirection>, 2> directions{
    {{"nose", ParkingDirection::nose}, {"tail", ParkingDirection::tail}}};

std::int64_t chosen_number(TableReader& park, std::int64_t lots, std::uint64_t seed) {
    const std::int64_t low = park.integer_or("lot_low", 1, 1, lots);
    const std::int64_t high = park.integer_or("lot_high", lots, low, lots);
    if (park.has("lot")) return park.integer("lot", 1, lots);
    const double share = uniform_noise(seed, lot_channel, 0);
    return low + to_integer(share * static_cast<double>(high - low + 1), 0, high - low);
}

const Lot& lot_of(TableReader& park, const Track& track, std::int64_t number) {
    for (const Lot& lot : track.lots())
        if (lot.number == number) return lot;
    park.fail("lot", "the track has no lot " + std::to_string(number), "use another number");
}

bool are_neighbours(const Lot& lot, const Lot& other) noexcept {
    const double dx_m = lot.x_m - other.x_m;
    const double dy_m = lot.y_m - other.y_m;
    return lot.number != other.number && lot.side == other.side &&
           dx_m * dx_m + dy_m * dy_m < neighbour_m * neighbour_m;
}

}  // namespace

ParkingTask parking_from(TableReader& park, const Track& track, const VehicleByName& vehicle,
                         std::uint64_t seed) {
    if (track.lots().empty()) park.fail("", "the track has no lots", "use track = \"car-park\"");
    const ParkingDirection direction = park.choice("direction", directions);
    const std::string standing = park.text("standing_vehicle");
    const Lot& lot = lot_of(
        park, track, chosen_number(park, static_cast<std::int64_t>(track.lots().size()), seed));

    ParkingTask task;
    task.goal = {lot.number,     direction == ParkingDirection::tail, lot.along_m, lot.x_m, lot.y_m,
                 lot.heading_rad};
    task.lot_length_m = lot.length_m;
    task.lot_width_m = lot.width_m;
    // Half a turn, and in [-pi, pi] again.
    if (task.goal.tail_first) task.goal.heading_rad += lot.heading_rad > 0.0 ? -pi : pi;
    for (const Lot& other : track.lots()) {
        if (!are_neighbours(lot, other)) continue;
        RoadStart start;
        start.pose = {other.x_m, other.y_m, other.heading_rad};
        task.standing.emplace_back(Car(vehicle(standing)), RoadDriver::parked, true, start, 0.0);
        require_fit(park, "standing_vehicle", task.standing.back().box, task);
    }
    return task;
}

void require_fit(TableReader& reader, std::string_view key, const CollisionBox& car,
                 const ParkingTask& task) {
    const double length_m = 2.0 * car.half_length_m;
    const double width_m = 2.0 * car.half_width_m;
    if (length_m <= task.lot_length_m && width_m <= task.lot_width_m) return;
    std::ostringstream found;
    found << "the car is " << length_m << " m long and " << width_m << " m wide, the lot "
          << task.lot_length_m << " m and " << task.lot_width_m << " m";
    reader.fail(key, found.str(), "park a car that fits");
}

}  // namespace ghostcar::model
