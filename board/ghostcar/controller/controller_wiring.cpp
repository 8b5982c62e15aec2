// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/controller/controller_wiring.h"

#include <filesystem>
#include <iostream>
#include <utility>

#include "model/config/config_error.h"

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

/// All controllers of a run are contained alike.
void say_once(const std::string& uncontained) {
    static bool said = false;
    if (uncontained.empty() || said) return;
    said = true;
    std::cerr << "ghostcar: " << uncontained << "\n";
}

}  // namespace

ControllerWiring::ControllerWiring(const ControllerConfig& config, model::ViewMaker views,
                                   Unusable unusable)
    : config_(config), views_(std::move(views)) {
    try {
        start();
    } catch (const model::ConfigError& error) {
        if (unusable == Unusable::refused) throw;
        unusable_ = error.what();
        nobody_ = true;
    }
    port_ = std::make_unique<rt_core::ControllerPort>(config_.timing, views_, exchange(), ended(),
                                                      config_.builtin);
}

void ControllerWiring::start() {
    switch (config_.kind) {
        case ControllerKind::builtin:
            break;
        case ControllerKind::keyboard:
            keyboard_ = std::make_unique<drivers::KeyboardController>(own_exchange_);
            break;
        case ControllerKind::library:
            library_ = std::make_unique<drivers::LibraryController>(library_path(config_.library),
                                                                    config_.memory_mb);
            say_once(library_->uncontained());
            break;
        case ControllerKind::udp:
            udp_ = std::make_unique<hmi_link::UdpController>(config_.listen, own_exchange_);
            break;
    }
}

bool ControllerWiring::begin(std::span<const model::RoadCarState> cars,
                             const StopSignals& signals) {
    constexpr std::int64_t look_ms = 50;
    if (keyboard_ != nullptr) std::cerr << drivers::key_help;
    if (udp_ != nullptr && !udp_->has_peer()) {
        std::cerr << "ghostcar: waiting for a controller at " << udp_->address().text() << "\n";
        const auto looks = static_cast<std::int64_t>(config_.wait_s * 1000.0) / look_ms;
        for (std::int64_t look = 0; !udp_->has_peer(); ++look) {
            if (look >= looks)
                throw ControllerAbsent("no controller came to " + udp_->address().text() +
                                       " in time; start it, or raise controller.wait_s");
            if (signals.wait(look_ms) != 0) return false;
        }
    }
    port_->begin(cars);
    return true;
}

rt_core::Exchange& ControllerWiring::exchange() noexcept {
    return library_ != nullptr ? library_->exchange() : own_exchange_;
}

const std::atomic<bool>& ControllerWiring::ended() const noexcept {
    return library_ != nullptr ? library_->ended() : nobody_;
}

void ControllerWiring::close() noexcept {
    if (keyboard_ != nullptr) keyboard_->close();
    if (library_ != nullptr) library_->close();
    if (udp_ != nullptr) udp_->close();
}

std::string ControllerWiring::words(model::CarOut failure) const {
    const rt_core::ControllerFigures& figures = port_->figures();
    if (!unusable_.empty()) return unusable_;
    switch (failure) {
        case model::CarOut::controller_value:
            return std::string("controller sent ") + (figures.infinite ? "infinity" : "NaN") +
                   " for " + std::string(figures.not_a_number);
        case model::CarOut::controller_ended:
            return library_ != nullptr ? library_->words() : "controller ended";
        case model::CarOut::controller_silent:
            return library_ != nullptr ? library_->words_of_silence()
                                       : "controller stopped answering";
        case model::CarOut::no:
        case model::CarOut::damage:
            break;
    }
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
            {"periods", figures.periods.load()},
            {"missed", figures.missed.load()},
            {"clamped", figures.clamped.load()},
            {"spend_us",
             {{"p50", figures.spend.percentile_us(0.5)},
              {"p99", figures.spend.percentile_us(0.99)},
              {"max", figures.spend.max_us()}}}};
}

}  // namespace ghostcar::board
