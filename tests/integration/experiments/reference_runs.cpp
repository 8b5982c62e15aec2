// SPDX-License-Identifier: Apache-2.0
// Drives an experiment many times with a reference controller; one line a run, for
// references_test.py to judge.
//
// usage: reference_runs DATA SESSION CONTROLLER FIRST LAST [OVERRIDES]
//   CONTROLLER: a built-in one, or - for the drivers of the session file; FIRST … LAST: lots of a
//   park, else seeds; OVERRIDES: TOML laid over the session
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "tests/integration/experiments/reference_drive.h"

namespace {

using ghostcar::tests::DriveEnd;
using ghostcar::tests::ReferenceDrive;

void print(long number, const DriveEnd& end) {
    std::printf("%ld %s score=%.17g", number, std::string(verdict_text(end.verdict.kind)).c_str(),
                end.verdict.score.value_or(-1.0));
    for (const ghostcar::model::Figure& figure : end.verdict.figures)
        std::printf(" %s=%.17g", figure.name.c_str(), figure.value);
    std::printf(" slowest_on_the_way_kph=%.4f fastest_on_the_way_kph=%.4f",
                end.slowest_on_the_way_kph, end.fastest_on_the_way_kph);
    std::printf(" # %s\n", end.verdict.message.c_str());
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    if (count < 6) {
        std::fputs("usage: reference_runs DATA SESSION CONTROLLER FIRST LAST [OVERRIDES]\n",
                   stderr);
        return 2;
    }
    try {
        const std::string session = words[2];
        const long last = std::stol(words[5]);
        for (long number = std::stol(words[4]); number <= last; ++number) {
            std::string overrides = count > 6 ? words[6] : "";
            if (session == "park") overrides += "\npark.lot = " + std::to_string(number) + "\n";
            const std::string controller = std::string(words[3]) == "-" ? "" : words[3];
            ReferenceDrive drive(words[1], session, overrides, static_cast<std::uint64_t>(number),
                                 !controller.empty());
            print(number, drive.run(controller));
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "reference_runs: %s\n", error.what());
        return 2;
    }
    return 0;
}
