// SPDX-License-Identifier: Apache-2.0
// `ghostcar list controllers`: who can drive.
#include <iostream>
#include <string>
#include <vector>

#include "board/ghostcar/options.h"
#include "board/ghostcar/result.h"
#include "model/driver/controller/builtin.h"

namespace ghostcar::board {
namespace {

struct Row {
    std::string setting;
    std::string description;
};

std::vector<Row> rows() {
    std::vector<Row> rows;
    for (const model::BuiltinEntry& entry : model::builtin_controllers())
        rows.push_back(
            {"controller.builtin=" + std::string(entry.name), std::string(entry.description)});
    rows.push_back({"controller.library=PATH",
                    "your own, a shared library: `ghostcar new controller NAME` begins one"});
    rows.push_back({"controller.kind=keyboard", "you, with the keys of this terminal"});
    rows.push_back(
        {"controller.kind=udp", "a program anywhere: --set controller.listen=127.0.0.1:5502"});
    return rows;
}

}  // namespace

int list_controllers(bool json) {
    constexpr std::size_t column = 36;
    Json list = Json::array();
    for (const Row& row : rows()) {
        list.push_back({{"setting", row.setting}, {"description", row.description}});
        if (!json)
            std::cout << row.setting
                      << std::string(row.setting.size() < column ? column - row.setting.size() : 1,
                                     ' ')
                      << row.description << "\n";
    }
    if (json)
        std::cout << list.dump(2) << "\n";
    else
        std::cout << "Use one with `ghostcar run SESSION --set …`; more: docs/controllers.md\n";
    return exit_passed;
}

}  // namespace ghostcar::board
