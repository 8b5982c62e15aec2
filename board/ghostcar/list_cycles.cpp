// SPDX-License-Identifier: Apache-2.0
#include <iomanip>
#include <iostream>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/result.h"
#include "model/driver/drive_cycle_reader.h"

namespace ghostcar::board {

int list_cycles(bool json) {
    Json list = Json::array();
    if (!json)
        std::cout << std::left << std::setw(10) << "name" << std::right << std::setw(10) << "time"
                  << std::setw(13) << "distance" << std::setw(14) << "maximum"
                  << "   description\n";
    for (const std::string& name : shipped_names(DataKind::cycle)) {
        const SourceText source = read_data(DataKind::cycle, name);
        const model::DriveCycle cycle = model::read_drive_cycle(source.text, source.path, name);
        Json phases = Json::array();
        for (const model::CyclePhase& phase : cycle.remarks().phases) phases.push_back(phase.name);
        list.push_back({{"name", name},
                        {"description", cycle.remarks().description},
                        {"duration_s", cycle.duration_s()},
                        {"distance_m", cycle.distance_m()},
                        {"maximum_kph", cycle.maximum_kph()},
                        {"tolerance_kph", cycle.remarks().tolerance_kph},
                        {"tolerance_s", cycle.remarks().tolerance_s},
                        {"prescribes_gears", cycle.prescribes_gears()},
                        {"phases", phases}});
        if (!json)
            std::cout << std::left << std::setw(10) << name << std::right << std::fixed
                      << std::setprecision(0) << std::setw(8) << cycle.duration_s() << " s"
                      << std::setprecision(3) << std::setw(10) << cycle.distance_m() / 1000.0
                      << " km" << std::setprecision(1) << std::setw(9) << cycle.maximum_kph()
                      << " km/h   " << cycle.remarks().description << "\n";
    }
    if (json) std::cout << list.dump(2) << "\n";
    return exit_passed;
}

}  // namespace ghostcar::board
