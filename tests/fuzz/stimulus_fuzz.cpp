// SPDX-License-Identifier: Apache-2.0
// A stimulus file is refused with its place, or every column of it can be played.
#include <cstring>

#include "can_bridge/stimulus/expectation.h"
#include "can_bridge/stimulus/stimulus_file.h"
#include "tests/fuzz/fuzz.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge::stimulus;
using fuzz::require;

namespace {

void check(const StimulusFile& file) {
    require(!file.columns.empty() && !file.rows.empty());
    std::int64_t last_ms = -1;
    for (const Row& row : file.rows) {
        require(row.cells.size() == file.columns.size() && row.time_ms > last_ms);
        last_ms = row.time_ms;
    }
    for (std::size_t index = 0; index < file.columns.size(); ++index) {
        const Column& column = file.columns[index];
        require(!column.channel.empty());
        if (column.kind == ColumnKind::fault_state)
            require(file.columns[column.partner].partner == index);
        if (column.kind != ColumnKind::expectation) continue;
        Expectation expectation(file, index);
        for (std::int64_t tick = 0; tick < 50; ++tick) expectation.step(tick, 1.0);
        require(expectation.checks() <= 50 && expectation.failures() <= expectation.checks());
        require(!expectation.message().empty());
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        check(StimulusFile::parse(fuzz::as_text(data, size), "f"));
    } catch (const model::ConfigError& error) {
        require(std::strncmp(error.what(), "f:", 2) == 0);
    }
    return 0;
}
