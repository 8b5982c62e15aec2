// SPDX-License-Identifier: Apache-2.0
// Who stands below the kernel and may take the processor away unseen: a hypervisor, or the
// firmware by system management interrupts (SMIs).
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "rt_core/machine_check/files.h"
#include "rt_core/machine_check/lines.h"

namespace ghostcar::rt_core::machine_check {

namespace {

// What virtual machines call themselves in the firmware's tables.
constexpr std::array<std::string_view, 9> virtual_products{
    "QEMU",  "KVM", "VMware", "VirtualBox",           "Virtual Machine",
    "Bochs", "Xen", "BHYVE",  "Google Compute Engine"};

// MSR_SMI_COUNT, Intel 64 and IA-32 Architectures Software Developer's Manual, volume 4: 32 bits,
// counted per logical processor since reset.
constexpr off_t smi_count_register = 0x34;

bool is_x86(const MachineView& view) {
    return view.machine == "x86_64" || view.machine == "i686";
}

/// The value of a "key : value" line of /proc/cpuinfo, of the first processor.
std::string cpuinfo_value(const std::string& cpuinfo, std::string_view key) {
    std::istringstream lines(cpuinfo);
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t colon = line.find(':');
        if (line.compare(0, key.size(), key) == 0 && colon != std::string::npos) {
            return line.substr(colon + 1);
        }
    }
    return {};
}

bool has_hypervisor_flag(const std::string& cpuinfo) {
    std::istringstream flags(cpuinfo_value(cpuinfo, "flags"));
    std::string flag;
    while (flags >> flag) {
        if (flag == "hypervisor") {
            return true;
        }
    }
    return false;
}

/// What gives the hypervisor away; empty on bare metal.
std::string hypervisor_trace(const MachineView& view) {
    for (const std::string_view field : {"product_name", "sys_vendor"}) {
        const std::string product = read_text(view.sys / "class/dmi/id" / field).text;
        for (const std::string_view known : virtual_products) {
            if (product.find(known) != std::string::npos) {
                return excerpt(product);
            }
        }
    }
    const std::string type = read_text(view.sys / "hypervisor/type").text;
    if (!type.empty()) {
        return excerpt(type);
    }
    const std::filesystem::path device_tree = view.sys / "firmware/devicetree/base";
    const std::string compatible = read_text(device_tree / "compatible").text;
    std::error_code error;
    if (compatible.find("linux,dummy-virt") != std::string::npos ||
        std::filesystem::exists(device_tree / "hypervisor", error)) {
        return "by its device tree";
    }
    if (has_hypervisor_flag(read_text(view.proc / "cpuinfo").text)) {
        return "by its processor flags";
    }
    return {};
}

std::optional<std::uint32_t> read_smi_count(const std::filesystem::path& path, int& error) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        error = errno;
        return std::nullopt;
    }
    std::array<unsigned char, 8> bytes{};
    const ssize_t count = ::pread(file, bytes.data(), bytes.size(), smi_count_register);
    error = count < 0 ? errno : EIO;  // a short read is no register
    ::close(file);
    if (count != static_cast<ssize_t>(bytes.size())) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);  // x86 is little-endian: the low half
    return value;
}

const char* const measure_instead =
    "apt-get install rt-tests && hwlatdetect --duration=60   # finds gaps made by the firmware";

}  // namespace

CheckLine check_hypervisor(const MachineView& view) {
    const std::string name = "hypervisor";
    const std::string trace = hypervisor_trace(view);
    if (!trace.empty()) {
        return {name, CheckVerdict::warn, "yes (" + trace + "): it may take the CPU away any time",
                "run on the bare machine; if it has to be a guest, pin each of its CPUs to one of "
                "the host's: `virsh vcpupin GUEST 0 2`"};
    }
    const FileText cpuinfo = read_text(view.proc / "cpuinfo");
    if (!cpuinfo.readable()) {
        return cannot_read(name, view.proc / "cpuinfo", cpuinfo.reason);
    }
    if (is_x86(view) && cpuinfo_value(cpuinfo.text, "flags").empty()) {
        return cannot_understand(name, view.proc / "cpuinfo", cpuinfo.text);
    }
    return {name, CheckVerdict::ok, "none seen", ""};
}

std::optional<CheckLine> check_smis(const MachineView& view) {
    if (!is_x86(view) || !hypervisor_trace(view).empty()) {
        return std::nullopt;
    }
    const std::string name = "SMIs";
    const std::string vendor = cpuinfo_value(read_text(view.proc / "cpuinfo").text, "vendor_id");
    if (vendor.find("GenuineIntel") == std::string::npos) {
        return CheckLine{name, CheckVerdict::warn,
                         "cannot count SMIs: this processor has no counter for them",
                         measure_instead};
    }
    const int cpu = view.chosen_cpu.value_or(0);
    const std::filesystem::path path = view.dev / "cpu" / std::to_string(cpu) / "msr";
    int error = 0;
    const std::optional<std::uint32_t> before = read_smi_count(path, error);
    if (before && view.smi_pause) {
        view.smi_pause();
    }
    const std::optional<std::uint32_t> after = before ? read_smi_count(path, error) : std::nullopt;
    if (!after) {
        return CheckLine{
            name, CheckVerdict::warn,
            "cannot count SMIs: " + path.string() + ": " + std::generic_category().message(error),
            "modprobe msr && ghostcar check   # as root"};
    }
    const std::uint32_t delta = *after - *before;  // modulo 2^32, as the register counts
    const std::string found = std::to_string(delta) + " in " + std::to_string(view.smi_pause_ms) +
                              " ms, " + std::to_string(*after) + " since start";
    if (delta == 0) {
        return CheckLine{name, CheckVerdict::ok, found, ""};
    }
    return CheckLine{name, CheckVerdict::warn, found,
                     "switch off USB legacy support and power management in the firmware's set-up, "
                     "then run `ghostcar check` again"};
}

}  // namespace ghostcar::rt_core::machine_check
