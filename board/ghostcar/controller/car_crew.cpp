// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/controller/car_crew.h"

#include <utility>

namespace ghostcar::board {

CarCrew::CarCrew(const Configuration& configuration)
    : controllers_(configuration.car_controllers), first_(configuration.world.initial_cars()) {
    const model::ViewMaker views(*configuration.world.road(), configuration.view_goal);
    std::vector<rt_core::ControllerPort*> ports;
    for (const CarController& controller : controllers_) {
        wirings_.push_back(std::make_unique<ControllerWiring>(
            controller.config, views.of_car(controller.car), ControllerWiring::Unusable::stands));
        ports.push_back(&wirings_.back()->port());
    }
    wires_.emplace(std::move(ports));
}

bool CarCrew::begin(const StopSignals& signals) {
    for (const std::unique_ptr<ControllerWiring>& wiring : wirings_)
        if (!wiring->begin(first_, signals)) return false;
    return true;
}

void CarCrew::close() noexcept {
    for (const std::unique_ptr<ControllerWiring>& wiring : wirings_) wiring->close();
}

std::vector<const rt_core::ControllerFigures*> CarCrew::figures() const {
    std::vector<const rt_core::ControllerFigures*> figures;
    for (const std::unique_ptr<ControllerWiring>& wiring : wirings_)
        figures.push_back(&wiring->figures());
    return figures;
}

std::vector<CarNote> CarCrew::notes(std::span<const model::RoadCarState> cars) const {
    std::vector<CarNote> notes(cars.size());
    for (std::size_t i = 0; i < wirings_.size(); ++i) {
        const std::size_t car = controllers_[i].car;
        notes[car] = {wirings_[i]->json(), wirings_[i]->words(cars[car].out),
                      wirings_[i]->trouble()};
    }
    return notes;
}

}  // namespace ghostcar::board
