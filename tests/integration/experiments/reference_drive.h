// SPDX-License-Identifier: Apache-2.0
// A shipped experiment driven by a built-in controller without the program around it: the same
// world, judge, view, control period and latency, as fast as the model goes.
#pragma once

#include <toml++/toml.h>

#include <memory>
#include <string>
#include <vector>

#include "model/config/table_reader.h"
#include "model/driver/controller/builtin.h"
#include "model/driver/controller/command.h"
#include "model/driver/controller/view.h"
#include "model/experiment/experiment.h"

namespace ghostcar::tests {

struct DriveEnd {
    model::Ruling ruling = model::Ruling::go_on;
    model::JudgeState judge;
    model::Verdict verdict;
    std::vector<model::RoadCarState> cars;
    // Of the first car between two stations that are 80 m and 230 m from the track's beginning.
    double slowest_on_the_way_kph = 1000.0;
    double fastest_on_the_way_kph = 0.0;
};

class ReferenceDrive {
public:
    /// `overrides` is TOML that is laid over the session's tables; `controlled`: a controller takes
    /// the wheel.
    ReferenceDrive(const std::string& data, const std::string& session,
                   const std::string& overrides, std::uint64_t seed, bool controlled)
        : table_(toml::parse_file(data + "/sessions/" + session + ".toml")) {
        lay_over(table_, toml::parse(overrides));
        if (controlled) table_.insert_or_assign("controller", toml::table{});
        if (!controlled) table_.erase("controller");
        const toml::table track = toml::parse_file(
            data + "/tracks/" + *table_["session"]["track"].value<std::string>() + ".toml");
        model::TableReader track_reader(track);
        model::TableReader root(table_);
        const std::string kind_word = *table_["session"]["kind"].value<std::string>();
        model::RoadKind kind = model::RoadKind::drive;
        for (const auto& [word, each] : model::road_kinds)
            if (word == kind_word) kind = each;
        duration_ticks_ = static_cast<std::int64_t>(
            *table_["session"]["duration_s"].value<double>() * 1000.0 + 0.5);
        experiment_ = std::make_unique<model::Experiment>(model::experiment_from_toml(
            kind, root, model::Track::from_toml(track_reader),
            [&data](const std::string& name) {
                const toml::table vehicle = toml::parse_file(data + "/vehicles/" + name + ".toml");
                model::TableReader reader(vehicle);
                return model::CarParameters::from_toml(reader);
            },
            seed, duration_ticks_));
    }

    /// To the end, with a controller of that name ("" for the world's own drivers).
    DriveEnd run(const std::string& controller) {
        using namespace model;
        const RoadWorld& world = experiment_->world;
        std::unique_ptr<BuiltinController> driver =
            controller.empty() ? nullptr : find_builtin(controller)->make();
        const ViewMaker views(world, experiment_->goal);
        const std::int64_t period = world.conditions().driver_period_ticks;
        const std::int64_t latency = world.conditions().driver_latency_ticks;
        DriveEnd end;
        end.cars = world.initial();
        end.judge = experiment_->judge.initial();
        WorldState state{};
        GhostcarView view{};
        if (driver) driver->restart();
        CheckedCommand next;
        Controls wires = check_command(idle_command()).controls;
        for (std::int64_t tick = 0; tick < duration_ticks_ && end.ruling == Ruling::go_on; ++tick) {
            if (driver && tick % period == 0) {
                views.fill(end.cars, static_cast<double>(tick) * 0.001, view);
                GhostcarCommand command = idle_command();
                driver->drive(view, command);
                next = check_command(command);
            }
            if (driver && tick % period + 1 == latency) {
                wires = next.controls;
                state.finish = next.finish ? 1 : 0;
            }
            world.decide(end.cars, wires);
            world.step(end.cars);
            if (end.cars[0].place.along_m > 80.0 && end.cars[0].place.along_m < 230.0) {
                const double kph = end.cars[0].car.motion.forward_mps / mps_per_kph;
                end.slowest_on_the_way_kph = minimum(end.slowest_on_the_way_kph, kph);
                end.fastest_on_the_way_kph = maximum(end.fastest_on_the_way_kph, kph);
            }
            end.ruling = experiment_->judge.step(end.judge, state, end.cars);
        }
        if (const CruiseJudge* cruise = experiment_->judge.cruise())
            end.verdict = cruise->verdict(end.judge.cruise);
        if (const FollowJudge* follow = experiment_->judge.follow())
            end.verdict = follow->verdict(end.judge.follow);
        if (const ParkJudge* park = experiment_->judge.park())
            end.verdict = park->verdict(end.judge.park);
        return end;
    }

private:
    /// Tables are merged, a key below a list is an index, anything else is replaced.
    static void lay_over(toml::table& into, const toml::table& from) {
        for (const auto& [key, value] : from) {
            toml::node* old = into.get(key.str());
            if (old != nullptr && old->is_table() && value.is_table()) {
                lay_over(*old->as_table(), *value.as_table());
            } else if (old != nullptr && old->is_array() && value.is_table()) {
                for (const auto& [index, part] : *value.as_table())
                    lay_over(*old->as_array()->at(std::stoul(std::string(index.str()))).as_table(),
                             *part.as_table());
            } else {
                into.insert_or_assign(key.str(), value);
            }
        }
    }

    toml::table table_;
    std::unique_ptr<model::Experiment> experiment_;
    std::int64_t duration_ticks_ = 0;
};

}  // namespace ghostcar::tests
