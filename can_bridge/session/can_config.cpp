// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/can_config.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "can_bridge/session/message_reader.h"
#include "can_bridge/session/phase_plan.h"
#include "model/config/nearest.h"

namespace ghostcar::can_bridge {
namespace {

using model::Range;
using model::TableReader;

/// Of all messages that a mapping knows, those that the bus's list wants; all without a list.
class Selection {
public:
    Selection(TableReader& bus, const char* key) : bus_(bus), key_(key) {
        wanted_ = bus.texts_if(key);
        is_given_ = bus.has(key);
    }

    [[nodiscard]] bool wants(const std::string& name) {
        known_.push_back(name);
        return !is_given_ || std::find(wanted_.begin(), wanted_.end(), name) != wanted_.end();
    }
    void finish() const {
        for (const std::string& name : wanted_)
            if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
                const std::string best = model::nearest(name, known_);
                bus_.fail(key_, "the mapping has no message \"" + name + "\" there",
                          best.empty() ? "check its spelling" : "did you mean \"" + best + "\"?");
            }
    }

private:
    TableReader& bus_;
    const char* key_;
    bool is_given_ = false;
    std::vector<std::string> wanted_;
    std::vector<std::string> known_;
};

/// Reads dbc, receive and send of `mapping`: the bus's own table, or a mapping file.
void read_messages(TableReader& mapping, TableReader& bus_table, BusConfig& bus,
                   const CanFiles& files) {
    bus.database = files.dbc(mapping.text("dbc"));
    Selection hears(bus_table, "hears");
    Selection says(bus_table, "says");
    for (TableReader& table : mapping.tables_if("receive"))
        if (PlannedReceive planned = read_receive(table, bus.database);
            hears.wants(planned.name.name))
            bus.receives.push_back(std::move(planned));
    for (TableReader& table : mapping.tables_if("send"))
        if (PlannedSend planned = read_send(table, bus.database); says.wants(planned.name.name))
            bus.sends.push_back(std::move(planned));
    hears.finish();
    says.finish();
}

void check_owners(const TableReader& bus_table, const BusConfig& bus) {
    std::map<std::pair<std::uint32_t, bool>, std::string> owners;
    const auto claim = [&](const MessageName& name, const std::string& who) {
        const auto [place, is_new] = owners.insert({{name.id, name.is_extended}, who});
        if (!is_new)
            bus_table.fail("",
                           "id " + std::to_string(name.id) + " has two owners: " + place->second +
                               " and " + who,
                           "give one of them another id, or leave it out of `hears` or `says`");
    };
    for (const PlannedReceive& receive : bus.receives)
        claim(receive.name, receive.name.name + " (received)");
    for (const PlannedSend& send : bus.sends) claim(send.name, send.name.name + " (sent)");
}

/// Two messages that set one control would take turns at every tick. Across all buses.
void check_controls(const TableReader& bus_table, const BusConfig& bus,
                    std::map<std::string_view, std::string>& owners) {
    for (const PlannedReceive& receive : bus.receives)
        for (const ReceivedSignal& signal : receive.contract.signals) {
            const std::string who = receive.name.name + " of bus \"" + bus.name + "\"";
            const auto [place, is_new] = owners.insert({signal.target->name, who});
            if (!is_new)
                bus_table.fail("",
                               "the control " + std::string(signal.target->name) +
                                   " has two owners: " + place->second + " and " + who,
                               "leave one of them out of `signals` or `hears`");
        }
}

void spread(BusConfig& bus) {
    std::vector<PlannedCycle> cycles;
    for (const PlannedSend& send : bus.sends) {
        PlannedCycle cycle{
            send.config.cycle_ticks, longest_frame_time_s(send.shape, bus.rates), {}};
        if (send.config.phase_ticks >= 0) cycle.phase_ticks = send.config.phase_ticks;
        cycles.push_back(cycle);
    }
    const std::vector<std::int64_t> phases = spread_phases(cycles);
    for (std::size_t index = 0; index < phases.size(); ++index)
        bus.sends[index].config.phase_ticks = phases[index];
}

/// The only bound that holds for frames on a change: as often as the minimum delay lets them. A
/// cyclic frame counts as one of them, and keeps the next one as far away.
double shortest_cycle_ms(const SentMessageConfig& config) {
    const auto cycle = static_cast<double>(config.cycle_ticks);
    if (!config.on_change) return cycle;
    const auto delay = static_cast<double>(config.minimum_delay_ticks);
    if (config.cycle_ticks == 0) return delay;
    const std::int64_t in_a_cycle =
        (config.cycle_ticks + config.minimum_delay_ticks - 1) / config.minimum_delay_ticks;
    return cycle / static_cast<double>(in_a_cycle);
}

double load_of(const BusConfig& bus) {
    std::vector<CyclicFrame> frames;
    for (const PlannedSend& send : bus.sends)
        frames.push_back({send.shape, shortest_cycle_ms(send.config)});
    for (const PlannedReceive& receive : bus.receives)
        frames.push_back({{receive.contract.length, receive.name.is_extended,
                           receive.contract.length > largest_classic_length,
                           receive.contract.length > largest_classic_length},
                          static_cast<double>(receive.contract.cycle_ticks)});
    return bus_load(frames, bus.rates);
}

BusConfig read_bus(TableReader& table, const CanFiles& files) {
    BusConfig bus;
    bus.name = table.text("name");
    bus.channel = table.text("channel");
    bus.rates.nominal_bps = table.number("bit_rate_bps", Range::between(10'000.0, 1'000'000.0));
    bus.rates.data_bps =
        table.number_or("data_bit_rate_bps", 2'000'000.0, Range::between(10'000.0, 8'000'000.0));
    bus.load_limit = table.number_or("load_limit_pct", 70.0, Range::between(0.0, 100.0)) / 100.0;
    bus.deadline_ns = table.integer_or("tx_deadline_ms", 10, 1, 1000) * 1'000'000;
    if (table.has("mapping")) {
        const toml::table mapping_toml = files.mapping(table.text("mapping"));
        TableReader mapping(mapping_toml);
        read_messages(mapping, table, bus, files);
        mapping.finish();
    } else {
        read_messages(table, table, bus, files);
    }
    table.finish();
    check_owners(table, bus);
    bus.computed_load = load_of(bus);
    if (bus.computed_load > bus.load_limit)
        table.fail("load_limit_pct",
                   "the messages would take " + std::to_string(bus.computed_load * 100.0) +
                       " % of the bus, more than " + std::to_string(bus.load_limit * 100.0) + " %",
                   "send fewer or slower ones, or raise the limit");
    spread(bus);
    return bus;
}

constexpr std::array<std::pair<std::string_view, bool>, 2> losses{
    {{"substitute", false}, {"safe-state", true}}};

}  // namespace

bool CanConfig::has_receives() const noexcept {
    return std::any_of(buses.begin(), buses.end(),
                       [](const BusConfig& bus) { return !bus.receives.empty(); });
}

bool CanConfig::is_without_wires() const noexcept {
    return std::all_of(buses.begin(), buses.end(),
                       [](const BusConfig& bus) { return bus.channel == "none"; });
}

CanConfig can_config_from(TableReader& can, const CanFiles& files) {
    CanConfig config;
    if (can.has("on_loss")) config.loss_is_safe_state = can.choice("on_loss", losses);
    config.start_wait_ticks = can.integer_or("start_wait_s", 30, 0, 86'400) * 1000;
    std::size_t received = 0;
    std::map<std::string_view, std::string> controls;
    for (TableReader& table : can.tables("bus")) {
        BusConfig bus = read_bus(table, files);
        for (const BusConfig& other : config.buses) {
            if (other.name == bus.name)
                table.fail("name", "two buses are called \"" + bus.name + "\"", "rename one");
            if (other.channel == bus.channel && bus.channel != "none")
                table.fail("channel",
                           "\"" + bus.channel + "\" is bus \"" + other.name + "\" already",
                           "use another channel");
        }
        check_controls(table, bus, controls);
        received += bus.receives.size();
        if (received > largest_received_messages)
            table.fail("", "the session receives " + std::to_string(received) + " messages",
                       "at most " + std::to_string(largest_received_messages) + " are possible");
        for (const std::string& warning : bus.database.warnings) config.warnings.push_back(warning);
        config.buses.push_back(std::move(bus));
    }
    if (config.buses.size() > largest_buses)
        can.fail("bus", "found " + std::to_string(config.buses.size()) + " buses",
                 "at most " + std::to_string(largest_buses) + " are possible");
    can.finish();
    return config;
}

}  // namespace ghostcar::can_bridge
