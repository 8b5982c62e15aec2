// SPDX-License-Identifier: Apache-2.0
// The single checks behind check_machine, grouped by what they look at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rt_core/machine_check/machine_check.h"

namespace ghostcar::rt_core::machine_check {

// What the kernel offers: machine_check_kernel.cpp
[[nodiscard]] CheckLine check_preempt_rt(const MachineView& view);
[[nodiscard]] CheckLine check_rt_throttling(const MachineView& view);
[[nodiscard]] CheckLine check_timer_slack(const MachineView& view);
[[nodiscard]] CheckLine check_clock_source(const MachineView& view);
[[nodiscard]] CheckLine check_swap(const MachineView& view);

// What this user may ask for: machine_check_permissions.cpp
[[nodiscard]] CheckLine check_rtprio_limit(const MachineView& view);
[[nodiscard]] CheckLine check_memlock_limit(const MachineView& view);
[[nodiscard]] CheckLine check_cpu_dma_latency(const MachineView& view);

// How the CPUs are shared out: machine_check_cpus.cpp
[[nodiscard]] CheckLine check_governor(const MachineView& view);
[[nodiscard]] CheckLine check_isolated_cpus(const MachineView& view);

// Who may interrupt the loop: machine_check_interrupts.cpp
[[nodiscard]] CheckLine check_irq_affinity(const MachineView& view);
[[nodiscard]] CheckLine check_irq_threads(const MachineView& view);

// Who stands below the kernel: machine_check_firmware.cpp
[[nodiscard]] CheckLine check_hypervisor(const MachineView& view);
/// Empty where the question makes no sense: under a hypervisor, and on processors without SMIs.
[[nodiscard]] std::optional<CheckLine> check_smis(const MachineView& view);

/// CPUs that are online, in rising order.
[[nodiscard]] std::vector<int> online_cpus(const MachineView& view);

/// The CPUs the loop may use: the chosen one, else the isolated ones; empty when there is neither.
[[nodiscard]] std::vector<int> loop_cpus(const MachineView& view);

}  // namespace ghostcar::rt_core::machine_check
