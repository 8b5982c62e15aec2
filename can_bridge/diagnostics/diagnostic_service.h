// SPDX-License-Identifier: Apache-2.0
// Diagnostics beside the tick: a thread that gets the requests through a side link and the car
// through snapshots, and whose wishes enter the tick as commands.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "can_bridge/bus_ports.h"
#include "can_bridge/diagnostic_node.h"
#include "can_bridge/diagnostics/communication_gate.h"
#include "can_bridge/diagnostics/diagnostic_server.h"
#include "can_bridge/diagnostics/kernel_node.h"
#include "can_bridge/diagnostics/live_car.h"
#include "model/config/table_reader.h"
#include "rt_core/latest.h"
#include "rt_core/ports.h"
#include "rt_core/ring.h"
#include "rt_core/thread.h"

namespace ghostcar::can_bridge {

/// Who cuts messages into frames.
enum class IsoTp : std::uint8_t {
    where_present,  // the kernel's on an interface of a kernel that has it, unless the session has
                    // faults, which meet only frames that pass the tick; otherwise our own
    kernel,
    own
};

/// The session's table [can.diagnostics].
struct DiagnosticsConfig {
    std::string bus;  // "": the first one
    IsoTp iso_tp = IsoTp::where_present;
    std::string kernel_interface;  // on which the kernel's ISO-TP serves; "": our own does
    DiagnosticAddress address;
    LiveCarConfig car;

    [[nodiscard]] bool uses_kernel() const noexcept { return !kernel_interface.empty(); }

    static DiagnosticsConfig from_toml(model::TableReader& table);
};

class DiagnosticService final : public rt_core::InputSource, public rt_core::OutputSink {
public:
    /// How old the State is that a tester gets, at most.
    static constexpr std::int64_t snapshot_ticks = 10;

    DiagnosticService(const DiagnosticsConfig& config, std::uint32_t bus);
    ~DiagnosticService() override;
    DiagnosticService(const DiagnosticService&) = delete;
    DiagnosticService& operator=(const DiagnosticService&) = delete;

    // What a Bus needs of it; the side link carries nothing when the kernel serves.
    [[nodiscard]] SideLink& link() noexcept { return link_; }
    [[nodiscard]] CommunicationGate& gate() noexcept { return gate_; }

    /// The oldest wish of a tester, unless another source gave a command already.
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    void start();
    void close();

    /// One turn of the thread: what came in is answered. Public for tests without a thread.
    void turn(std::int64_t now_ns);

    [[nodiscard]] std::uint64_t requests() const noexcept {
        return requests_.load(std::memory_order_relaxed);
    }

private:
    void work();
    void turn_own(std::int64_t now_ns);

    SideLink link_;
    CommunicationGate gate_;
    rt_core::Ring<rt_core::Command> commands_{64};
    rt_core::Latest<rt_core::State> snapshot_;
    LiveCar car_;
    DiagnosticServer server_;
    DiagnosticNode node_;
    std::optional<KernelNode> kernel_node_;
    std::optional<Frame> waiting_;  // an answer that found no room
    std::atomic<std::uint64_t> requests_{0};
    std::atomic<bool> stop_{false};
    std::optional<rt_core::Thread> thread_;
};

}  // namespace ghostcar::can_bridge
