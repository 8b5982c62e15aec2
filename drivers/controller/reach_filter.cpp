// SPDX-License-Identifier: Apache-2.0
// The filter of refuse_to_reach_others(): a program of classic BPF that the kernel runs before each
// system call of the controller's process and of its children.
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "drivers/controller/containment.h"

namespace ghostcar::drivers {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#else
#error "say how the kernel calls this processor"
#endif

enum class Unless { never, own_process, own_or_zero, zero };

/// A system call that is refused, unless its argument names nobody else.
struct Refusal {
    long call;
    std::uint32_t argument;
    Unless unless;
};

// Whoever signals, watches, changes or slows down another process. A thread of its own counts as
// another one, too, where a number does not tell: std::thread needs none of these.
constexpr std::array<Refusal, 22> refusals{{
    {SYS_kill, 0, Unless::own_process},
    {SYS_tkill, 0, Unless::never},
    {SYS_tgkill, 0, Unless::own_process},
    {SYS_rt_sigqueueinfo, 0, Unless::own_process},
    {SYS_rt_tgsigqueueinfo, 0, Unless::own_process},
    {SYS_ptrace, 0, Unless::never},
    {SYS_process_vm_readv, 0, Unless::never},
    {SYS_process_vm_writev, 0, Unless::never},
    {SYS_pidfd_open, 0, Unless::never},
    {SYS_pidfd_getfd, 0, Unless::never},
    {SYS_pidfd_send_signal, 0, Unless::never},
    {SYS_process_madvise, 0, Unless::never},
    {SYS_process_mrelease, 0, Unless::never},
    {SYS_migrate_pages, 0, Unless::never},
    {SYS_move_pages, 0, Unless::own_or_zero},
    {SYS_prlimit64, 0, Unless::own_or_zero},
    {SYS_sched_setscheduler, 0, Unless::own_or_zero},
    {SYS_sched_setparam, 0, Unless::own_or_zero},
    {SYS_sched_setattr, 0, Unless::own_or_zero},
    {SYS_sched_setaffinity, 0, Unless::own_or_zero},
    {SYS_setpriority, 0, Unless::zero},  // PRIO_PROCESS …
    {SYS_setpriority, 1, Unless::zero},  // … of the caller
}};

/// A command of a system call that is refused: who owns a file's signals gets any signal.
struct RefusedCommand {
    long call;
    std::uint32_t command;  // the second argument
};
constexpr std::array<RefusedCommand, 5> refused_commands{{
    {SYS_fcntl, F_SETOWN},
    {SYS_fcntl, F_SETOWN_EX},
    {SYS_ioctl, FIOSETOWN},
    {SYS_ioctl, SIOCSPGRP},
    {SYS_ioctl, TIOCSTI},
}};

/// Instructions, one after another. Jumps skip a number of them.
class Program {
public:
    void load(std::size_t offset) noexcept {
        add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset));
    }
    void load_argument(std::uint32_t number) noexcept {
        // The lower half: the kernel takes no more of an int.
        load(offsetof(seccomp_data, args) + number * sizeof(std::uint64_t));
    }
    void if_equal(std::uint32_t value, std::uint8_t skip_then, std::uint8_t skip_else) noexcept {
        add(BPF_JMP | BPF_JEQ | BPF_K, skip_then, skip_else, value);
    }
    void if_at_least(std::uint32_t value, std::uint8_t skip_then, std::uint8_t skip_else) noexcept {
        add(BPF_JMP | BPF_JGE | BPF_K, skip_then, skip_else, value);
    }
    void refuse() noexcept { add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM); }
    void allow() noexcept { add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW); }

    [[nodiscard]] sock_fprog text() noexcept {
        return {.len = static_cast<unsigned short>(size_), .filter = instructions_.data()};
    }

private:
    void add(int code, std::uint8_t skip_then, std::uint8_t skip_else,
             std::uint32_t value) noexcept {
        instructions_[size_++] = {static_cast<std::uint16_t>(code), skip_then, skip_else, value};
    }

    std::array<sock_filter, 16 + 6 * refusals.size() + 5 * refused_commands.size()> instructions_{};
    std::size_t size_ = 0;
};

void add(Program& program, const Refusal& refusal, std::uint32_t own) noexcept {
    program.load(offsetof(seccomp_data, nr));
    program.if_equal(static_cast<std::uint32_t>(refusal.call), 0, 4);
    program.load_argument(refusal.argument);
    const bool zero = refusal.unless == Unless::zero || refusal.unless == Unless::own_or_zero;
    const bool same =
        refusal.unless == Unless::own_process || refusal.unless == Unless::own_or_zero;
    program.if_equal(0, zero ? 2 : 0, 0);
    program.if_equal(own, same ? 1 : 0, 0);
    program.refuse();
}

void add(Program& program, const RefusedCommand& refusal) noexcept {
    program.load(offsetof(seccomp_data, nr));
    program.if_equal(static_cast<std::uint32_t>(refusal.call), 0, 3);
    program.load_argument(1);
    program.if_equal(refusal.command, 0, 1);
    program.refuse();
}

}  // namespace

int refuse_to_reach_others() noexcept {
    Program program;
    // The numbers below are those of this architecture; no other way into the kernel is open.
    program.load(offsetof(seccomp_data, arch));
    program.if_equal(own_architecture, 1, 0);
    program.refuse();
#if defined(__x86_64__)
    constexpr std::uint32_t x32_calls = 0x4000'0000;
    program.load(offsetof(seccomp_data, nr));
    program.if_at_least(x32_calls, 0, 1);
    program.refuse();
#endif
    for (const Refusal& refusal : refusals)
        add(program, refusal, static_cast<std::uint32_t>(getpid()));
    for (const RefusedCommand& refusal : refused_commands) add(program, refusal);
    program.allow();
    const sock_fprog text = program.text();
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &text, 0, 0) == 0 ? 0 : errno;
}

}  // namespace ghostcar::drivers
