// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ghostcar::rt_core {

/// Keeps the processors out of deep sleep for as long as it lives: a 0 written to
/// /dev/cpu_dma_latency holds while the file stays open (kernel documentation, PM QoS).
class CpuDmaLatency {
public:
    explicit CpuDmaLatency(
        const char* path = "/dev/cpu_dma_latency",
        const char* idle_driver = "/sys/devices/system/cpu/cpuidle/current_driver");
    ~CpuDmaLatency();
    CpuDmaLatency(const CpuDmaLatency&) = delete;
    CpuDmaLatency& operator=(const CpuDmaLatency&) = delete;

    /// "" when the request was read back, else what was refused and what to do.
    [[nodiscard]] const std::string& refused() const noexcept { return refused_; }

private:
    int file_ = -1;
    std::string refused_;
};

}  // namespace ghostcar::rt_core
