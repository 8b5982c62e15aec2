// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/run_record.h"

#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

#include "board/ghostcar/options.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

/// The last line that tells of the program's end: "ghostcar: …" without its first word.
std::string last_words(const std::string& errors) {
    constexpr std::string_view begin = "ghostcar: ";
    std::size_t at = errors.rfind("\n" + std::string(begin));
    if (at != std::string::npos)
        ++at;
    else if (errors.starts_with(begin))
        at = 0;
    if (at == std::string::npos) return {};
    at += begin.size();
    return errors.substr(at, errors.find('\n', at) - at);
}

std::string words_without_result(const ChildEnd& end) {
    if (end.out_of_time) return "stopped: the time limit of the wall clock was over";
    if (!end.exited) return "the run was ended by " + signal_word(end.signal);
    const std::string words = last_words(end.errors);
    return words.empty() ? "the run left no result (exit code " + std::to_string(end.code) + ")"
                         : words;
}

RunRecord broken(std::string message) {
    RunRecord record;
    record.outcome = "invalid";
    record.message = std::move(message);
    return record;
}

/// null: there is none that can be read.
nlohmann::json result_of(const ChildEnd& end) {
    try {
        return nlohmann::json::parse(end.output);
    } catch (const std::exception&) {  // whatever it is: only this run suffers
        return {};
    }
}

std::optional<double> finite_number(const nlohmann::json& object, std::string_view key) {
    const std::optional<double> number = member_number(object, key);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> whole_number(const nlohmann::json& object, std::string_view key) {
    const std::optional<double> number = finite_number(object, key);
    return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

}  // namespace

RunRecord run_record_of(const ChildEnd& end) {
    const bool machine_failed = end.exited && end.code == exit_not_possible;
    if (!end.exited || end.out_of_time || end.output.empty()) {
        RunRecord record = broken(words_without_result(end));
        record.machine_failed = machine_failed;
        return record;
    }
    const nlohmann::json result = result_of(end);
    if (!result.is_object()) return broken("the run left a result that cannot be read");
    RunRecord record;
    record.outcome = member_text(result, "outcome");
    record.verdict = member_text(result, "verdict");
    record.message = member_text(result, "message");
    record.state_hash = member_text(result, "state_hash");
    record.score = finite_number(result, "score");
    record.ticks = static_cast<std::int64_t>(member_number(result, "ticks").value_or(0.0));
    record.machine_failed = machine_failed;
    return record;
}

std::vector<RunRecord> race_records_of(const ChildEnd& end, std::size_t cars) {
    std::vector<RunRecord> records(cars, run_record_of(end));
    const nlohmann::json result =
        records.front().outcome == "finished" ? result_of(end) : nlohmann::json();
    const nlohmann::json& driven = member(result, "cars");
    if (!driven.is_array() || driven.size() != cars) return records;
    for (std::size_t i = 0; i < cars; ++i) {
        records[i].outcome = member_text(driven[i], "outcome");
        records[i].verdict = member_text(driven[i], "verdict");
        records[i].message = member_text(driven[i], "message");
        records[i].score = finite_number(driven[i], "score");
        records[i].arrival = whole_number(driven[i], "arrival");
        records[i].laps = whole_number(driven[i], "laps");
        // The judge's: what the score is made of. After the finish the car goes on taking damage.
        records[i].damage = finite_number(member(driven[i], "judge"), "damage");
    }
    return records;
}

}  // namespace ghostcar::board
