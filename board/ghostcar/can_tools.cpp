// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/can_tools.h"

#include <toml++/toml.h>

#include <chrono>
#include <utility>

#include "board/ghostcar/overrides.h"
#include "board/ghostcar/version.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;

/// At full accelerator, below the limiter: what 100 % of engine load are.
double largest_torque_nm(const model::World& world) {
    const model::EngineParameters& engine =
        world.road() != nullptr ? world.road()->cars().front().car.parameters().powertrain.engine
                                : world.longitudinal()->parameters().engine;
    double largest_nm = 0.0;
    for (double speed_radps = 0.0; speed_radps <= engine.limiter_hard_radps; speed_radps += 1.0)
        largest_nm = model::maximum(largest_nm, engine.torque_nm.at(speed_radps, 1.0));
    return largest_nm;
}

can_bridge::BusToolsConfig config_from(const Configuration& configuration,
                                       const can_bridge::SessionNames& names) {
    const RunSource& source = configuration.source;
    toml::table table = parse_toml(source.session.text, source.session.path);
    for (const std::string& text : source.overrides) apply_override(table, text);
    model::TableReader root(table);
    model::TableReader can = root.table("can");
    can_bridge::BusToolsConfig config = can_bridge::BusToolsConfig::from_toml(can, names);
    if (config.diagnostics) {
        can_bridge::LiveCarConfig& car = config.diagnostics->car;
        car.software_version = version;
        car.largest_torque_nm = largest_torque_nm(configuration.world);
        for (const can_bridge::BusConfig& bus : configuration.can->buses)
            car.sources.received_messages += bus.receives.size();
    }
    return config;
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Json faults_json(const can_bridge::fault::Engine& engine) {
    Json faults = Json::array();
    for (std::size_t index = 0; index < engine.size(); ++index)
        faults.push_back({{"name", engine.fault(index).name},
                          {"kind", name_of(engine.fault(index).kind)},
                          {"hits", engine.counts(index).hits},
                          {"overflow", engine.counts(index).overflow}});
    return faults;
}

}  // namespace

CanTools::CanTools(const Configuration& configuration)
    : configuration_(configuration),
      names_(*configuration.can,
             [&configuration](const std::string& path) {
                 const fs::path session(configuration.source.session.path);
                 return read_text(session.parent_path() / path, DataKind::cycle).text;
             }),
      config_(config_from(configuration, names_)) {}

std::vector<std::string> CanTools::fault_names() const {
    std::vector<std::string> names;
    for (const can_bridge::fault::Fault& fault : config_.faults) names.push_back(fault.name);
    return names;
}

can_bridge::BusTools& CanTools::open(can_bridge::Bus& bus, const fs::path& folder) {
    tools_ = std::make_unique<can_bridge::BusTools>(config_, names_, bus,
                                                    configuration_.source.seed, folder, now_ns());
    return *tools_;
}

void CanTools::complete(Json& result) const {
    if (tools_->faults().size() > 0) result["bus_faults"] = faults_json(tools_->faults());
    if (!config_.log.formats.empty())
        result["bus_log"] = {{"frames", tools_->log().written()},
                             {"dropped", tools_->log().dropped()},
                             {"failed", tools_->log().has_failed()}};
    if (tools_->diagnostics() != nullptr)
        result["diagnostics"] = {{"iso_tp", config_.diagnostics->uses_kernel() ? "kernel" : "own"},
                                 {"requests", tools_->diagnostics()->requests()}};
    if (tools_->expectations().empty()) return;
    Json expectations = Json::array();
    std::size_t failed = 0;
    std::string first;
    for (const can_bridge::stimulus::Expectation& expectation : tools_->expectations()) {
        const std::string message = expectation.message();
        if (!expectation.passed() && failed++ == 0) first = message;
        expectations.push_back({{"column", expectation.header()},
                                {"channel", expectation.channel()},
                                {"passed", expectation.passed()},
                                {"ticks", expectation.checks()},
                                {"ticks_outside", expectation.failures()},
                                {"message", message}});
    }
    result["expectations"] = expectations;
    if (result["outcome"] != "finished") return;
    const bool is_judged_failed = result["verdict"] == "failed";
    result["verdict"] = failed == 0 && !is_judged_failed ? "passed" : "failed";
    const std::string count = std::to_string(expectations.size());
    const std::string words =
        failed == 0 ? "all " + count + " expectations met"
                    : std::to_string(failed) + " of " + count + " expectations not met: " + first;
    result["message"] =
        is_judged_failed ? result["message"].get<std::string>() + "; " + words : words;
}

}  // namespace ghostcar::board
