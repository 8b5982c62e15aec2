// SPDX-License-Identifier: Apache-2.0
// `ghostcar replay`: runs the recorded Inputs through the same tick and compares every hash.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <vector>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/report_files.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/version.h"
#include "board/ghostcar/words.h"
#include "rt_core/tick.h"

namespace ghostcar::board {
namespace {

/// Gives the tick what the recording says it got.
class RecordedInputs final : public rt_core::InputSource {
public:
    explicit RecordedInputs(std::size_t controlled_cars) : own_(controlled_cars) {}

    void set(const rt_core::Inputs& inputs) noexcept { inputs_ = inputs; }
    /// False: the session has no such car.
    [[nodiscard]] bool set(const hmi_link::RecordedCarInputs& recorded) noexcept {
        if (recorded.index >= own_.size()) return false;
        own_[recorded.index] = recorded.inputs;
        return true;
    }
    void latch(std::int64_t /*tick*/, rt_core::Inputs& inputs) noexcept override {
        inputs = inputs_;
    }
    void latch_cars(std::int64_t /*tick*/, std::span<model::CarInputs> own) noexcept override {
        std::copy(own_.begin(), own_.end(), own.begin());
    }

private:
    rt_core::Inputs inputs_;
    std::vector<model::CarInputs> own_;
};

struct Comparison {
    std::int64_t ticks = 0;
    std::int64_t first_difference = 0;  // tick; 0: none
    std::uint64_t state_hash = 0;
};

constexpr std::int64_t progress_ticks = 500'000;

Comparison compare(hmi_link::RecordingReader& reader) {
    const Configuration configuration = configure(source_from(reader.header()));
    RecordedInputs inputs(configuration.world.controlled_cars());
    rt_core::Tick tick(configuration.session, configuration.world, configuration.judge, {&inputs},
                       {});
    Comparison comparison;
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    for (auto item = reader.next(); item != hmi_link::RecordingReader::Item::end;
         item = reader.next()) {
        if (item == hmi_link::RecordingReader::Item::car_inputs && !inputs.set(reader.car_inputs()))
            throw UsageError(
                "the recording tells of car " + std::to_string(reader.car_inputs().index + 1) +
                " with a controller of its own, and its session has " +
                std::to_string(configuration.world.controlled_cars()) + "; record the run again");
        if (item != hmi_link::RecordingReader::Item::tick) continue;
        inputs.set(reader.tick().inputs);
        tick.run(0);
        ++comparison.ticks;
        if (tick.state_hash() != reader.tick().state_hash) {
            comparison.first_difference = tick.state().tick;
            break;
        }
        if (on_terminal && comparison.ticks % progress_ticks == 0)
            std::cerr << "\rreplayed " << comparison.ticks / 1000 << " s" << std::flush;
    }
    if (on_terminal && comparison.ticks >= progress_ticks) std::cerr << "\r\033[K";
    comparison.state_hash = tick.state_hash();
    return comparison;
}

}  // namespace

int replay_command(const std::string& run, bool json) {
    const std::filesystem::path path = std::filesystem::is_directory(run)
                                           ? std::filesystem::path(run) / "run.mcap"
                                           : std::filesystem::path(run);
    if (!std::filesystem::exists(path))
        throw UsageError(path.string() +
                         ": no such recording; was the run made with --record off?");
    hmi_link::RecordingReader reader = open_recording(path);
    const Comparison comparison = compare(reader);
    const bool identical = comparison.first_difference == 0 && comparison.ticks > 0;
    const std::string cut_off = identical ? reader.stop_text() : "";
    if (json) {
        std::cout << Json{{"identical", identical},
                          {"ticks", comparison.ticks},
                          {"first_difference", comparison.first_difference},
                          {"state_hash", hex_word(comparison.state_hash)},
                          {"complete", reader.complete()},
                          {"message", cut_off},
                          {"recorded_by", reader.header().ghostcar_version}}
                         .dump(2)
                  << "\n";
    } else if (identical) {
        std::cout << path.string() << (cut_off.empty() ? ": all " : ": the first ")
                  << comparison.ticks << " ticks are identical, state hash "
                  << hex_word(comparison.state_hash) << "\n";
        if (!cut_off.empty()) std::cout << "  the recording is not complete: " << cut_off << "\n";
    } else if (comparison.ticks == 0) {
        std::cout << path.string() << ": holds no tick\n";
    } else {
        std::cout << path.string() << ": tick " << comparison.first_difference
                  << " differs (recorded by version " << reader.header().ghostcar_version
                  << ", replayed by " << version << ")\n";
    }
    return identical ? exit_passed : exit_failed;
}

}  // namespace ghostcar::board
