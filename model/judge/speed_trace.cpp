// SPDX-License-Identifier: Apache-2.0
#include "model/judge/speed_trace.h"

#include <cstddef>

#include "model/config/csv_reader.h"
#include "model/driver/drive_cycle_reader.h"

namespace ghostcar::model {
namespace {

// A log's clock may begin anywhere, seconds since 1970 included. A dynamometer at rest may show a
// little less than 0.
constexpr Range times = Range::between(-1e10, 1e10);
constexpr Range speeds = Range::between(-20.0, 1000.0);

std::size_t column(const CsvReader& csv, const std::string& name) {
    for (std::size_t i = 0; i < csv.header().size(); ++i) {
        if (csv.header()[i] == name) return i;
    }
    csv.fail("the header has no column " + name, "write the header t_s,v_kph");
}

}  // namespace

SpeedTrace read_speed_trace(std::string_view text, const std::string& path) {
    CsvReader csv(text, path, "t_s,v_kph");
    const std::size_t time = column(csv, "t_s");
    const std::size_t speed = column(csv, "v_kph");
    SpeedTrace trace;
    trace.remarks = cycle_remarks(csv);
    while (csv.next()) {
        const double t_s = csv.number(time, times);
        if (!trace.t_s.empty()) csv.require_rising(trace.t_s.back(), t_s);
        trace.t_s.push_back(t_s);
        trace.v_kph.push_back(csv.number(speed, speeds));
    }
    if (trace.t_s.size() < 2) {
        csv.fail(trace.t_s.empty() ? "the file has a header and no rows" : "one row is no trace",
                 "write one row a sample");
    }
    return trace;
}

}  // namespace ghostcar::model
