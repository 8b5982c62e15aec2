// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/bus_tools.h"

#include <array>
#include <utility>

#include "can_bridge/fault/fault_config.h"
#include "can_bridge/transport/open_transport.h"

namespace ghostcar::can_bridge {
namespace {

/// The interface on which the kernel's ISO-TP serves; "" when our own does.
std::string kernel_interface(IsoTp wish, const std::string& channel, bool has_faults,
                             model::TableReader& table) {
    const bool is_possible = is_interface(channel) && kernel_has_iso_tp();
    if (wish == IsoTp::kernel && !is_possible)
        table.fail("iso_tp", "the kernel has no ISO-TP for the channel \"" + channel + "\"",
                   "load it with `modprobe can-isotp`, or write \"own\"");
    if (wish == IsoTp::kernel) return channel;
    return wish == IsoTp::where_present && is_possible && !has_faults ? channel : std::string();
}

/// A request that is a message as well, or an answer with the id of a message, serves neither.
void check_owners(const DiagnosticsConfig& config, std::uint32_t bus, const SessionNames& names,
                  model::TableReader& table) {
    const DiagnosticAddress& address = config.address;
    const std::array<std::pair<const char*, std::uint32_t>, 3> ids{
        {{"functional_id", address.functional_id},
         {"request_id", address.request_id},
         {"response_id", address.response_id}}};
    for (const auto& [key, id] : ids)
        if (const auto owner = names.find_owner(bus, id, address.is_extended))
            table.fail(
                table.has(key) ? key : "",
                "id " + std::to_string(id) + " has two owners: " + key +
                    " of the diagnostics and " + *owner,
                "give one of them another id, or leave the message out of `hears` or `says`");
}

}  // namespace

void BusToolsConfig::skip(model::TableReader& can) {
    static_cast<void>(can.tables_if("fault"));
    for (const char* key : {"stimulus", "log", "diagnostics"}) static_cast<void>(can.table_if(key));
}

BusToolsConfig BusToolsConfig::from_toml(model::TableReader& can, const SessionNames& names) {
    BusToolsConfig config;
    config.faults = fault::faults_from_toml(can, names);
    if (std::optional<model::TableReader> table = can.table_if("stimulus")) {
        const std::string path = table->text("file");
        table->finish();
        config.stimulus = stimulus::StimulusFile::parse(names.read_file(path), path);
        stimulus::add_faults(*config.stimulus, names, config.faults);
        // Its channels are tried out now: a mistake in them is told before anything is opened.
        fault::Engine engine(config.faults, 0);
        stimulus::StimulatedMessages messages;
        stimulus::SignalWatch watch;
        static_cast<void>(stimulus::Player(*config.stimulus, names, engine, messages, watch));
    }
    if (std::optional<model::TableReader> table = can.table_if("log"))
        config.log = BusLogConfig::from_toml(*table);
    if (std::optional<model::TableReader> table = can.table_if("diagnostics")) {
        config.diagnostics = DiagnosticsConfig::from_toml(*table);
        const std::optional<std::uint32_t> bus = names.find_bus(config.diagnostics->bus);
        if (!bus)
            table->fail("bus", "there is no bus \"" + config.diagnostics->bus + "\"",
                        "name one of [[can.bus]]");
        config.diagnostics_bus = *bus;
        check_owners(*config.diagnostics, *bus, names, *table);
        config.diagnostics->kernel_interface = kernel_interface(
            config.diagnostics->iso_tp, names.channel(*bus), !config.faults.empty(), *table);
        config.diagnostics->car.sources.buses = names.bus_count();
        config.diagnostics->car.sources.faults = config.faults.size();
    }
    return config;
}

BusTools::BusTools(const BusToolsConfig& config, const SessionNames& names, Bus& bus,
                   std::uint64_t seed, const std::filesystem::path& folder, std::int64_t start_ns)
    : engine_(config.faults, seed),
      logger_(config.log, folder, start_ns),
      log_room_(logger_),
      has_log_(!config.log.formats.empty()) {
    if (config.stimulus) player_.emplace(*config.stimulus, names, engine_, messages_, watch_);
    if (config.diagnostics) diagnostics_.emplace(*config.diagnostics, config.diagnostics_bus);
    // What an ECU would have sent comes first, then the faults; a tester's silence is the last
    // word.
    if (messages_.size() > 0) bus.add(messages_);
    if (engine_.size() > 0) bus.add(engine_);
    for (const fault::Engine::SentId& id : engine_.sent_ids())
        bus.allow(id.bus, id.id, id.is_extended);
    if (!watch_.empty()) bus.add(watch_);
    if (has_log_) bus.add(logger_);
    if (diagnostics_) {
        bus.add(diagnostics_->gate());
        if (!config.diagnostics->uses_kernel()) bus.add(diagnostics_->link());
        diagnostics_->start();
    }
}

void BusTools::add_to(std::vector<rt_core::InputSource*>& sources,
                      std::vector<rt_core::OutputSink*>& sinks, Bus& bus) {
    if (engine_.size() > 0) sources.push_back(&engine_);
    sources.push_back(&bus);
    sinks.push_back(&bus);
    if (engine_.size() > 0) sinks.push_back(&engine_);
    if (player_) {
        sources.push_back(&*player_);
        sinks.push_back(&*player_);
    }
    if (diagnostics_) {
        sources.push_back(&*diagnostics_);
        sinks.push_back(&*diagnostics_);
    }
    if (has_log_) sinks.push_back(&log_room_);
}

void BusTools::close() {
    if (diagnostics_) diagnostics_->close();
    logger_.close();
}

}  // namespace ghostcar::can_bridge
