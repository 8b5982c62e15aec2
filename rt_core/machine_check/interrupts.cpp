// SPDX-License-Identifier: Apache-2.0
// Who may interrupt the loop: where interrupts are delivered, and at what priority the threads that
// serve them run.
#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <system_error>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core::machine_check {

namespace {

constexpr std::size_t most_names = 3;  // in a message; the rest is counted

/// "24 eth0, 25 nvme0q1, 26 ahci and 4 more"
std::string shortened(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t index = 0; index < std::min(names.size(), most_names); ++index) {
        text += (index == 0 ? "" : ", ") + names[index];
    }
    if (names.size() > most_names) {
        text += " and " + std::to_string(names.size() - most_names) + " more";
    }
    return text;
}

/// An interrupt in use has a folder named after whoever handles it; others never fire.
std::string handler_of(const std::filesystem::path& interrupt) {
    for (const std::filesystem::path& entry : list_directory(interrupt)) {
        std::error_code error;
        if (std::filesystem::is_directory(entry, error)) {
            return excerpt(entry.filename().string());
        }
    }
    return {};
}

/// Since 6.11 the kernel takes the write permission from what cannot be moved.
bool is_movable(const std::filesystem::path& affinity_file) {
    std::error_code error;
    const auto permissions = std::filesystem::status(affinity_file, error).permissions();
    return error ||
           (permissions & std::filesystem::perms::owner_write) != std::filesystem::perms::none;
}

std::string move_remedy(const MachineView& view, const std::vector<int>& others) {
    if (others.empty()) {
        return "leave at least one CPU that is not isolated: change `isolcpus=` on the kernel "
               "command line and reboot";
    }
    const std::string folder = (view.proc / "irq").string();
    return "for f in " + folder + "/*/smp_affinity_list; do echo " + format_cpu_list(others) +
           " > $f; done 2>/dev/null; echo " + format_cpu_mask(others) + " > " + folder +
           "/default_smp_affinity";
}

/// Field 40 of /proc/PID/stat, proc(5); the name before it may hold spaces and parentheses.
std::optional<std::int64_t> real_time_priority(const std::string& stat) {
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream fields(stat.substr(name_end + 1));
    std::string field;
    for (int number = 3; number <= 40; ++number) {
        if (!(fields >> field)) {
            return std::nullopt;
        }
    }
    return parse_integer(field);
}

/// A CAN controller is served before the loop: a frame that has arrived has to be there when the
/// tick latches it.
bool serves_can(const std::string& thread_name) {
    return thread_name.find("can") != std::string::npos ||
           thread_name.find("mcp25") != std::string::npos;
}

}  // namespace

CheckLine check_irq_affinity(const MachineView& view) {
    const std::string name = "IRQ affinity";
    const std::vector<int> online = online_cpus(view);
    if (online.size() < 2) {
        return {name, CheckVerdict::ok, "one CPU: nothing to move", ""};
    }
    const std::filesystem::path folder = view.proc / "irq";
    const std::filesystem::path default_path = folder / "default_smp_affinity";
    const FileText default_file = read_text(default_path);
    if (!default_file.readable()) {
        return cannot_read(name, default_path, default_file.reason);
    }
    const std::optional<std::vector<int>> default_cpus = parse_cpu_mask(default_file.text);
    if (!default_cpus) {
        return cannot_understand(name, default_path, default_file.text);
    }
    const std::vector<int> loop = loop_cpus(view);
    if (loop.empty()) {
        return {
            name, CheckVerdict::warn, "no CPU is kept for the loop: every interrupt may hit it",
            "isolate a CPU first (the line \"isolated CPUs\"), then run `ghostcar check` again"};
    }
    const bool default_hits = intersects(*default_cpus, loop);

    std::vector<std::string> guests;
    for (const std::filesystem::path& interrupt : list_directory(folder)) {
        const std::string handler = handler_of(interrupt);
        if (!parse_integer(interrupt.filename().string()) || handler.empty()) {
            continue;
        }
        const std::filesystem::path allowed_path = interrupt / "smp_affinity_list";
        const FileText allowed_file = read_text(allowed_path);
        if (!allowed_file.readable()) {
            return cannot_read(name, allowed_path, allowed_file.reason);
        }
        const std::optional<std::vector<int>> allowed = parse_cpu_list(allowed_file.text);
        if (!allowed) {
            return cannot_understand(name, allowed_path, allowed_file.text);
        }
        const std::vector<int> delivered =
            parse_cpu_list(read_text(interrupt / "effective_affinity_list").text)
                .value_or(std::vector<int>{});
        // Once the default keeps off the loop's CPU, an interrupt that still lists it but is
        // delivered elsewhere is one the kernel refuses to move (the x86 timer): no complaint.
        const bool stays_away = !default_hits && !delivered.empty() && !intersects(delivered, loop);
        if (intersects(*allowed, loop) && is_movable(allowed_path) && !stays_away) {
            guests.push_back(interrupt.filename().string() + " " + handler);
        }
    }

    const std::string where = "CPU " + format_cpu_list(loop);
    if (guests.empty() && !default_hits) {
        return {name, CheckVerdict::ok, "no interrupt runs on " + where, ""};
    }
    std::vector<int> others;
    std::copy_if(online.begin(), online.end(), std::back_inserter(others),
                 [&](int cpu) { return !contains(loop, cpu); });
    const std::string found = guests.empty()
                                  ? "new interrupts may run on " + where
                                  : std::to_string(guests.size()) +
                                        (guests.size() == 1 ? " interrupt" : " interrupts") +
                                        " may run on " + where + ": " + shortened(guests);
    return {name, CheckVerdict::warn, found, move_remedy(view, others)};
}

CheckLine check_irq_threads(const MachineView& view) {
    const std::string name = "IRQ threads";
    std::int64_t highest = 0;
    std::size_t count = 0;
    std::vector<std::string> rivals;
    std::vector<std::string> late_can;
    std::string remedy;
    const auto mend = [&remedy](std::int64_t priority, const std::string& process_id) {
        remedy += (remedy.empty() ? "" : "; ") + std::string("chrt -f -p ") +
                  std::to_string(priority) + " " + process_id;
    };
    for (const std::filesystem::path& process : list_directory(view.proc)) {
        const std::string process_id = process.filename().string();
        if (!parse_integer(process_id)) {
            continue;
        }
        // A process may end between the listing and the reading: then it is simply not counted.
        const std::string thread_name = read_text(process / "comm").text;
        if (thread_name.compare(0, 4, "irq/") != 0) {
            continue;
        }
        const std::optional<std::int64_t> priority =
            real_time_priority(read_text(process / "stat").text);
        if (!priority) {
            continue;
        }
        ++count;
        const std::string shown = excerpt(thread_name) + " at " + std::to_string(*priority);
        if (serves_can(thread_name)) {
            if (*priority <= view.fifo_priority) {
                late_can.push_back(shown);
                mend(view.fifo_priority + 1, process_id);
            }
            continue;
        }
        highest = std::max(highest, *priority);
        if (*priority >= view.fifo_priority) {
            rivals.push_back(shown);
            mend(50, process_id);
        }
    }
    const std::string own = "the loop's " + std::to_string(view.fifo_priority);
    if (count == 0) {
        return {name, CheckVerdict::ok, "none visible", ""};
    }
    if (rivals.empty() && late_can.empty()) {
        return {name, CheckVerdict::ok,
                std::to_string(count) + ", highest priority " + std::to_string(highest) +
                    ", below " + own,
                ""};
    }
    std::string found = rivals.empty() ? "" : "not below " + own + ": " + shortened(rivals);
    if (!late_can.empty()) {
        found += (found.empty() ? "" : "; ") + std::string("serves CAN, yet not above ") + own +
                 ": " + shortened(late_can);
    }
    return {name, CheckVerdict::warn, found, remedy};
}

}  // namespace ghostcar::rt_core::machine_check
