// SPDX-License-Identifier: Apache-2.0
// The controllers of a session in which several cars have one of their own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/ghostcar/controller/controller_wiring.h"
#include "rt_core/controller/car_controllers.h"

namespace ghostcar::board {

class CarCrew {
public:
    /// Starts every car's controller. One that cannot be used leaves its own car standing. The
    /// configuration must outlive it.
    explicit CarCrew(const Configuration& configuration);

    /// Shows everybody the first view. False: somebody wants the program to end meanwhile.
    [[nodiscard]] bool begin(const StopSignals& signals);

    [[nodiscard]] rt_core::CarControllers& wires() noexcept { return *wires_; }

    /// Ends whatever was started; nothing stays behind.
    void close() noexcept;

    /// Of every controller, in the order of their cars.
    [[nodiscard]] std::vector<const rt_core::ControllerFigures*> figures() const;

    /// By car, as they ended in `cars`: what there is to say of its controller.
    [[nodiscard]] std::vector<CarNote> notes(std::span<const model::RoadCarState> cars) const;

private:
    const std::vector<CarController>& controllers_;
    std::vector<model::RoadCarState> first_;  // the cars as they begin
    std::vector<std::unique_ptr<ControllerWiring>> wirings_;
    std::optional<rt_core::CarControllers> wires_;
};

}  // namespace ghostcar::board
