// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostics/diagnostic_service.h"

#include <array>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "rt_core/housekeeping.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::int64_t turn_ms = 1;  // as often as frames can arrive

constexpr std::array<std::pair<std::string_view, IsoTp>, 2> iso_tp_words{
    {{"kernel", IsoTp::kernel}, {"own", IsoTp::own}}};

bool is_of_a_vin(char character) {
    const bool is_letter = character >= 'A' && character <= 'Z' && character != 'I' &&
                           character != 'O' && character != 'Q';
    return is_letter || (character >= '0' && character <= '9');
}

std::array<SideLink::Id, 2> heard(const DiagnosticAddress& address) {
    return {
        {{address.functional_id, address.is_extended}, {address.request_id, address.is_extended}}};
}

std::array<SideLink::Id, 1> said(const DiagnosticAddress& address) {
    return {{{address.response_id, address.is_extended}}};
}

std::vector<SideLink::Id> all_ids(const DiagnosticAddress& address) {
    std::vector<SideLink::Id> ids;
    for (const SideLink::Id& id : heard(address)) ids.push_back(id);
    for (const SideLink::Id& id : said(address)) ids.push_back(id);
    return ids;
}

}  // namespace

DiagnosticsConfig DiagnosticsConfig::from_toml(model::TableReader& table) {
    DiagnosticsConfig config;
    config.bus = table.text_or("bus", "");
    if (table.has("iso_tp")) config.iso_tp = table.choice("iso_tp", iso_tp_words);
    DiagnosticAddress& address = config.address;
    address.is_extended = table.boolean_or("extended", false);
    const auto largest = static_cast<std::int64_t>(largest_id(address.is_extended));
    const auto id = [&](const char* key, std::uint32_t standard) {
        if (address.is_extended && !table.has(key))
            table.fail(key, "is missing", "extended addresses have no usual ones: write all three");
        return static_cast<std::uint32_t>(table.integer_or(key, standard, 0, largest));
    };
    address.functional_id = id("functional_id", address.functional_id);
    address.request_id = id("request_id", address.request_id);
    address.response_id = id("response_id", address.response_id);
    if (address.response_id == address.request_id || address.response_id == address.functional_id)
        table.fail("response_id", "is an id that requests have", "write another id");
    constexpr std::size_t identification_length = 17;
    constexpr std::size_t longest_calibration = 16;
    config.car.vehicle_identification = table.text("vin");
    if (config.car.vehicle_identification.size() != identification_length)
        table.fail("vin",
                   "\"" + config.car.vehicle_identification + "\" has " +
                       std::to_string(config.car.vehicle_identification.size()) + " characters",
                   "a vehicle has 17");
    for (const char character : config.car.vehicle_identification)
        if (!is_of_a_vin(character))
            table.fail("vin",
                       "\"" + config.car.vehicle_identification + "\" has the character '" +
                           std::string(1, character) + "'",
                       "ISO 3779 has digits and capital letters without I, O and Q");
    config.car.calibration_identification = table.text_or("calibration_id", "GHOSTCAR");
    if (config.car.calibration_identification.size() > longest_calibration)
        table.fail("calibration_id", "has more than 16 characters", "write at most 16");
    // As far as the byte of the answer goes: A - 40.
    if (table.has("coolant_temperature_c"))
        config.car.coolant_temperature_degc =
            table.number("coolant_temperature_c", model::Range::between(-40.0, 215.0));
    if (table.has("fuel_level_pct"))
        config.car.fuel_level_pct =
            table.number("fuel_level_pct", model::Range::between(0.0, 100.0));
    config.car.security_secret = static_cast<std::uint32_t>(
        table.integer_or("security_secret", 0x4748'4F53, 0, 0xFFFF'FFFF));
    config.car.is_bench_unlocked = table.boolean_or("bench_unlocked", false);
    table.finish();
    return config;
}

DiagnosticService::DiagnosticService(const DiagnosticsConfig& config, std::uint32_t bus)
    : link_(bus, heard(config.address), said(config.address)),
      gate_(bus, all_ids(config.address)),
      car_(config.car, {[this](const rt_core::Command& command) { return commands_.push(command); },
                        [this](bool receives, bool transmits) { gate_.set(receives, transmits); },
                        [random = std::make_shared<std::random_device>()] { return (*random)(); }}),
      server_({}, car_, car_),
      node_(config.address, {}, server_) {
    if (config.uses_kernel())
        kernel_node_.emplace(config.kernel_interface, config.address, server_);
}

DiagnosticService::~DiagnosticService() {
    close();
}

void DiagnosticService::start() {
    thread_.emplace("diagnostics", [this] { work(); });
}

void DiagnosticService::close() {
    stop_.store(true, std::memory_order_relaxed);
    if (thread_) thread_->join();
}

void DiagnosticService::latch(std::int64_t /*tick*/, rt_core::Inputs& inputs) noexcept {
    if (inputs.command.kind != rt_core::CommandKind::none) return;
    rt_core::Command command;
    if (commands_.pop(command)) inputs.command = command;
}

void DiagnosticService::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                                std::uint64_t /*state_hash*/) noexcept {
    if (state.tick % snapshot_ticks == 0) snapshot_.publish(state);
}

void DiagnosticService::work() {
    while (!stop_.load(std::memory_order_relaxed)) {
        turn(rt_core::MonotonicClock().now_ns());
        rt_core::housekeeping_pause(turn_ms);
    }
}

void DiagnosticService::turn(std::int64_t now) {
    rt_core::State state;
    if (snapshot_.read(state)) car_.update(state);
    if (kernel_node_)
        kernel_node_->turn(now);
    else
        turn_own(now);
    requests_.store(server_.requests(), std::memory_order_relaxed);
}

void DiagnosticService::turn_own(std::int64_t now) {
    BusFrame heard_frame;
    while (link_.take(heard_frame)) node_.receive(heard_frame.timed.frame, now);
    node_.poll(now);
    while (true) {
        if (!waiting_) waiting_ = node_.next(now);
        if (!waiting_ || !link_.give(*waiting_)) return;
        waiting_.reset();
    }
}

}  // namespace ghostcar::can_bridge
