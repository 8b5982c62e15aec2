// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::drivers {

/// So many threads and processes a controller may have.
constexpr long most_tasks = 256;

/// How many threads this process's user has now, in all processes that can be seen.
[[nodiscard]] long tasks_of_user() noexcept;

/// The resources of this process and its children, for good (getrlimit(2)). `tasks_before` are the
/// user's: the kernel counts all of them together.
void limit_resources(long memory_mb, long tasks_before) noexcept;

}  // namespace ghostcar::drivers
