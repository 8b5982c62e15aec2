// SPDX-License-Identifier: Apache-2.0
#include "rt_core/controller/car_controllers.h"

#include <algorithm>
#include <utility>

#include "rt_core/fault_table.h"

namespace ghostcar::rt_core {

using model::CarOut;

CarOut failure_of(FaultBits faults) noexcept {
    if ((faults & fault_controller_value) != 0) return CarOut::controller_value;
    if ((faults & fault_controller_ended) != 0) return CarOut::controller_ended;
    if ((faults & fault_controller_silent) != 0) return CarOut::controller_silent;
    return CarOut::no;
}

CarControllers::CarControllers(std::vector<ControllerPort*> ports)
    : ports_(std::move(ports)), failures_(ports_.size(), CarOut::no) {}

void CarControllers::latch(std::int64_t /*tick*/, Inputs& inputs) noexcept {
    if (inputs.command.kind == CommandKind::reset)
        std::fill(failures_.begin(), failures_.end(), CarOut::no);
}

void CarControllers::latch_cars(std::int64_t tick, std::span<model::CarInputs> own) noexcept {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        Inputs inputs;
        ports_[i]->latch(tick, inputs);
        if (failures_[i] == CarOut::no) failures_[i] = failure_of(inputs.faults);
        own[i] = {inputs.controls, failures_[i]};
    }
}

void CarControllers::publish_cars(std::int64_t tick,
                                  std::span<const model::RoadCarState> cars) noexcept {
    for (ControllerPort* port : ports_) port->publish_cars(tick, cars);
}

void CarControllers::publish(const Inputs& inputs, const State& state,
                             std::uint64_t state_hash) noexcept {
    for (std::size_t i = 0; i < ports_.size(); ++i)
        if (failures_[i] == CarOut::no) ports_[i]->publish(inputs, state, state_hash);
}

void CarControllers::await() noexcept {
    for (std::size_t i = 0; i < ports_.size(); ++i)
        if (failures_[i] == CarOut::no) ports_[i]->await();
}

}  // namespace ghostcar::rt_core
