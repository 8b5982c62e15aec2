// SPDX-License-Identifier: Apache-2.0
// Reading the small text files of /proc and /sys, which may be missing, forbidden or odd.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rt_core/machine_check/machine_check.h"

namespace ghostcar::rt_core::machine_check {

struct FileText {
    std::string text;    // without white space at either end
    std::string reason;  // why it could not be read; empty when it could

    [[nodiscard]] bool readable() const { return reason.empty(); }
};

[[nodiscard]] FileText read_text(const std::filesystem::path& path);

/// The whole text is one decimal number.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// "0-2,5" as in cpuset(7); an empty text is an empty list. Nothing when it is not such a list.
[[nodiscard]] std::optional<std::vector<int>> parse_cpu_list(std::string_view text);
[[nodiscard]] std::string format_cpu_list(const std::vector<int>& cpus);

/// "ffffffff,0000000f" as in cpuset(7), the last digit being CPUs 0 to 3.
[[nodiscard]] std::optional<std::vector<int>> parse_cpu_mask(std::string_view text);
[[nodiscard]] std::string format_cpu_mask(const std::vector<int>& cpus);

[[nodiscard]] bool contains(const std::vector<int>& cpus, int cpu);
[[nodiscard]] bool intersects(const std::vector<int>& left, const std::vector<int>& right);

/// `text` cut to one short printable line, for messages about files with unexpected content.
[[nodiscard]] std::string excerpt(std::string_view text);

/// Directory entries in a fixed order; empty when the directory cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> list_directory(const std::filesystem::path& path);

[[nodiscard]] CheckLine cannot_read(std::string name, const std::filesystem::path& path,
                                    std::string_view reason);
[[nodiscard]] CheckLine cannot_understand(std::string name, const std::filesystem::path& path,
                                          std::string_view text);

}  // namespace ghostcar::rt_core::machine_check
