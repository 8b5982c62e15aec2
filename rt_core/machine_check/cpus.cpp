// SPDX-License-Identifier: Apache-2.0
// How the CPUs are shared out: frequency scaling and isolation.
#include <algorithm>
#include <map>
#include <string>
#include <system_error>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core::machine_check {

namespace {

std::string boot_remedy(const MachineView& view, int cpu) {
    const std::string number = std::to_string(cpu);
    const std::string parameters =
        "isolcpus=managed_irq,domain," + number + " nohz_full=" + number + " rcu_nocbs=" + number;
    if (view.machine == "x86_64" || view.machine == "i686") {
        return "mkdir -p /etc/default/grub.d && echo "
               "'GRUB_CMDLINE_LINUX_DEFAULT=\"$GRUB_CMDLINE_LINUX_DEFAULT " +
               parameters + "\"' > /etc/default/grub.d/ghostcar.cfg && update-grub && reboot";
    }
    return "add `" + parameters + "` to the kernel command line and reboot";
}

}  // namespace

std::vector<int> online_cpus(const MachineView& view) {
    const FileText file = read_text(view.sys / "devices/system/cpu/online");
    std::vector<int> cpus = parse_cpu_list(file.text).value_or(std::vector<int>{});
    if (cpus.empty()) {
        for (int cpu = 0; cpu < view.cpu_count; ++cpu) {
            cpus.push_back(cpu);
        }
    }
    return cpus;
}

std::vector<int> loop_cpus(const MachineView& view) {
    if (view.chosen_cpu) {
        return {*view.chosen_cpu};
    }
    const FileText file = read_text(view.sys / "devices/system/cpu/isolated");
    return parse_cpu_list(file.text).value_or(std::vector<int>{});
}

CheckLine check_governor(const MachineView& view) {
    const std::string name = "governor";
    const std::filesystem::path folder = view.sys / "devices/system/cpu";
    std::map<std::string, std::vector<int>> cpus_by_governor;
    for (const int cpu : online_cpus(view)) {
        const std::filesystem::path scaling = folder / ("cpu" + std::to_string(cpu)) / "cpufreq";
        std::error_code error;
        if (!std::filesystem::exists(scaling, error)) {
            continue;
        }
        const FileText file = read_text(scaling / "scaling_governor");
        if (!file.readable()) {
            return cannot_read(name, scaling / "scaling_governor", file.reason);
        }
        cpus_by_governor[excerpt(file.text)].push_back(cpu);
    }
    if (cpus_by_governor.empty()) {
        return {name, CheckVerdict::ok, "no frequency scaling visible", ""};
    }
    std::string slower;
    for (const auto& [governor, cpus] : cpus_by_governor) {
        if (governor != "performance") {
            slower += (slower.empty() ? "" : ", ") + governor + " on CPU " + format_cpu_list(cpus);
        }
    }
    if (slower.empty()) {
        return {name, CheckVerdict::ok, "performance", ""};
    }
    return {name, CheckVerdict::warn, slower,
            "echo performance | tee " + folder.string() + "/cpu*/cpufreq/scaling_governor"};
}

CheckLine check_isolated_cpus(const MachineView& view) {
    const std::string name = "isolated CPUs";
    const std::vector<int> online = online_cpus(view);
    if (online.size() < 2) {
        return {name, CheckVerdict::warn, "one CPU: the loop shares it with everything else",
                "use a machine with two CPUs or more, or run nothing else on this one"};
    }
    const std::filesystem::path path = view.sys / "devices/system/cpu/isolated";
    const FileText file = read_text(path);
    if (!file.readable()) {
        return cannot_read(name, path, file.reason);
    }
    const std::optional<std::vector<int>> isolated = parse_cpu_list(file.text);
    if (!isolated) {
        return cannot_understand(name, path, file.text);
    }
    // CPU 0 keeps the kernel's own time and cannot be freed of its timer interrupt (nohz_full).
    const int candidate =
        view.chosen_cpu && *view.chosen_cpu != 0 ? *view.chosen_cpu : online.back();
    if (isolated->empty()) {
        return {name, CheckVerdict::warn, "none of " + format_cpu_list(online),
                boot_remedy(view, candidate)};
    }
    if (view.chosen_cpu && !contains(*isolated, *view.chosen_cpu)) {
        return {name, CheckVerdict::warn,
                format_cpu_list(*isolated) + "; the loop's CPU " +
                    std::to_string(*view.chosen_cpu) + " is not among them",
                boot_remedy(view, candidate)};
    }
    return {name, CheckVerdict::ok, format_cpu_list(*isolated), ""};
}

}  // namespace ghostcar::rt_core::machine_check
