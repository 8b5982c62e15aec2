// SPDX-License-Identifier: Apache-2.0
// What this user may ask for: a real-time priority, locked memory, no sleeping processor.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core::machine_check {

namespace {

std::string limits_remedy(const MachineView& view, const std::string& item) {
    return "echo '" + view.user + " - " + item +
           "' >> /etc/security/limits.d/ghostcar.conf   # then log in again";
}

}  // namespace

CheckLine check_rtprio_limit(const MachineView& view) {
    const std::string name = "rtprio limit";
    const std::string wanted = std::to_string(view.fifo_priority);
    const bool within_limit = view.rtprio_limit >= static_cast<std::uint64_t>(view.fifo_priority);
    if (!within_limit && !view.may_set_priority) {
        return {name, CheckVerdict::fail,
                std::to_string(view.rtprio_limit) + "; the loop asks for SCHED_FIFO " + wanted,
                limits_remedy(view, "rtprio 99")};
    }
    const std::string reason =
        within_limit ? std::to_string(view.rtprio_limit) : std::string("CAP_SYS_NICE");
    if (view.fifo_refusal != 0) {
        // sched(7): with CONFIG_RT_GROUP_SCHED a group without real-time budget refuses even root;
        // capabilities(7): those of a user namespace do not count.
        return {name, CheckVerdict::fail,
                reason + ", yet SCHED_FIFO " + wanted +
                    " is refused: " + std::generic_category().message(view.fifo_refusal),
                "echo $$ > /sys/fs/cgroup/cgroup.procs   # in this shell, outside containers"};
    }
    return {name, CheckVerdict::ok, reason + "; SCHED_FIFO " + wanted + " is granted", ""};
}

CheckLine check_memlock_limit(const MachineView& view) {
    const std::string name = "memlock limit";
    if (view.may_lock_memory) {
        return {name, CheckVerdict::ok, "CAP_IPC_LOCK", ""};
    }
    if (!view.memlock_limit_bytes) {
        return {name, CheckVerdict::ok, "unlimited", ""};
    }
    const std::string limit = std::to_string(*view.memlock_limit_bytes / 1024) + " KiB";
    if (*view.memlock_limit_bytes >= memlock_needed_bytes) {
        return {name, CheckVerdict::ok, limit, ""};
    }
    return {name, CheckVerdict::fail,
            limit + "; " + std::to_string(memlock_needed_bytes / 1024) + " KiB are needed",
            limits_remedy(view, "memlock unlimited")};
}

CheckLine check_cpu_dma_latency(const MachineView& view) {
    const std::string name = "cpu_dma_latency";
    const std::filesystem::path path = view.dev / "cpu_dma_latency";
    // Opening asks for nothing until a value is written, so the trial is harmless.
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const int error = file < 0 ? errno : 0;
    if (file >= 0) {
        ::close(file);
        return {name, CheckVerdict::ok, "writable", ""};
    }
    const std::string idle_driver =
        read_text(view.sys / "devices/system/cpu/cpuidle/current_driver").text;
    if (error == ENOENT && (idle_driver.empty() || idle_driver == "none")) {
        return {name, CheckVerdict::ok, "no idle states to keep the processor from", ""};
    }
    const std::string found =
        "cannot write " + path.string() + ": " + std::generic_category().message(error);
    if (error == EACCES || error == EPERM) {
        return {name, CheckVerdict::warn, found,
                "echo 'KERNEL==\"cpu_dma_latency\", OWNER=\"" + view.user +
                    "\"' > /etc/udev/rules.d/99-ghostcar.rules && udevadm control --reload && "
                    "udevadm trigger --name-match=cpu_dma_latency"};
    }
    return {name, CheckVerdict::warn, found,
            "add `cpuidle.off=1` to the kernel command line and reboot"};
}

}  // namespace ghostcar::rt_core::machine_check
