// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/controller/controller_wiring.h"

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "model/config/config_error.h"
#include "rt_core/fault_table.h"

namespace ghostcar::board {
namespace {

/// The whole path: the library is opened in another process.
std::string library_path(const std::string& path) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(path, error);
    if (error)
        throw model::ConfigError("controller.library: " + path + ": " + error.message() +
                                 "; build it first, or correct the path");
    return whole.string();
}

}  // namespace

ControllerWiring::ControllerWiring(const Configuration& configuration)
    : config_(*configuration.controller),
      first_(configuration.world.initial_cars()),
      views_(*configuration.world.road(), configuration.view_goal) {
    switch (config_.kind) {
        case ControllerKind::builtin:
            break;
        case ControllerKind::keyboard:
            keyboard_ = std::make_unique<drivers::KeyboardController>(own_exchange_);
            break;
        case ControllerKind::library:
            library_ = std::make_unique<drivers::LibraryController>(library_path(config_.library),
                                                                    config_.memory_mb);
            break;
        case ControllerKind::udp:
            udp_ = std::make_unique<hmi_link::UdpController>(config_.listen, own_exchange_);
            break;
    }
    port_ = std::make_unique<rt_core::ControllerPort>(config_.timing, views_, exchange(), ended(),
                                                      config_.builtin);
}

bool ControllerWiring::begin(const StopSignals& signals) {
    constexpr std::int64_t look_ms = 50;
    if (keyboard_ != nullptr) std::cerr << drivers::key_help;
    if (udp_ != nullptr && !udp_->has_peer()) {
        std::cerr << "ghostcar: waiting for a controller at " << udp_->address().text() << "\n";
        const auto looks = static_cast<std::int64_t>(config_.wait_s * 1000.0) / look_ms;
        for (std::int64_t look = 0; !udp_->has_peer(); ++look) {
            if (look >= looks)
                throw std::runtime_error("no controller came to " + udp_->address().text() +
                                         " in time; start it, or raise controller.wait_s");
            if (signals.wait(look_ms)) return false;
        }
    }
    port_->begin(first_);
    return true;
}

rt_core::Exchange& ControllerWiring::exchange() noexcept {
    return library_ != nullptr ? library_->exchange() : own_exchange_;
}

const std::atomic<bool>& ControllerWiring::ended() const noexcept {
    return library_ != nullptr ? library_->ended() : never_ends_;
}

void ControllerWiring::close() noexcept {
    if (keyboard_ != nullptr) keyboard_->close();
    if (library_ != nullptr) library_->close();
    if (udp_ != nullptr) udp_->close();
}

std::string ControllerWiring::words(rt_core::FaultBits latched_faults) const {
    const rt_core::ControllerFigures& figures = port_->figures();
    if ((latched_faults & rt_core::fault_controller_value) != 0)
        return std::string("controller sent ") + (figures.infinite ? "infinity" : "NaN") + " for " +
               std::string(figures.not_a_number);
    if ((latched_faults & rt_core::fault_controller_ended) != 0)
        return library_ != nullptr ? library_->words() : "controller ended";
    if ((latched_faults & rt_core::fault_controller_silent) != 0)
        return "controller stopped answering";
    return "";
}

std::string ControllerWiring::trouble() const {
    const std::int64_t missed = port_->figures().missed;
    if (missed == 0) return "";
    return "missed " + std::to_string(missed) + (missed == 1 ? " period" : " periods");
}

Json ControllerWiring::json() const {
    const rt_core::ControllerFigures& figures = port_->figures();
    return {{"kind", controller_word(config_.kind)},
            {"periods", figures.periods},
            {"missed", figures.missed},
            {"clamped", figures.clamped},
            {"spend_us",
             {{"p50", figures.spend.percentile_us(0.5)},
              {"p99", figures.spend.percentile_us(0.99)},
              {"max", figures.spend.max_us()}}}};
}

}  // namespace ghostcar::board
