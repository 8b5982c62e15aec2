// SPDX-License-Identifier: Apache-2.0
#include "rt_core/machine_check/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace ghostcar::rt_core::machine_check {

namespace {

// More than any file here needs; keeps a wrong path from filling the memory.
constexpr std::size_t longest_text = 1U << 20;
// The kernel's own ceiling (CONFIG_NR_CPUS on x86-64); keeps garbage from becoming a huge list.
constexpr int most_cpus = 8192;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::optional<int> parse_cpu(std::string_view text) {
    const std::optional<std::int64_t> number = parse_integer(text);
    if (!number || *number < 0 || *number >= most_cpus) {
        return std::nullopt;
    }
    return static_cast<int>(*number);
}

}  // namespace

FileText read_text(const std::filesystem::path& path) {
    FileText result;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        result.reason = std::generic_category().message(errno);
        return result;
    }
    std::string raw;
    std::array<char, 4096> buffer{};
    while (raw.size() < longest_text) {
        const ssize_t count = ::read(file, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            result.reason = std::generic_category().message(errno);
        }
        if (count <= 0) {
            break;
        }
        raw.append(buffer.data(), static_cast<std::size_t>(count));
    }
    ::close(file);
    result.text = trimmed(raw);
    return result;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) {
        return std::nullopt;
    }
    return number;
}

std::optional<std::vector<int>> parse_cpu_list(std::string_view text) {
    std::vector<int> cpus;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view range = text.substr(0, comma);
        const std::size_t dash = std::min(range.find('-'), range.size());
        const std::optional<int> first = parse_cpu(range.substr(0, dash));
        const std::optional<int> last =
            dash == range.size() ? first : parse_cpu(range.substr(dash + 1));
        if (!first || !last || *last < *first) {
            return std::nullopt;
        }
        for (int cpu = *first; cpu <= *last; ++cpu) {
            cpus.push_back(cpu);
        }
        if (comma + 1 == text.size()) {
            return std::nullopt;  // ends in a comma
        }
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

std::string format_cpu_list(const std::vector<int>& cpus) {
    std::string text;
    for (std::size_t start = 0; start < cpus.size();) {
        std::size_t end = start + 1;
        while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) {
            ++end;
        }
        text += (text.empty() ? "" : ",") + std::to_string(cpus[start]);
        if (end - start > 1) {
            text += "-" + std::to_string(cpus[end - 1]);
        }
        start = end;
    }
    return text;
}

std::optional<std::vector<int>> parse_cpu_mask(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](char letter) { return letter != ','; });
    if (digits.empty() || digits.size() > most_cpus / 4) {
        return std::nullopt;
    }
    std::vector<int> cpus;
    for (std::size_t place = 0; place < digits.size(); ++place) {
        const char* const digit = &digits[digits.size() - 1 - place];
        unsigned value = 0;
        if (std::from_chars(digit, digit + 1, value, 16).ptr != digit + 1) {
            return std::nullopt;
        }
        for (unsigned bit = 0; bit < 4; ++bit) {
            if (((value >> bit) & 1U) != 0) {
                cpus.push_back(static_cast<int>(place * 4 + bit));
            }
        }
    }
    return cpus;
}

std::string format_cpu_mask(const std::vector<int>& cpus) {
    if (cpus.empty()) {
        return "0";
    }
    const int highest_place = *std::max_element(cpus.begin(), cpus.end()) / 4;
    std::string text;
    for (int place = highest_place; place >= 0; --place) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < 4; ++bit) {
            value |= (contains(cpus, place * 4 + static_cast<int>(bit)) ? 1U : 0U) << bit;
        }
        text += "0123456789abcdef"[value];
        if (place > 0 && place % 8 == 0) {
            text += ',';  // the kernel reads groups of 32 bits
        }
    }
    return text;
}

bool contains(const std::vector<int>& cpus, int cpu) {
    return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end();
}

bool intersects(const std::vector<int>& left, const std::vector<int>& right) {
    return std::any_of(left.begin(), left.end(), [&](int cpu) { return contains(right, cpu); });
}

std::string excerpt(std::string_view text) {
    constexpr std::size_t longest = 24;
    std::string line(text.substr(0, longest));
    std::replace_if(
        line.begin(), line.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return text.size() > longest ? line + "..." : line;
}

std::vector<std::filesystem::path> list_directory(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> entries;
    std::error_code error;
    std::filesystem::directory_iterator entry(path, error);
    while (!error && entry != std::filesystem::directory_iterator{}) {
        entries.push_back(entry->path());
        entry.increment(error);
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

CheckLine cannot_read(std::string name, const std::filesystem::path& path,
                      std::string_view reason) {
    return {std::move(name), CheckVerdict::warn,
            "cannot read " + path.string() + ": " + std::string(reason),
            "run `ghostcar check` as root and outside containers, where " + path.string() +
                " can be read"};
}

CheckLine cannot_understand(std::string name, const std::filesystem::path& path,
                            std::string_view text) {
    return {std::move(name), CheckVerdict::warn,
            "cannot understand " + path.string() + ": \"" + excerpt(text) + "\"",
            "look at it with `cat " + path.string() + "` and judge this line by hand"};
}

}  // namespace ghostcar::rt_core::machine_check
