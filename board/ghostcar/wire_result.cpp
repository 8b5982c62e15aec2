// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/wire_result.h"

#include "board/ghostcar/report/text.h"
#include "rt_core/state.h"

namespace ghostcar::board {
namespace {

double seconds(std::int64_t tick) {
    return static_cast<double>(tick < 0 ? 0 : tick) * rt_core::tick_s;
}

std::string kind_of(const drivers::WireFault& fault) {
    switch (fault.kind) {
        case drivers::WireFaultKind::drift:
            return "drift";
        case drivers::WireFaultKind::noise:
            return "noise";
        case drivers::WireFaultKind::delay:
            return "delay";
        case drivers::WireFaultKind::broken:
            break;
    }
    const std::string word = fault.condition == drivers::WireCondition::open      ? "open"
                             : fault.condition == drivers::WireCondition::shorted ? "short"
                                                                                  : "stuck";
    return fault.track == 2 ? word + ", second track" : word;
}

std::string amount_of(const drivers::WireFault& fault) {
    switch (fault.kind) {
        case drivers::WireFaultKind::drift:
            return short_number_text(100.0 * fault.amount) + " % of the travel";
        case drivers::WireFaultKind::noise:
            return "±" + short_number_text(100.0 * fault.amount) + " % of the travel";
        case drivers::WireFaultKind::delay:
            return short_number_text(fault.amount) + " ms";
        case drivers::WireFaultKind::broken:
            break;
    }
    return {};
}

}  // namespace

Json wires_json(const drivers::VirtualBench& bench) {
    Json staged = Json::array();
    for (const drivers::WireFault& fault : bench.staged().all())
        staged.push_back({{"signal", drivers::word_of(fault.signal)},
                          {"kind", kind_of(fault)},
                          {"amount", amount_of(fault)},
                          {"at_s", seconds(fault.first_tick)},
                          {"for_s", seconds(fault.end_tick - fault.first_tick)}});
    Json reports = Json::array();
    for (const drivers::WireReport& report : bench.reports().all())
        reports.push_back({{"signal", drivers::word_of(report.signal)},
                           {"trouble", drivers::words_of(report.trouble)},
                           {"at_s", seconds(report.driving_tick)},
                           {"volts", report.volts}});
    return {{"staged", staged}, {"reports", reports}};
}

std::string wires_text(const drivers::VirtualBench& bench) {
    std::string text;
    for (const drivers::WireReport& report : bench.reports().all()) {
        text += text.empty() ? "" : "; ";
        text += std::string(drivers::word_of(report.signal)) + ": " +
                std::string(drivers::words_of(report.trouble));
        if (report.signal != drivers::WireSignal::lever)
            text += " (" + number_text(report.volts, 2) + " V)";
        text += " after " + number_text(seconds(report.driving_tick), 3) + " s of driving";
    }
    return text;
}

}  // namespace ghostcar::board
