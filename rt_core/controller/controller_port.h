// SPDX-License-Identifier: Apache-2.0
// The wire of whoever drives a car on a track: shows them the State of running tick k·P, and lets
// their command take effect at running tick k·P + L, in every pace. An answer that comes later is
// missed, and the last command stays. What the wall clock has to do with it (who was late, who
// has died) enters as Inputs, so a recording replays without the controller.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "model/driver/controller/builtin.h"
#include "model/driver/controller/command.h"
#include "model/driver/controller/view.h"
#include "rt_core/controller/controller_timing.h"
#include "rt_core/controller/exchange.h"
#include "rt_core/histogram.h"
#include "rt_core/ports.h"

namespace ghostcar::rt_core {

/// So long a controller may leave every question unanswered: of simulation time where time goes on
/// meanwhile, of wall time where the loop waits.
constexpr std::int64_t controller_patience_ticks = 2000;
constexpr std::int64_t controller_patience_ns = 2'000'000'000;

/// What the wire counts: written by the loop, the counts readable by everyone at any time.
struct ControllerFigures {
    std::atomic<std::int64_t> periods{0};
    std::atomic<std::int64_t> missed{0};
    std::atomic<std::int64_t> clamped{0};  // values that were out of range
    Histogram spend;                       // time in the controller's own code
    // To be read when the loop has ended:
    std::string_view not_a_number;  // the value that was none: "steer"
    bool infinite = false;          // it was infinite, not NaN
};

class ControllerPort final : public InputSource, public OutputSink, public AwaitedSource {
public:
    /// `ended` becomes true when nobody is left to answer. `builtin` answers inside the tick;
    /// nullptr: somebody at the other end of the exchange does. All must outlive the port.
    ControllerPort(const ControllerTiming& timing, const model::ViewMaker& views,
                   Exchange& exchange, const std::atomic<bool>& ended,
                   const model::BuiltinEntry* builtin);

    /// Before the first tick: shows the cars as they begin, and waits for an answer.
    void begin(std::span<const model::RoadCarState> cars);

    void latch(std::int64_t tick, Inputs& inputs) noexcept override;
    void publish_cars(std::int64_t tick,
                      std::span<const model::RoadCarState> cars) noexcept override;
    void publish(const Inputs& inputs, const State& state,
                 std::uint64_t state_hash) noexcept override;
    void await() noexcept override;

    [[nodiscard]] const ControllerFigures& figures() const noexcept { return figures_; }

private:
    [[nodiscard]] bool due() const noexcept { return due_ == running_ticks_ + 1; }
    void ask() noexcept;
    void ask_builtin() noexcept;
    void wait_for_answer() noexcept;
    [[nodiscard]] bool answer(Answer& answer) noexcept;
    void add_spend(std::int64_t spend_ns) noexcept;
    [[nodiscard]] FaultBits take() noexcept;
    [[nodiscard]] FaultBits miss() noexcept;

    ControllerTiming timing_;
    const model::ViewMaker& views_;
    Asker asker_;
    const std::atomic<bool>& ended_;
    std::unique_ptr<model::BuiltinController> builtin_;
    GhostcarView builtin_view_{};
    Answer builtin_answer_;
    std::span<const model::RoadCarState> cars_;
    model::Controls controls_;
    std::uint64_t finish_ = 0;
    std::int64_t running_ticks_ = 0;    // of the State shown last
    std::int64_t due_ = 0;              // running tick at which the answer takes effect; 0: none
    std::int64_t missed_in_a_row_ = 0;  // without a word, not even a late one
    bool waited_in_vain_ = false;
    ControllerFigures figures_;
};

}  // namespace ghostcar::rt_core
