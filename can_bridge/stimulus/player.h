// SPDX-License-Identifier: Apache-2.0
// Plays a stimulus file: its rows set controls, signals and faults in their ticks, and its
// expectations are held against what comes of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "can_bridge/fault/engine.h"
#include "can_bridge/session_names.h"
#include "can_bridge/stimulus/expectation.h"
#include "can_bridge/stimulus/signal_watch.h"
#include "can_bridge/stimulus/stimulated_message.h"
#include "can_bridge/stimulus/stimulus_file.h"
#include "rt_core/ports.h"

namespace ghostcar::can_bridge::stimulus {

/// Adds a fault `stuck` for every signal that the file faults and the session does not name itself.
void add_faults(const StimulusFile& file, const SessionNames& names,
                std::vector<fault::Fault>& faults);

class Player final : public rt_core::InputSource, public rt_core::OutputSink {
public:
    /// `engine` has the faults of add_faults. Throws model::ConfigError for channels that do not
    /// exist. What is passed must outlive the player.
    Player(StimulusFile file, const SessionNames& names, fault::Engine& engine,
           StimulatedMessages& messages, SignalWatch& watch);

    /// Sets the controls that have a column; what is on a bus is already set.
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    /// Expectations of this tick, then the row of the next one. It comes behind the bus and the
    /// faults.
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    [[nodiscard]] std::span<const Expectation> expectations() const noexcept {
        return expectations_;
    }

private:
    enum class Target : std::uint8_t {
        nothing,
        control,
        signal,
        fault_state,
        fault_value,
        control_fault_state,  // of a control that is held at the fault's value
        control_fault_value
    };
    struct Control {
        std::string_view name;
        void (*set)(model::Controls& controls, double value) noexcept;
    };
    static const std::array<Control, 6> controls;
    /// Where the cells of a column go.
    struct Sink {
        Target target = Target::nothing;
        std::size_t index = 0;    // of the control, the message or the fault
        std::size_t partner = 0;  // of a fault's state: the column of its value
        std::optional<SignalCodec> codec;
        double value = 0.0;
        bool is_set = false;
    };
    struct Source {
        double (*read)(const rt_core::State& state) noexcept = nullptr;
        std::optional<std::size_t> message;  // without a function: a received message's status, …
        std::size_t watched = 0;             // … or a signal of the watch
    };
    [[nodiscard]] double read(const Source& source, const rt_core::State& state) const noexcept;

    void add_stimulus(std::size_t index, const SessionNames& names);
    [[nodiscard]] static std::optional<std::size_t> find_control(std::string_view name);
    void check_control(std::size_t column) const;
    [[nodiscard]] std::size_t message_of(const SignalPlace& place, const Column& column);
    void add_expectation(std::size_t index, const SessionNames& names, SignalWatch& watch);
    [[nodiscard]] Sink fault_sink(std::size_t index) const;
    void play(std::int64_t driving_tick) noexcept;
    void apply(const Row& row) noexcept;

    StimulusFile file_;
    fault::Engine& engine_;
    StimulatedMessages& messages_;
    const SignalWatch& watch_;
    std::vector<Sink> sinks_;  // one for each column
    std::vector<Expectation> expectations_;
    std::vector<Source> sources_;  // one for each expectation
    std::size_t next_row_ = 0;
    std::int64_t played_ = -1;  // the last tick of driving whose rows were applied
};

}  // namespace ghostcar::can_bridge::stimulus
