// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "board/ghostcar/options.h"
#include "board/ghostcar/result.h"
#include "rt_core/machine_check/machine_check.h"

namespace ghostcar::board {

int check_command(bool json) {
    const std::vector<rt_core::CheckLine> lines =
        rt_core::check_machine(rt_core::MachineView::real());
    if (json) {
        Json list = Json::array();
        for (const rt_core::CheckLine& line : lines)
            list.push_back({{"name", line.name},
                            {"verdict", rt_core::verdict_name(line.verdict)},
                            {"found", line.found},
                            {"remedy", line.remedy}});
        std::cout << list.dump(2) << "\n";
    } else {
        std::cout << rt_core::to_text(lines);
    }
    return rt_core::worst_verdict(lines) == rt_core::CheckVerdict::fail ? exit_not_possible
                                                                        : exit_passed;
}

}  // namespace ghostcar::board
