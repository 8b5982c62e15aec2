// SPDX-License-Identifier: Apache-2.0
// timing.json: what the wall clock said about the loop, with the machine it said it on.
#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

#include "board/ghostcar/result.h"
#include "board/ghostcar/words.h"

namespace ghostcar::board {
namespace {

Json all_percentiles(const rt_core::Histogram& histogram) {
    return {{"p50", histogram.percentile_us(0.5)},
            {"p99", histogram.percentile_us(0.99)},
            {"p99_9", histogram.percentile_us(0.999)},
            {"p99_99", histogram.percentile_us(0.9999)},
            {"max", histogram.max_us()},
            {"count", histogram.count()}};
}

/// The bins that hold something, as [µs, count].
Json bins(const rt_core::Histogram& histogram) {
    Json list = Json::array();
    for (std::size_t index = 0; index < rt_core::Histogram::bin_count; ++index)
        if (const std::uint64_t count = histogram.bin(index); count != 0)
            list.push_back({index, count});
    return list;
}

std::string kernel_text() {
    utsname name{};
    uname(&name);
    return std::string(name.release) + " " + name.version + " " + name.machine;
}

std::string first_line(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// x86 calls it "model name"; ARM only gives the part number.
std::string cpu_text() {
    std::ifstream file("/proc/cpuinfo");
    std::string part = "unknown";
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        if (line.rfind("model name", 0) == 0) return line.substr(colon + 2);
        if (line.rfind("CPU part", 0) == 0) part = "ARM part " + line.substr(colon + 2);
    }
    return part;
}

/// Every processor's frequency governor, each word once: "performance" is what a loop wants. Empty
/// where the machine does not tell.
std::string governors_text() {
    std::set<std::string> words;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator("/sys/devices/system/cpu/cpufreq", none))
        words.insert(first_line((entry.path() / "scaling_governor").c_str()));
    words.erase("");
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace

Json timing_json(const RunEnd& end, const rt_core::RealtimeGrant& grant,
                 const rt_core::Timing& timing) {
    return {{"realtime", end.realtime},
            {"refused", grant.refused},
            {"pace", end.pace.text()},
            {"governor", governors_text()},
            {"wake_us", all_percentiles(timing.wake)},
            {"tick_us", all_percentiles(timing.tick)},
            {"overruns", timing.overruns.load()},
            {"dropped_periods", timing.dropped_periods.load()},
            {"page_faults", timing.page_faults.load()},
            {"wake_hash", hex_word(timing.wake_hash.load())},
            {"kernel", kernel_text()},
            {"command_line", first_line("/proc/cmdline")},
            {"cpu", cpu_text()},
            {"histogram", {{"wake", bins(timing.wake)}, {"tick", bins(timing.tick)}}}};
}

}  // namespace ghostcar::board
