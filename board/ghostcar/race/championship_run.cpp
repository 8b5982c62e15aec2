// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/championship_run.h"

#include <algorithm>
#include <numeric>
#include <system_error>
#include <utility>

#include "board/ghostcar/race/session_settings.h"

namespace ghostcar::board {
namespace {

constexpr int look_ms = 200;  // how often a progress bar moves by itself

/// "3: Zoë & friends" → "03-zo-friends": a name for a folder.
std::string folder_name(std::size_t index, const std::string& name) {
    std::string result = (index < 9 ? "0" : "") + std::to_string(index + 1) + "-";
    for (const char letter : name) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        const bool plain = upper || (letter >= 'a' && letter <= 'z') ||
                           (letter >= '0' && letter <= '9') || letter == '.';
        if (plain)
            result += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        else if (result.back() != '-')
            result += '-';
    }
    while (result.back() == '-' || result.back() == '.') result.pop_back();
    return result;
}

/// A command line that can be pasted into a shell.
std::string shell_text(const std::vector<std::string>& words) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=,:+";
    std::string line;
    for (const std::string& word : words) {
        std::string quoted = "'";
        for (const char letter : word)
            quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string::npos;
        line += (line.empty() ? "" : " ") + (is_plain ? word : quoted + "'");
    }
    return line;
}

}  // namespace

ChampionshipRun::ChampionshipRun(const Championship& championship, Setup setup)
    : championship_(championship),
      setup_(std::move(setup)),
      records_(championship.events.size(),
               std::vector<RunRecord>(championship.participants.size())),
      open_runs_(championship.events.size(), championship.participants.size()) {}

bool ChampionshipRun::is_complete(std::size_t event) const {
    return open_runs_[event] == 0;
}

std::vector<std::size_t> ChampionshipRun::starting_order(std::size_t event) const {
    std::vector<std::size_t> order(championship_.participants.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (championship_.events[event].order == StartingOrder::drivers) return order;
    if (event > 0) order = order_by_places(event_places(records_[event - 1], championship_.points));
    if (championship_.events[event].order == StartingOrder::reversed)
        std::reverse(order.begin(), order.end());
    return order;
}

/// All on one grid, but for those who cannot stand there.
void ChampionshipRun::open_race(Progress& progress) {
    Job job{next_event_, {}, 1};
    for (const std::size_t participant : starting_order(next_event_)) {
        const auto& unfit = championship_.events[next_event_].unfit;
        const auto found = unfit.find(participant);
        if (found == unfit.end()) {
            job.participants.push_back(participant);
            continue;
        }
        RunRecord& record = records_[next_event_][participant];
        record.outcome = "invalid";
        record.message = found->second;
        --open_runs_[next_event_];
        progress.done(championship_.events[next_event_].name,
                      championship_.participants[participant].name, record);
    }
    if (!job.participants.empty()) waiting_.push_back(std::move(job));
}

/// An event whose order depends on the one before waits for it; the others need not.
void ChampionshipRun::open_events(Progress& progress) {
    while (next_event_ < championship_.events.size()) {
        const bool waits = next_event_ > 0 &&
                           championship_.events[next_event_].order != StartingOrder::drivers &&
                           !is_complete(next_event_ - 1);
        if (waits) return;
        if (championship_.events[next_event_].kind == EventKind::race)
            open_race(progress);
        else
            for (const std::size_t participant : starting_order(next_event_))
                waiting_.push_back({next_event_, {participant}, 1});
        ++next_event_;
    }
}

std::string ChampionshipRun::folder_of(const Job& job) const {
    const Event& event = championship_.events[job.event];
    const std::size_t first = job.participants.front();
    const std::string folder =
        "runs/" + folder_name(job.event, event.name) +
        (event.kind == EventKind::race
             ? "/all"
             : "/" + folder_name(first, championship_.participants[first].name));
    return job.attempt == 1 ? folder : folder + "-attempt-" + std::to_string(job.attempt);
}

std::vector<std::string> ChampionshipRun::arguments_of(const Job& job) const {
    const Event& event = championship_.events[job.event];
    std::vector<std::string> words{
        "run",    event.session_file,
        "--pace", "fast",
        "--seed", std::to_string(event.seed + static_cast<std::uint64_t>(job.attempt - 1))};
    const auto add = [&words](const Settings& settings) {
        for (const std::string& setting : settings) {
            words.emplace_back("--set");
            words.push_back(setting);
        }
    };
    add(event.settings);
    if (event.kind == EventKind::race)
        add(grid_settings(championship_.participants, job.participants, event));
    else
        add(participant_settings(championship_.participants[job.participants.front()], event));
    return words;
}

void ChampionshipRun::start(const Job& job) {
    std::vector<std::string> words = arguments_of(job);
    std::vector<std::string> repeat = words;
    repeat.insert(repeat.begin(), "ghostcar");
    for (const std::size_t participant : job.participants)
        records_[job.event][participant].command = shell_text(repeat);
    words.insert(words.begin(), setup_.program);
    // Runs share the machine: none of them takes a core for itself.
    for (const char* word : {"--set", "realtime.policy=other", "--set", "realtime.cpu=any",
                             "--json", "--record", setup_.record ? "on" : "off", "--out"})
        words.emplace_back(word);
    words.push_back((setup_.folder / folder_of(job)).string());
    children_.start(next_id_, words, championship_.events[job.event].time_limit_s);
    running_.emplace(next_id_++, job);
}

void ChampionshipRun::note(const Job& job, std::size_t participant, RunRecord record,
                           Progress& progress) {
    const Event& event = championship_.events[job.event];
    RunRecord& known = records_[job.event][participant];
    record.attempts = job.attempt;
    record.seed = event.seed + static_cast<std::uint64_t>(job.attempt - 1);
    record.folder = folder_of(job);
    record.command = known.command;
    record.total_ticks = known.total_ticks;
    // A race's ticks are counted once.
    if (participant == job.participants.front()) record.total_ticks += record.ticks;
    known = std::move(record);
    const bool may_again = event.kind != EventKind::race && job.attempt <= event.restarts;
    if (!known.counts() && !known.machine_failed && may_again) {
        waiting_.push_front({job.event, {participant}, job.attempt + 1});
        return;
    }
    --open_runs_[job.event];
    progress.done(event.name, championship_.participants[participant].name, known);
}

void ChampionshipRun::finish(const Job& job, const ChildEnd& end, Progress& progress) {
    const Event& event = championship_.events[job.event];
    if (event.kind != EventKind::race)
        return note(job, job.participants.front(), run_record_of(end), progress);
    std::vector<RunRecord> records = race_records_of(end, job.participants.size());
    for (std::size_t i = 0; i < records.size(); ++i)
        note(job, job.participants[i], std::move(records[i]), progress);
}

bool ChampionshipRun::run(Progress& progress) {
    open_events(progress);
    int stops = 0;
    while (!waiting_.empty() || !running_.empty()) {
        while (stops == 0 && !waiting_.empty() && running_.size() < setup_.jobs) {
            start(waiting_.front());
            waiting_.pop_front();
        }
        if (running_.empty()) break;  // stopped
        progress.draw(running_.size());
        for (const ChildProcesses::Ended& ended : children_.wait(look_ms)) {
            const Job job = running_.at(ended.id);
            running_.erase(ended.id);
            // What was stopped with us is no result of the participant's.
            if (children_.stops_asked() == 0) finish(job, ended.end, progress);
        }
        if (children_.stops_asked() > stops) {
            stops = children_.stops_asked();
            children_.end_all(/*at_once=*/stops > 1);
        }
        if (stops == 0) open_events(progress);
    }
    return stops == 0;
}

}  // namespace ghostcar::board
