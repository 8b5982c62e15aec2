// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "can_bridge/session/can_config.h"
#include "can_bridge/session_names.h"

namespace ghostcar::can_bridge {

/// The names of a session whose [can] table is understood.
class ConfiguredNames final : public SessionNames {
public:
    using ReadFile = std::function<std::string(const std::string& path)>;

    /// `config` must outlive it.
    ConfiguredNames(const CanConfig& config, ReadFile read_file)
        : config_(config), read_file_(std::move(read_file)) {}

    [[nodiscard]] std::optional<std::uint32_t> find_bus(std::string_view name) const override;
    [[nodiscard]] std::optional<MessagePlace> find_message(std::uint32_t bus,
                                                           std::string_view name) const override;
    [[nodiscard]] std::optional<std::size_t> find_received(std::string_view name) const override;
    [[nodiscard]] std::optional<std::string> find_owner(std::uint32_t bus, std::uint32_t id,
                                                        bool is_extended) const override;
    [[nodiscard]] std::uint32_t bus_count() const override {
        return static_cast<std::uint32_t>(config_.buses.size());
    }
    [[nodiscard]] BitRates rates(std::uint32_t bus) const override {
        return config_.buses.at(bus).rates;
    }
    [[nodiscard]] std::string channel(std::uint32_t bus) const override {
        return config_.buses.at(bus).channel;
    }
    [[nodiscard]] std::string read_file(const std::string& path) const override {
        return read_file_(path);
    }

private:
    const CanConfig& config_;
    ReadFile read_file_;
};

}  // namespace ghostcar::can_bridge
