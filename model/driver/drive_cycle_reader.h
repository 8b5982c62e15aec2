// SPDX-License-Identifier: Apache-2.0
// A drive cycle from the text of a CSV:
//
//   # description: …                above the header, all optional: what it is …
//   # tolerance_kph: 2.0            … the band it is judged by …
//   # tolerance_s: 1.0
//   # phase: urban 0                … and its phases: a name, and the second it begins
//   t_s,v_kph[,gear][,grade_pct]
//
// gear: a number (0 neutral), PM (neutral, clutch up), K1 (that gear in, clutch pressed), 1>2 (a
// gear change), off (engine off), or nothing (the driver chooses).
#pragma once

#include <string>
#include <string_view>

#include "model/driver/drive_cycle.h"

namespace ghostcar::model {

class CsvReader;

/// What the remarks above a header say of a cycle. Throws ConfigError.
[[nodiscard]] CycleRemarks cycle_remarks(const CsvReader& csv);

/// Throws ConfigError: file:line: what; what to do.
[[nodiscard]] DriveCycle read_drive_cycle(std::string_view text, const std::string& path,
                                          const std::string& name);

}  // namespace ghostcar::model
