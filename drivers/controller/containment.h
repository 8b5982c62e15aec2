// SPDX-License-Identifier: Apache-2.0
// What keeps a controller's process to itself: other processes of the same user are not within its
// reach, and neither is what only a superuser may do.
#pragma once

namespace ghostcar::drivers {

/// From here on the next child is the first process of a namespace of its own
/// (pid_namespaces(7)): nobody inside can name a process outside, and the first one takes all the
/// others along when it ends. 0, or the errno by which the machine refuses that.
[[nodiscard]] int enter_process_namespace() noexcept;

/// For good, also for programs that are started (capabilities(7)): the superuser keeps the files
/// that belong to it, and nothing else.
void give_up_privileges() noexcept;

/// Where there is no namespace: from here on system calls that reach another process are refused
/// with EPERM (seccomp(2)). Needs give_up_privileges() before. 0 or an errno.
[[nodiscard]] int refuse_to_reach_others() noexcept;

}  // namespace ghostcar::drivers
