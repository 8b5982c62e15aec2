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

/// An event whose order depends on the one before waits for it; the others need not.
void ChampionshipRun::open_events() {
    while (next_event_ < championship_.events.size()) {
        const bool waits = next_event_ > 0 &&
                           championship_.events[next_event_].order != StartingOrder::drivers &&
                           !is_complete(next_event_ - 1);
        if (waits) return;
        for (const std::size_t participant : starting_order(next_event_))
            waiting_.push_back({next_event_, participant, 1});
        ++next_event_;
    }
}

std::string ChampionshipRun::folder_of(const Job& job) const {
    std::string folder =
        "runs/" + folder_name(job.event, championship_.events[job.event].name) + "/" +
        folder_name(job.participant, championship_.participants[job.participant].name);
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
    add(participant_settings(championship_.participants[job.participant], event));
    return words;
}

void ChampionshipRun::start(const Job& job) {
    std::vector<std::string> words = arguments_of(job);
    RunRecord& record = records_[job.event][job.participant];
    std::vector<std::string> repeat = words;
    repeat.insert(repeat.begin(), "ghostcar");
    record.command = shell_text(repeat);
    words.insert(words.begin(), setup_.program);
    // Runs share the machine: none of them takes a core for itself.
    for (const char* word : {"--set", "realtime.policy=other", "--set", "realtime.cpu=any",
                             "--json", "--record", setup_.record ? "on" : "off", "--out"})
        words.emplace_back(word);
    words.push_back((setup_.folder / folder_of(job)).string());
    children_.start(next_id_, words, championship_.events[job.event].time_limit_s);
    running_.emplace(next_id_++, job);
}

void ChampionshipRun::finish(const Job& job, const ChildEnd& end, Progress& progress) {
    const Event& event = championship_.events[job.event];
    RunRecord& record = records_[job.event][job.participant];
    RunRecord now = read_run_record(setup_.folder / folder_of(job), end);
    now.attempts = job.attempt;
    now.seed = event.seed + static_cast<std::uint64_t>(job.attempt - 1);
    now.folder = folder_of(job);
    now.command = record.command;
    now.total_ticks = record.total_ticks + now.ticks;
    record = std::move(now);
    if (!record.counts() && !record.machine_failed && job.attempt <= event.restarts) {
        waiting_.push_front({job.event, job.participant, job.attempt + 1});
        return;
    }
    --open_runs_[job.event];
    progress.done(event.name, championship_.participants[job.participant].name, record);
}

bool ChampionshipRun::run(Progress& progress) {
    open_events();
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
        if (stops == 0) open_events();
    }
    return stops == 0;
}

}  // namespace ghostcar::board
