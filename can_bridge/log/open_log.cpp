// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/open_log.h"

#include <array>
#include <string>
#include <string_view>

#include "can_bridge/log/asc.h"
#include "can_bridge/log/blf_reader.h"
#include "can_bridge/log/candump_log.h"

namespace ghostcar::can_bridge {

std::unique_ptr<LogReader> open_log(std::istream& input) {
    std::array<char, 512> bytes{};
    input.read(bytes.data(), bytes.size());
    const std::string_view begin(bytes.data(), static_cast<std::size_t>(input.gcount()));
    input.clear();
    input.seekg(0);
    if (begin.substr(0, 4) == "LOGG") return std::make_unique<BlfReader>(input);
    const std::size_t first = begin.find_first_not_of(" \t\r\n");
    const std::string_view line = first == std::string_view::npos
                                      ? std::string_view()
                                      : begin.substr(first, begin.find('\n', first) - first);
    if (!line.empty() && (line.front() == '(' || line.find('#') != std::string_view::npos))
        return std::make_unique<CandumpReader>(input);
    return std::make_unique<AscReader>(input);
}

}  // namespace ghostcar::can_bridge
