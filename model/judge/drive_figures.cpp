// SPDX-License-Identifier: Apache-2.0
#include "model/judge/drive_figures.h"

#include <cmath>

#include "model/math/numeric.h"

namespace ghostcar::model {

void measure_period(DriveFigures& figures, const RoadCarState& car, const Track& track,
                    double period_s) noexcept {
    const double acceleration_mps2 = car.car.drive.acceleration_mps2;
    if (figures.periods > 0) {  // the first look has nothing to compare with
        const double jerk_mps3 = (acceleration_mps2 - figures.last_acceleration_mps2) / period_s;
        figures.jerk_square_sum += jerk_mps3 * jerk_mps3;
        figures.largest_jerk_mps3 = maximum(figures.largest_jerk_mps3, magnitude(jerk_mps3));
        figures.steering_turns += magnitude(car.controls.steer - figures.last_steer);
    }
    ++figures.periods;
    figures.last_acceleration_mps2 = acceleration_mps2;
    figures.last_steer = car.controls.steer;

    const RoadPiece& road = track.table().piece(car.place.along_m);
    const double offset_m = car.place.offset_m;
    const bool off_left = offset_m > road.left_width_m + road.left_kerb_m;
    const bool off_right = -offset_m > road.right_width_m + road.right_kerb_m;
    const std::int64_t off_track = off_left || off_right ? 1 : 0;
    figures.off_track_periods += off_track;
    const double inward_pm = off_left ? road.curvature_pm : -road.curvature_pm;
    if (off_track > figures.off_track && inward_pm > corner_curvature_pm) ++figures.cut_corners;
    figures.off_track = off_track;
}

void add_figures(Verdict& verdict, const DriveFigures& figures, double period_s, bool on_road) {
    const auto count = static_cast<double>(figures.periods);
    verdict.figures.push_back({"periods", count});
    verdict.figures.push_back({"energy_kj", figures.energy_j * 0.001});
    verdict.figures.push_back({"steering_effort_turns", figures.steering_turns});
    verdict.figures.push_back(
        {"rms_jerk_mps3",
         figures.periods > 1 ? std::sqrt(figures.jerk_square_sum / (count - 1.0)) : 0.0});
    verdict.figures.push_back({"largest_jerk_mps3", figures.largest_jerk_mps3});
    if (!on_road) return;
    verdict.figures.push_back(
        {"off_track_s", static_cast<double>(figures.off_track_periods) * period_s});
    verdict.figures.push_back({"cut_corners", static_cast<double>(figures.cut_corners)});
}

}  // namespace ghostcar::model
