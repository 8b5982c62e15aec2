// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/can_session.h"

#include <array>
#include <iostream>
#include <string_view>
#include <utility>

#include "can_bridge/transport/can_link.h"
#include "can_bridge/transport/can_restart.h"
#include "can_bridge/transport/open_transport.h"

namespace ghostcar::board {
namespace {

using can_bridge::BusConfig;

can_bridge::TransportWish wish_of(const BusConfig& bus, std::size_t index,
                                  const can_bridge::BusToolsConfig& tools) {
    can_bridge::TransportWish wish;
    wish.channel = bus.channel;
    wish.deadline_ns = bus.deadline_ns;
    // Our own ids too: to see that they are sent, and whether somebody else sends them.
    for (const can_bridge::PlannedReceive& receive : bus.receives)
        wish.receive.push_back({receive.name.id, receive.name.is_extended});
    for (const can_bridge::PlannedSend& send : bus.sends) {
        wish.receive.push_back({send.name.id, send.name.is_extended});
        wish.sends_fd = wish.sends_fd || send.shape.is_fd;
    }
    wish.receive_all = tools.hears_all();
    if (tools.diagnostics && !tools.diagnostics->uses_kernel() && tools.diagnostics_bus == index) {
        const can_bridge::DiagnosticAddress& address = tools.diagnostics->address;
        for (const std::uint32_t id :
             {address.functional_id, address.request_id, address.response_id})
            wish.receive.push_back({id, address.is_extended});
        wish.segments.push_back({address.response_id, address.is_extended});
    }
    return wish;
}

double wheel_radius_m(const model::World& world) {
    return world.road() != nullptr ? world.road()->cars().front().car.parameters().wheel_radius_m
                                   : world.longitudinal()->parameters().wheel_radius_m;
}

constexpr std::array<std::string_view, 4> status_words{"ok", "lagging", "invalid", "timed-out"};
constexpr std::array<std::string_view, 4> wire_words{"active", "troubled", "bus-off", "down"};

}  // namespace

CanSession::CanSession(const Configuration& configuration, const rt_core::Pace& pace,
                       const can_bridge::BusToolsConfig& tools)
    : config_(*configuration.can) {
    if (pace.fast && !config_.is_without_wires())
        throw UsageError(
            "--pace fast: a bus has only one pace; run in real time, or with "
            "--set 'can.bus.0.channel=\"none\"'");
    std::vector<std::unique_ptr<can_bridge::Transport>> transports;
    for (const BusConfig& bus : config_.buses) {
        try {
            transports.push_back(
                can_bridge::open_transport(wish_of(bus, transports.size(), tools)));
        } catch (const std::runtime_error& error) {
            throw UsageError(configuration.source.session.path + ": bus \"" + bus.name +
                             "\", channel \"" + bus.channel + "\": " + error.what());
        }
    }
    for (const std::string& warning : config_.warnings)
        std::cerr << "ghostcar: " << warning << "\n";
    bus_ = std::make_unique<can_bridge::Bus>(config_, std::move(transports),
                                             wheel_radius_m(configuration.world));
}

Json CanSession::result(std::uint64_t status) const {
    Json buses = Json::array();
    std::size_t message = 0;
    for (std::size_t index = 0; index < config_.buses.size(); ++index) {
        const BusConfig& bus = config_.buses[index];
        const can_bridge::BusCounts& counts = bus_->counts(index);
        const can_bridge::TransportCounts transport = bus_->transport_counts(index);
        const can_bridge::ErrorCounts& errors = bus_->error_counts(index);
        Json messages = Json::array();
        for (std::size_t number = 0; number < bus.receives.size(); ++number) {
            const can_bridge::ReceiveCounts& received = bus_->receive_counts(index, number);
            const auto word =
                static_cast<std::size_t>(can_bridge::message_status(status, message++));
            messages.push_back({{"message", bus.receives[number].name.name},
                                {"status", status_words[word]},
                                {"frames", received.frames},
                                {"wrong_length", received.wrong_length},
                                {"wrong_checksum", received.wrong_checksum},
                                {"repeated", received.repeated},
                                {"wrong_sequence", received.wrong_sequence},
                                {"rejected_signals", received.rejected_signals},
                                {"timeouts", received.timeouts}});
        }
        const auto wire = static_cast<std::size_t>(can_bridge::wire_state(status, index));
        buses.push_back({{"name", bus.name},
                         {"channel", bus.channel},
                         {"state", wire_words[wire]},
                         {"load_computed_pct", bus.computed_load * 100.0},
                         {"load_largest_pct", counts.largest_load * 100.0},
                         {"received", counts.received},
                         {"sent", counts.sent},
                         {"not_sent", counts.not_sent},
                         {"not_allowed", counts.not_allowed},
                         {"foreign_senders", counts.foreign},
                         {"dropped", transport.dropped},
                         {"malformed", transport.malformed},
                         {"own", transport.own},
                         {"refused", transport.refused},
                         {"stale", transport.stale},
                         {"lost", transport.lost},
                         {"error_frames", errors.error_frames},
                         {"bus_offs", errors.bus_offs},
                         {"largest_tec", errors.largest_transmit_errors},
                         {"largest_rec", errors.largest_receive_errors},
                         {"restarts_refused", transport.restarts_refused},
                         {"messages", messages}});
        if (transport.restarts_refused > 0)
            buses.back()["restart_refusal"] =
                can_bridge::restart_refusal(transport.restart_error, bus.channel);
        if (transport.link_error != 0)
            buses.back()["link_refusal"] =
                can_bridge::link_refusal(transport.link_error, bus.channel);
    }
    return buses;
}

}  // namespace ghostcar::board
