// SPDX-License-Identifier: Apache-2.0
// What an ECU tester adds to a bus: faults, a stimulus file, logs, diagnostics. Each is optional;
// each stands where bus_ports.h says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "can_bridge/bus.h"
#include "can_bridge/diagnostics/diagnostic_service.h"
#include "can_bridge/fault/engine.h"
#include "can_bridge/log/bus_logger.h"
#include "can_bridge/session_names.h"
#include "can_bridge/stimulus/player.h"
#include "can_bridge/stimulus/stimulus_file.h"
#include "model/config/table_reader.h"

namespace ghostcar::can_bridge {

/// Of the tables [[can.fault]], [can.stimulus], [can.log] and [can.diagnostics].
struct BusToolsConfig {
    std::vector<fault::Fault> faults;  // those of the stimulus file included
    std::optional<stimulus::StimulusFile> stimulus;
    BusLogConfig log;
    std::optional<DiagnosticsConfig> diagnostics;
    std::uint32_t diagnostics_bus = 0;

    /// Reads its tables out of [can] and leaves the others alone. Throws model::ConfigError.
    static BusToolsConfig from_toml(model::TableReader& can, const SessionNames& names);
    /// A log wants every frame, and so does an expectation on a signal.
    [[nodiscard]] bool hears_all() const noexcept {
        return !log.formats.empty() || stimulus.has_value();
    }
    /// Tells `can`, whose other tables somebody else reads, that these are known.
    static void skip(model::TableReader& can);
};

class BusTools {
public:
    /// Puts them on the bus, which they must outlive. `names` is looked at only here. Logs go into
    /// `folder`; `start_ns` since 1970 is the time of tick 0. Throws std::runtime_error.
    BusTools(const BusToolsConfig& config, const SessionNames& names, Bus& bus, std::uint64_t seed,
             const std::filesystem::path& folder, std::int64_t start_ns);

    /// The order in the tick: faults before the bus, everything else behind it.
    void add_to(std::vector<rt_core::InputSource*>& sources,
                std::vector<rt_core::OutputSink*>& sinks, Bus& bus);

    /// After the last tick.
    void close();

    [[nodiscard]] const fault::Engine& faults() const noexcept { return engine_; }
    [[nodiscard]] const BusLogger& log() const noexcept { return logger_; }
    [[nodiscard]] const DiagnosticService* diagnostics() const noexcept {
        return diagnostics_ ? &*diagnostics_ : nullptr;
    }
    [[nodiscard]] std::span<const stimulus::Expectation> expectations() const noexcept {
        return player_ ? player_->expectations() : std::span<const stimulus::Expectation>();
    }

private:
    /// A fast run waits for the log's disk.
    class LogRoom final : public rt_core::OutputSink {
    public:
        explicit LogRoom(const BusLogger& logger) : logger_(logger) {}
        void publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& /*state*/,
                     std::uint64_t /*state_hash*/) noexcept override {}
        [[nodiscard]] bool has_room(std::size_t ticks) const noexcept override {
            return logger_.has_room(ticks);
        }

    private:
        const BusLogger& logger_;
    };

    fault::Engine engine_;
    stimulus::StimulatedMessages messages_;
    stimulus::SignalWatch watch_;
    std::optional<stimulus::Player> player_;
    BusLogger logger_;
    LogRoom log_room_;
    bool has_log_;
    std::optional<DiagnosticService> diagnostics_;
};

}  // namespace ghostcar::can_bridge
