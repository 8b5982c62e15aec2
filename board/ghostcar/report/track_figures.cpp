// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/track_figures.h"

#include <functional>
#include <utility>

#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/track/track_picture.h"
#include "rt_core/state.h"

namespace ghostcar::board {
namespace {

using v1::RoadCar;

constexpr double degrees_per_rad = 57.29577951308232;

PlotPanel panel_of(const CarRecords& cars, const char* title, const char* unit, const char* colour,
                   const std::function<double(const RoadCar&)>& value) {
    PlotPanel panel;
    panel.title = title;
    panel.unit = unit;
    PlotSeries series{title, colour, LineStyle::solid, {}};
    for (const RoadCar& car : cars)
        if (car.index() == 0)
            series.points.push_back(
                {static_cast<double>(car.tick()) * rt_core::tick_s, value(car)});
    panel.series.push_back(std::move(series));
    return panel;
}

}  // namespace

std::string paths_figure(const model::Track& track, const CarRecords& cars) {
    std::vector<DrivenPath> paths;
    for (const RoadCar& car : cars) {
        if (car.index() >= paths.size()) paths.resize(car.index() + 1);
        paths[car.index()].points.push_back({car.x_m(), car.y_m()});
    }
    return html_figure(html_picture(track_picture(track, paths), "The track and the cars' paths"),
                       "Where the cars drove; the first car in red.");
}

std::string handling_figure(const CarRecords& cars) {
    Plot plot;
    plot.description = "Distance from the centre line, steering and lateral acceleration over time";
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.panels = {
        panel_of(cars, "Left of the centre line", "m", "speed",
                 [](const RoadCar& car) { return car.offset_m(); }),
        panel_of(cars, "Road-wheel angle", "°", "clutch",
                 [](const RoadCar& car) { return car.road_wheel_angle_rad() * degrees_per_rad; }),
        panel_of(cars, "Lateral acceleration", "m/s²", "engine",
                 [](const RoadCar& car) { return car.forward_mps() * car.yaw_rate_radps(); }),
        panel_of(cars, "Damage", "", "brake", [](const RoadCar& car) { return car.damage(); })};
    return html_figure(svg_plot(plot), "How the first car drove. Left turns are positive.");
}

}  // namespace ghostcar::board
