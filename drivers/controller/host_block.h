// SPDX-License-Identifier: Apache-2.0
// What the program and a controller's processes have in common: a piece of memory, and a pipe.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string>

#include "rt_core/controller/exchange.h"

namespace ghostcar::drivers {

/// The shared memory. Whatever comes out of it was written by somebody who must not be trusted.
struct HostBlock {
    rt_core::Exchange exchange;
    std::array<char, 160> last_words{};  // why the controller's process ends, if it could say so
};

/// The host's descriptors: everything above is closed before any code of the controller runs.
constexpr int host_memory_descriptor = 3;
constexpr int host_report_descriptor = 4;

enum class HostNews : std::uint32_t {
    loaded = 1,   // the library is there and fits; `status` is 0, or why it is not in a
                  // namespace of its own, and `filter_refused` likewise
    refused = 2,  // it does not; `text` says why
    ended = 3,    // its process has ended; `status` is that of wait(2)
};

/// One message through the pipe; short enough to be written in one piece (pipe(7), PIPE_BUF).
struct HostReport {
    HostNews news{};
    std::int32_t status = 0;
    std::int32_t filter_refused = 0;
    std::array<char, 492> text{};
};

/// What a controller's process says of itself when it has no memory left.
inline std::string no_memory_words(std::int64_t memory_mb) {
    return "ran out of memory (the limit is " + std::to_string(memory_mb) + " MB)";
}

/// How the host asks a controller that does not answer for its last words.
constexpr int silence_signal = SIGXCPU;

/// The word by which the program starts itself as a controller's host.
constexpr const char* controller_host_word = "controller-host";

/// The host's main function: `arguments` are the library's path, the memory limit in MB and the
/// process that started it. It watches over the process that runs the controller; where the machine
/// allows that, from within a namespace that ends together with its first process.
int controller_host(int count, char** arguments) noexcept;

}  // namespace ghostcar::drivers
