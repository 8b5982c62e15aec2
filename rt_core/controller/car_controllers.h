// SPDX-License-Identifier: Apache-2.0
// The wires of cars that have a controller of their own: a port for each, and what it says becomes
// that car's CarInputs. A controller that fails takes its car out, and no other.
#pragma once

#include <span>
#include <vector>

#include "rt_core/controller/controller_port.h"

namespace ghostcar::rt_core {

class CarControllers final : public InputSource, public OutputSink, public AwaitedSource {
public:
    /// In the order of their cars. The ports must outlive it.
    explicit CarControllers(std::vector<ControllerPort*> ports);

    /// Writes nothing, but sees a reset: to be latched after the operator's sources.
    void latch(std::int64_t tick, Inputs& inputs) noexcept override;
    void latch_cars(std::int64_t tick, std::span<model::CarInputs> own) noexcept override;
    void publish_cars(std::int64_t tick,
                      std::span<const model::RoadCarState> cars) noexcept override;
    void publish(const Inputs& inputs, const State& state,
                 std::uint64_t state_hash) noexcept override;
    /// They have all been asked by then, so they think at the same time.
    void await() noexcept override;

private:
    std::vector<ControllerPort*> ports_;
    std::vector<model::CarOut> failures_;  // stay until a reset
};

/// What a controller's fault means for its car.
[[nodiscard]] model::CarOut failure_of(FaultBits faults) noexcept;

}  // namespace ghostcar::rt_core
