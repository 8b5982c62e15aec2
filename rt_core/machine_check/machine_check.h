// SPDX-License-Identifier: Apache-2.0
// Is this machine fit for hard real time? One line per property: what was found, whether it is
// good enough, and the command that mends it. Reads only; changes nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::rt_core {

/// Ordered by weight: the larger one is worse.
enum class CheckVerdict { ok, warn, fail };

struct CheckLine {
    std::string name;
    CheckVerdict verdict = CheckVerdict::ok;
    std::string found;
    std::string remedy;  // a complete command for root, or a sentence; empty when ok
};

/// Everything the check looks at, so that a test can show it any machine.
struct MachineView {
    std::filesystem::path proc = "/proc";
    std::filesystem::path sys = "/sys";
    std::filesystem::path dev = "/dev";

    std::string kernel_version;  // `uname -rv`
    std::string machine;         // `uname -m`
    std::string user;            // whose limits the remedies raise

    std::int64_t fifo_priority = 80;  // what the cyclic thread asks for
    std::uint64_t rtprio_limit = 0;   // RLIMIT_RTPRIO
    bool may_set_priority = false;    // CAP_SYS_NICE: the limit does not apply
    int fifo_refusal = 0;             // errno of a trial with fifo_priority; 0: granted

    std::optional<std::uint64_t> memlock_limit_bytes = 0;  // RLIMIT_MEMLOCK; empty: unlimited
    bool may_lock_memory = false;                          // CAP_IPC_LOCK

    std::optional<std::int64_t> timer_slack_ns;  // empty: the kernel did not say
    int cpu_count = 1;
    std::optional<int> chosen_cpu;    // the CPU named for the loop; empty: the isolated ones
    std::function<void()> smi_pause;  // passes the time between two readings of the SMI counter
    std::int64_t smi_pause_ms = 100;  // how long that is, for the text

    /// The machine the program runs on.
    [[nodiscard]] static MachineView real(std::int64_t fifo_priority = 80,
                                          std::optional<int> chosen_cpu = std::nullopt);
};

/// Below this the loop's heap, stacks and libraries may not all fit into locked memory.
constexpr std::uint64_t memlock_needed_bytes = 256ULL * 1024 * 1024;

[[nodiscard]] std::vector<CheckLine> check_machine(const MachineView& view);

[[nodiscard]] CheckVerdict worst_verdict(const std::vector<CheckLine>& lines);

/// "ok", "warn" or "fail".
[[nodiscard]] std::string_view verdict_name(CheckVerdict verdict);

/// Aligned columns (verdict, name, found); a remedy follows on its own line, unwrapped, so that it
/// can be copied whole. The last line sums up.
[[nodiscard]] std::string to_text(const std::vector<CheckLine>& lines);

}  // namespace ghostcar::rt_core
