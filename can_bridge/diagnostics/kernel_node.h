// SPDX-License-Identifier: Apache-2.0
// A diagnosable control unit whose ISO-TP is the kernel's (CAN_ISOTP): one socket for the pair of
// ids that one tester and we share, one that hears what everybody is asked. Off the real-time
// thread; the frames do not pass the tick.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "can_bridge/diagnostics/diagnostic_server.h"
#include "can_bridge/transport/file_descriptor.h"

namespace ghostcar::can_bridge {

/// Whether this kernel has ISO-TP (loading the module if it may).
[[nodiscard]] bool kernel_has_iso_tp();

class KernelNode {
public:
    /// Throws std::runtime_error, one line.
    KernelNode(const std::string& interface, const DiagnosticAddress& address,
               DiagnosticServer& server);

    /// What came in is answered. Call it every few ms.
    void turn(std::int64_t now_ns);

private:
    [[nodiscard]] std::span<const std::uint8_t> read(const FileDescriptor& file);
    void answer(std::span<const std::uint8_t> message);
    void flush();

    DiagnosticServer& server_;
    FileDescriptor physical_;
    FileDescriptor functional_;
    std::vector<std::uint8_t> request_;
    std::vector<std::uint8_t> waiting_;  // the kernel is still busy with the answer before it
};

}  // namespace ghostcar::can_bridge
