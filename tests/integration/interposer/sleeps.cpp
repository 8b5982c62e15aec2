// SPDX-License-Identifier: Apache-2.0
// The loop's own sleep marks the ticks; every other way to wait or to give the processor away is
// forbidden inside them.
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

extern "C" {

int clock_nanosleep(clockid_t clock, int flags, const timespec* wake, timespec* rest) {
    // The loop sleeps until an absolute time; a relative sleep is somebody else's.
    if (flags != TIMER_ABSTIME) forbid_in_tick("clock_nanosleep");
    leave_tick();
    const int error = next<&clock_nanosleep>("clock_nanosleep")(clock, flags, wake, rest);
    if (flags == TIMER_ABSTIME) enter_tick();
    return error;
}

int getrusage(__rusage_who_t who, rusage* usage) noexcept {
    leave_tick();
    return next<&getrusage>("getrusage")(who, usage);
}

int nanosleep(const timespec* duration, timespec* rest) {
    forbid_in_tick("nanosleep");
    return next<&nanosleep>("nanosleep")(duration, rest);
}

int usleep(useconds_t duration) {
    forbid_in_tick("usleep");
    return next<&usleep>("usleep")(duration);
}

unsigned sleep(unsigned duration) {
    forbid_in_tick("sleep");
    return next<&sleep>("sleep")(duration);
}

int pause() {
    forbid_in_tick("pause");
    return next<&pause>("pause")();
}

int sched_yield() noexcept {
    forbid_in_tick("sched_yield");
    return next<&sched_yield>("sched_yield")();
}

int sigwait(const sigset_t* signals, int* signal) {
    forbid_in_tick("sigwait");
    return next<&sigwait>("sigwait")(signals, signal);
}

int sigtimedwait(const sigset_t* signals, siginfo_t* information, const timespec* patience) {
    forbid_in_tick("sigtimedwait");
    return next<&sigtimedwait>("sigtimedwait")(signals, information, patience);
}

pid_t waitpid(pid_t child, int* status, int options) {
    forbid_in_tick("waitpid");
    return next<&waitpid>("waitpid")(child, status, options);
}

/// Futexes and everything without a wrapper of its own. Six arguments are the most there are. To
/// wake somebody never waits (futex(2), FUTEX_WAKE): a controller is woken so.
long syscall(long number, ...) noexcept {
    __builtin_va_list list;
    __builtin_va_start(list, number);
    long argument[6];
    for (long& value : argument) value = __builtin_va_arg(list, long);
    __builtin_va_end(list);
    if (number != SYS_futex || argument[1] != FUTEX_WAKE) forbid_in_tick("syscall");
    return next<&syscall>("syscall")(number, argument[0], argument[1], argument[2], argument[3],
                                     argument[4], argument[5]);
}

}  // extern "C"
