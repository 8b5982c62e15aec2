// SPDX-License-Identifier: Apache-2.0
// The names of a small session with two buses, for tests.
#pragma once

#include <map>
#include <string>

#include "can_bridge/session_names.h"
#include "model/config/config_error.h"

namespace ghostcar::tests {

class SessionOfTest final : public can_bridge::SessionNames {
public:
    static constexpr const char* text =
        "BO_ 256 Pedals: 8 X\n"
        " SG_ Accelerator : 16|8@1+ (0.5,0) [0|100] \"%\" X\n"
        " SG_ Brake : 24|8@1+ (0.5,0) [0|100] \"%\" X\n"
        "BO_ 512 Engine: 8 X\n"
        " SG_ Speed : 0|16@1+ (0.25,0) [0|0] \"rpm\" X\n"
        " SG_ Long : 0|64@1+ (1,0) [0|0] \"\" X\n"
        "BO_ 768 Button: 1 X\n"
        " SG_ Pressed : 0|1@1+ (1,0) [0|1] \"\" X\n"
        "BA_DEF_ BO_ \"GenMsgCycleTime\" INT 0 10000;\n"
        "BA_DEF_ SG_ \"GenSigStartValue\" FLOAT 0 1000;\n"
        "BA_ \"GenMsgCycleTime\" BO_ 256 10;\n"
        "BA_ \"GenSigStartValue\" SG_ 256 Brake 7;\n";

    std::map<std::string, std::string> files;
    can_bridge::e2e::Protection protection =
        can_bridge::e2e::Profile1(0x100, can_bridge::e2e::DataIdMode::both);

    std::optional<std::uint32_t> find_bus(std::string_view name) const override {
        if (name.empty() || name == "body") return 0;
        return name == "engine" ? std::optional<std::uint32_t>(1) : std::nullopt;
    }
    std::optional<can_bridge::MessagePlace> find_message(std::uint32_t bus,
                                                         std::string_view name) const override {
        if (bus > 0) return std::nullopt;
        for (const can_bridge::dbc::Message& message : database_.messages)
            if (message.name == name)
                return can_bridge::MessagePlace{
                    bus,
                    &message,
                    name == "Pedals" ? std::optional(protection) : std::nullopt,
                    message.id,
                    message.is_extended,
                    message.cycle_time_ms.value_or(0.0)};
        return std::nullopt;
    }
    std::optional<std::size_t> find_received(std::string_view name) const override {
        return name == "Pedals" ? std::optional<std::size_t>(1) : std::nullopt;
    }
    std::optional<std::string> find_owner(std::uint32_t /*bus*/, std::uint32_t id,
                                          bool is_extended) const override {
        return id == 256 && !is_extended ? std::optional<std::string>("Pedals (received)")
                                         : std::nullopt;
    }
    std::uint32_t bus_count() const override { return 2; }
    can_bridge::BitRates rates(std::uint32_t /*bus*/) const override { return {}; }
    std::string channel(std::uint32_t /*bus*/) const override { return "desk"; }
    std::string read_file(const std::string& path) const override {
        const auto found = files.find(path);
        if (found == files.end()) throw model::ConfigError(path + ": no such file");
        return found->second;
    }

private:
    can_bridge::dbc::Database database_ = can_bridge::dbc::load(text, "test.dbc");
};

}  // namespace ghostcar::tests
