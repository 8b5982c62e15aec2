// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/championship_result.h"

#include <algorithm>
#include <utility>

#include "board/ghostcar/race/progress.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/version.h"

namespace ghostcar::board {
namespace {

/// A cell of a CSV (RFC 4180): in quotes where it must be, on one line in any case.
std::string csv_cell(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '"') result += '"';
        result += letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    return text.find_first_of(",\"\n\r") == std::string::npos ? result : "\"" + result + "\"";
}

std::string score_text(const RunRecord& record) {
    return record.score ? precise_text(*record.score) : std::string();
}

std::string place_text(const EventPlace& place) {
    return place.place ? std::to_string(*place.place) : std::string();
}

Json run_json(const Participant& participant, const RunRecord& record, const EventPlace& place) {
    return {{"place", place.place ? Json(*place.place) : Json()},
            {"participant", participant.name},
            {"points", place.points},
            {"outcome", record.outcome},
            {"verdict", record.verdict},
            {"score", record.score ? Json(*record.score) : Json()},
            {"message", record.message},
            {"attempts", record.attempts},
            {"seed", record.seed},
            {"ticks", record.ticks},
            {"arrival", record.arrival ? Json(*record.arrival) : Json()},
            {"laps", record.laps ? Json(*record.laps) : Json()},
            {"damage", record.damage ? Json(*record.damage) : Json()},
            {"state_hash", record.state_hash},
            {"folder", record.folder},
            {"command", record.command}};
}

/// Pads to `width` visible letters.
std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::size_t length = visible_length(text);
    const std::string space(length < width ? width - length : 0, ' ');
    return right ? space + text : text + space;
}

}  // namespace

ChampionshipResult::ChampionshipResult(const Championship& of, const RunRecords& with,
                                       bool is_complete)
    : championship(of), records(with), complete(is_complete) {
    for (std::size_t event = 0; event < records.size(); ++event)
        places.push_back(championship.events[event].kind == EventKind::practice
                             ? practice_places(records[event])
                             : event_places(records[event], championship.points));
    standings = board::standings(places);
}

std::vector<std::size_t> ChampionshipResult::event_order(std::size_t event) const {
    return order_by_places(places[event]);
}

Json ranking_json(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    Json ranking = Json::array();
    for (const Standing& standing : result.standings) {
        const Participant& participant = championship.participants[standing.participant];
        ranking.push_back({{"place", standing.place},
                           {"participant", participant.name},
                           {"vehicle", participant.vehicle},
                           {"controller", participant.controller},
                           {"points", standing.points}});
    }
    Json events = Json::array();
    for (std::size_t event = 0; event < championship.events.size(); ++event) {
        Json runs = Json::array();
        for (const std::size_t index : result.event_order(event))
            runs.push_back(run_json(championship.participants[index], result.records[event][index],
                                    result.places[event][index]));
        const Event& described = championship.events[event];
        events.push_back({{"name", described.name},
                          {"kind", event_kind_word(described.kind)},
                          {"session", described.session},
                          {"order", starting_order_word(described.order)},
                          {"seed", described.seed},
                          {"runs", runs}});
    }
    return {{"championship", championship.name},
            {"description", championship.description},
            {"priority", championship.priority},
            {"complete", result.complete},
            {"points", championship.points},
            {"ghostcar_version", version},
            {"ranking", ranking},
            {"events", events}};
}

std::string ranking_csv(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    std::string text = "place,participant,vehicle,controller,points";
    for (const Event& event : championship.events) text += "," + csv_cell(event.name);
    text += "\n";
    for (const Standing& standing : result.standings) {
        const Participant& participant = championship.participants[standing.participant];
        text += std::to_string(standing.place) + "," + csv_cell(participant.name) + "," +
                csv_cell(participant.vehicle) + "," + csv_cell(participant.controller) + "," +
                std::to_string(standing.points);
        for (const std::vector<RunRecord>& event : result.records) {
            const RunRecord& record = event[standing.participant];
            text += "," + (record.counts() ? score_text(record) : std::string());
        }
        text += "\n";
    }
    return text;
}

std::string results_csv(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    std::string text =
        "event,session,place,participant,points,outcome,verdict,score,message,attempts,seed,ticks,"
        "arrival,laps,damage,state_hash\n";
    for (std::size_t event = 0; event < championship.events.size(); ++event)
        for (const std::size_t index : result.event_order(event)) {
            const RunRecord& record = result.records[event][index];
            const EventPlace& place = result.places[event][index];
            for (const std::string& value :
                 {championship.events[event].name, championship.events[event].session,
                  place_text(place), championship.participants[index].name,
                  std::to_string(place.points), record.outcome, record.verdict, score_text(record),
                  record.message, std::to_string(record.attempts), std::to_string(record.seed),
                  std::to_string(record.ticks),
                  record.arrival ? std::to_string(*record.arrival) : std::string(),
                  record.laps ? std::to_string(*record.laps) : std::string(),
                  record.damage ? precise_text(*record.damage) : std::string()})
                text += csv_cell(value) + ",";
            text += record.state_hash + "\n";
        }
    return text;
}

std::string ranking_text(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    std::size_t width = 11;
    for (const Participant& participant : championship.participants)
        width = std::max(width, visible_length(participant.name));
    std::string text = championship.name +
                       (result.complete ? "" : " (stopped: only what was run until then)") + "\n" +
                       "place  " + padded("participant", width, false) + "  points  places\n";
    for (const Standing& standing : result.standings) {
        const std::size_t index = standing.participant;
        text += padded(std::to_string(standing.place), 5, true) + "  " +
                padded(championship.participants[index].name, width, false) + "  " +
                padded(std::to_string(standing.points), 6, true) + " ";
        for (std::size_t event = 0; event < championship.events.size(); ++event) {
            const std::string place = place_text(result.places[event][index]);
            text += padded(place.empty() ? "–" : place, 3, true);
        }
        text += "\n";
    }
    for (std::size_t event = 0; event < championship.events.size(); ++event)
        for (const std::size_t index : result.event_order(event)) {
            const RunRecord& record = result.records[event][index];
            if (record.was_run() && !record.counts())
                text += championship.events[event].name + ", " +
                        championship.participants[index].name + ": " +
                        Progress::result_words(record) + "\n";
        }
    return text;
}

}  // namespace ghostcar::board
