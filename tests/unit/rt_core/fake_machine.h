// SPDX-License-Identifier: Apache-2.0
// A made-up machine: /proc, /sys and /dev as files in a temporary folder, for the tests of
// rt_core/machine_check.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "rt_core/machine_check/machine_check.h"

namespace ghostcar::tests {

/// Starts as an Intel machine of four CPUs on which nothing is to be complained about; the folder
/// goes with the object.
class FakeMachine {
public:
    FakeMachine();
    ~FakeMachine() { std::filesystem::remove_all(root); }
    FakeMachine(const FakeMachine&) = delete;
    FakeMachine& operator=(const FakeMachine&) = delete;

    std::filesystem::path root;
    rt_core::MachineView view;

    void write_file(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((root / name).parent_path());
        std::ofstream(root / name, std::ios::binary) << text;
    }

    void remove_file(const std::string& name) const { std::filesystem::remove_all(root / name); }

    /// A directory in a file's place: it exists, yet cannot be read or written, not even by root.
    void make_unreadable(const std::string& name) const {
        remove_file(name);
        std::filesystem::create_directories(root / name);
    }

    void write_interrupt(const std::string& number, const std::string& handler,
                         const std::string& allowed, const std::string& delivered) const {
        const std::string folder = "proc/irq/" + number;
        write_file(folder + "/smp_affinity_list", allowed + "\n");
        write_file(folder + "/effective_affinity_list", delivered + "\n");
        if (!handler.empty()) {
            std::filesystem::create_directories(root / folder / handler);
        }
    }

    void write_thread(const std::string& process_id, const std::string& name,
                      const std::string& priority) const {
        write_file("proc/" + process_id + "/comm", name + "\n");
        std::string stat = process_id + " (" + name + ") S";  // fields 1 to 3
        for (int field = 4; field < 40; ++field) {
            stat += " 7";
        }
        write_file("proc/" + process_id + "/stat", stat + " " + priority + " 1 0\n");
    }

    static std::string smi_register(unsigned count) {
        std::string bytes(0x34 + 8, '\0');
        bytes[0x34] = static_cast<char>(count);
        return bytes;
    }
};

inline FakeMachine::FakeMachine() {
    std::string name = (std::filesystem::temp_directory_path() / "machine_check.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("cannot make a temporary folder");
    }
    root = name;
    view.proc = root / "proc";
    view.sys = root / "sys";
    view.dev = root / "dev";
    view.kernel_version = "6.1.0-rt #1 SMP PREEMPT_RT";
    view.machine = "x86_64";
    view.user = "driver";
    view.rtprio_limit = 99;
    view.memlock_limit_bytes.reset();
    view.timer_slack_ns = 50000;
    view.cpu_count = 4;

    write_file("proc/sys/kernel/sched_rt_runtime_us", "-1\n");
    write_file("proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    write_file("proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: fpu tsc\n");
    write_file("proc/irq/default_smp_affinity", "7\n");
    write_interrupt("0", "timer", "0-3", "0");  // the kernel never moves this one
    write_interrupt("5", "", "0-3", "");        // nobody handles it
    write_interrupt("24", "eth0", "0-2", "1");
    write_thread("12", "irq/24-eth0", "50");
    write_file("sys/kernel/realtime", "1\n");
    write_file("sys/devices/system/cpu/online", "0-3\n");
    write_file("sys/devices/system/cpu/isolated", "3\n");
    for (const char cpu : {'0', '1', '2', '3'}) {
        write_file(std::string("sys/devices/system/cpu/cpu") + cpu + "/cpufreq/scaling_governor",
                   "performance\n");
    }
    write_file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    write_file("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet\n");
    write_file("dev/cpu_dma_latency", "");
    write_file("dev/cpu/0/msr", smi_register(9));
}

}  // namespace ghostcar::tests
