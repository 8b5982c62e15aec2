// SPDX-License-Identifier: Apache-2.0
// The [can] table of a session and the mapping files it names, understood: which buses, which
// messages on them, how each signal meets the car. Nothing is opened or sent here.
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "can_bridge/bus_load.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/session/received_message.h"
#include "can_bridge/session/sent_message.h"
#include "model/config/table_reader.h"

namespace ghostcar::can_bridge {

/// What names a message on a bus.
struct MessageName {
    std::string name;
    std::uint32_t id = 0;
    bool is_extended = false;
};

struct PlannedReceive {
    MessageName name;
    ReceiveContract contract;
    MessageCodec codec;
};

struct PlannedSend {
    MessageName name;
    SentMessageConfig config;
    FrameShape shape;
};

struct BusConfig {
    std::string name;
    std::string channel;  // can0, vcan0, desk, none …
    BitRates rates;
    double load_limit = 0.0;     // share
    double computed_load = 0.0;  // of what is sent and expected
    std::int64_t deadline_ns = 0;
    dbc::Database database;
    std::vector<PlannedReceive> receives;
    std::vector<PlannedSend> sends;
};

struct CanConfig {
    std::vector<BusConfig> buses;
    bool loss_is_safe_state = false;    // otherwise substitutes drive on
    std::int64_t start_wait_ticks = 0;  // for the first frames; 0: for ever
    std::vector<std::string> warnings;  // of the DBC files

    [[nodiscard]] bool empty() const noexcept { return buses.empty(); }
    /// Somebody on a bus can drive.
    [[nodiscard]] bool has_receives() const noexcept;
    /// Every bus is "none": such a session runs at any pace.
    [[nodiscard]] bool is_without_wires() const noexcept;
};

/// Gets the files that a [can] table names.
struct CanFiles {
    std::function<toml::table(const std::string& name)> mapping;
    std::function<dbc::Database(const std::string& name)> dbc;
};

/// Reads the table to its end. Throws ConfigError.
[[nodiscard]] CanConfig can_config_from(model::TableReader& can, const CanFiles& files);

}  // namespace ghostcar::can_bridge
