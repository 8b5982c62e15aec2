// SPDX-License-Identifier: Apache-2.0
// What a controller could do to other processes, if it could reach them. Each deed writes
// "reached: …" to standard error when it has.
#pragma once

namespace hostile {

/// Signals to the program, to its host, and to whatever is above them.
void signal_others();
/// Memory and registers of the same.
void look_into_others();
/// kill(-1), but only where that is known to end nothing else.
void kill_everybody();
/// Ahead of every other process.
void take_the_processor();
/// At most 64 processes that fork as fast as they can, for 20 s; of a superuser, whom no limit
/// binds, 30 that change their numbers faster than anybody can look.
void fork_bomb();
/// Threads that wait for the program's questions, to be woken in the controller's place.
void steal_wake_ups();

}  // namespace hostile
