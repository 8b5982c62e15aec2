// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/gear_plan.h"

#include <array>
#include <cstddef>
#include <limits>

#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t node_ticks = 100;
constexpr double standing_kph = 0.05;
constexpr double first_gear_kph = 8.0;
constexpr std::int64_t ready_ticks = 2'000;       // gear in before the start
constexpr std::int64_t short_stop_ticks = 6'000;  // not worth taking the gear out
constexpr std::int64_t shift_lead_ticks = 200;    // half of a shift comes before its moment
constexpr std::int64_t launch_lead_ticks = 600;   // the engine speeds up before the car moves
constexpr std::int64_t change_delay_nodes = 4;    // into a prescribed gear change

struct Node {
    double kph = 0.0;
    double need_mps2 = 0.0;  // acceleration wanted soon, grade included
    double rate_mps2 = 0.0;  // acceleration now
    GearOrder order;
    bool standing = false;
    bool stopping = false;  // from here on only slower, down to standstill
};

std::vector<Node> nodes_of(const DriveCycle& cycle) {
    const std::int64_t count = cycle.duration_ticks() / node_ticks + 1;
    std::vector<Node> nodes(static_cast<std::size_t>(count));
    const auto rate = [&cycle](std::int64_t from, std::int64_t to) {
        return (cycle.speed_kph(to) - cycle.speed_kph(from)) * mps_per_kph /
               (0.001 * static_cast<double>(to - from));
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto tick = static_cast<std::int64_t>(i) * node_ticks;
        Node& node = nodes[i];
        node.kph = cycle.speed_kph(tick);
        node.rate_mps2 = rate(tick - 250, tick + 250);
        const double soon =
            maximum(maximum(node.rate_mps2, rate(tick, tick + 1'000)),
                    maximum(rate(tick, tick + 2'000), rate(tick + 1'000, tick + 3'000)));
        node.need_mps2 = soon + gravity_mps2 * cycle.grade(tick);
        node.order = cycle.order(tick);
        node.standing = node.kph <= standing_kph;
    }
    // A car with its clutch open slows down by itself: who still holds a speed is not stopping yet.
    constexpr double rolling_mps2 = -0.08;
    constexpr std::int64_t longest_hold_nodes = 5;
    bool falls = true;
    double later_kph = 0.0;
    std::int64_t holds = 0;  // from here to standstill
    for (std::size_t i = nodes.size(); i-- > 0;) {
        Node& node = nodes[i];
        falls = node.standing || (falls && node.kph >= later_kph - 0.05);
        if (node.rate_mps2 > rolling_mps2) ++holds;
        if (node.standing) holds = 0;
        node.stopping = falls && holds <= longest_hold_nodes;
        later_kph = node.kph;
    }
    return nodes;
}

class Planner {
public:
    Planner(const LearnedCar& car, const RobotSetup& setup) : car_(car), setup_(setup) {}

    [[nodiscard]] double node_cost(const Node& node, std::int64_t gear) const {
        if (node.standing) return gear == 1 ? 0.0 : 5.0;
        const double rpm = car_.rpm(gear, node.kph);
        const bool can_drive = gear == 1 || rpm > lowest_rpm();
        double cost = prescription_cost(node, gear);
        if (!can_drive && !node.stopping) cost += 50.0 + (lowest_rpm() - rpm) * 0.1;
        if (node.stopping && rpm < 1.6 * car_.idle_rpm) return cost;
        if (rpm > setup_.highest_rpm) cost += 100.0 + (rpm - setup_.highest_rpm) * 0.1;

        const double thousand = rpm * 0.001;
        cost += 0.6 * thousand;  // quiet
        const double quiet = 0.5 * setup_.highest_rpm * 0.001;
        if (thousand > quiet) cost += 3.0 * (thousand - quiet) * (thousand - quiet);
        const double lively = 2.0 * car_.idle_rpm * 0.001;
        if (thousand < lively && node.need_mps2 > -0.2) {
            cost += 12.0 * (lively - thousand) * (lively - thousand);
        }
        const double missing = 1.3 * node.need_mps2 + 0.3 - car_.best_acceleration(gear, node.kph);
        if (missing > 0.0 && node.need_mps2 > 0.0) cost += 30.0 * missing;
        return cost;
    }

    [[nodiscard]] static double shift_cost(const Node& node) {
        if (node.standing) return 0.0;
        return 20.0 + 10.0 * magnitude(node.rate_mps2);
    }

    [[nodiscard]] double lowest_rpm() const { return 1.35 * car_.idle_rpm; }
    /// Below it the clutch has to come out when the car is going to stand.
    [[nodiscard]] double clutch_out_rpm() const { return 1.3 * car_.idle_rpm; }

private:
    /// A prescribed gear in which this car would stall or fall behind does not bind.
    [[nodiscard]] double prescription_cost(const Node& node, std::int64_t gear) const {
        if (node.order.gear <= 0) return 0.0;
        const std::int64_t wanted = node.order.gear < car_.gears ? node.order.gear : car_.gears;
        const bool binds = node.stopping || node.order.clutch_down || wanted == 1 ||
                           (car_.rpm(wanted, node.kph) > 1.15 * car_.idle_rpm &&
                            car_.best_acceleration(wanted, node.kph) > node.need_mps2 + 0.05);
        return gear != wanted && binds ? 500.0 : 0.0;
    }

    const LearnedCar& car_;
    const RobotSetup& setup_;
};

/// In a prescribed change the old gear stays for a moment.
void delay_changes(std::vector<Node>& nodes) {
    GearOrder before;
    std::int64_t nodes_in_change = 0;
    for (Node& node : nodes) {
        if (!node.order.changing) {
            before = node.order;
            nodes_in_change = 0;
        } else if (nodes_in_change++ < change_delay_nodes) {
            node.order = before;
        }
    }
}

std::vector<std::int64_t> cheapest_gears(const std::vector<Node>& nodes, const LearnedCar& car,
                                         const RobotSetup& setup) {
    const Planner planner(car, setup);
    const auto gears = static_cast<std::size_t>(car.gears);
    using Row = std::array<double, LearnedCar::most_gears>;
    using Steps = std::array<std::uint8_t, LearnedCar::most_gears>;
    std::vector<Steps> from(nodes.size());
    Row cost{};
    for (std::size_t g = 1; g < gears; ++g) cost[g] = 1e6;  // begins in first
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::size_t best = 0;
        for (std::size_t g = 1; g < gears; ++g) best = cost[g] < cost[best] ? g : best;
        const double by_shift = cost[best] + Planner::shift_cost(nodes[i]);
        Row next{};
        for (std::size_t g = 0; g < gears; ++g) {
            const bool shift = by_shift < cost[g];
            from[i][g] = static_cast<std::uint8_t>(shift ? best : g);
            next[g] = (shift ? by_shift : cost[g]) +
                      planner.node_cost(nodes[i], static_cast<std::int64_t>(g) + 1);
        }
        cost = next;
    }
    std::size_t gear = 0;
    for (std::size_t g = 1; g < gears; ++g) gear = cost[g] < cost[gear] ? g : gear;
    std::vector<std::int64_t> result(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        result[i] = static_cast<std::int64_t>(gear) + 1;
        gear = from[i][gear];
    }
    return result;
}

/// For each node the ticks until it drives off, and the length of the stop it is in.
Coupling standing_coupling(const std::vector<Node>& nodes, std::size_t i) {
    const GearOrder& order = nodes[i].order;
    if (order.gear == 0) return Coupling::neutral;
    if (order.clutch_down || order.gear > 0) return Coupling::ready;
    std::size_t begin = i;
    std::size_t end = i;
    const std::size_t reach = static_cast<std::size_t>(short_stop_ticks / node_ticks);
    while (begin > 0 && nodes[begin - 1].standing && i - begin <= reach) --begin;
    while (end < nodes.size() && nodes[end].standing && end - i <= reach) ++end;
    if (end == nodes.size()) return Coupling::neutral;
    const bool soon = static_cast<std::int64_t>(end - i) * node_ticks <= ready_ticks;
    const bool brief = static_cast<std::int64_t>(end - begin) * node_ticks <= short_stop_ticks;
    return soon || brief ? Coupling::ready : Coupling::neutral;
}

}  // namespace

std::vector<PlanEntry> plan_gears(const DriveCycle& cycle, const LearnedCar& car,
                                  const RobotSetup& setup) {
    std::vector<Node> nodes = nodes_of(cycle);
    delay_changes(nodes);
    const std::vector<std::int64_t> gears = cheapest_gears(nodes, car, setup);
    const Planner planner(car, setup);
    std::vector<PlanEntry> plan;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        PlanEntry entry;
        entry.from_tick = static_cast<std::int64_t>(i) * node_ticks;
        entry.gear = gears[i];
        entry.engine_on = !node.order.engine_off;
        if (node.standing) {
            entry.gear = 1;
            entry.coupling = standing_coupling(nodes, i);
        } else {
            const bool out =
                node.stopping && car.rpm(entry.gear, node.kph) < planner.clutch_out_rpm();
            // Nearly there: first gear goes in while the car rolls, in case it starts at once.
            if (out && node.order.gear <= 0 && node.kph < first_gear_kph) entry.gear = 1;
            entry.coupling = out || node.order.clutch_down ? Coupling::open : Coupling::drive;
        }
        if (!plan.empty() && plan.back().wants_same(entry)) continue;
        const bool upshift = !plan.empty() && plan.back().coupling == Coupling::drive &&
                             entry.coupling == Coupling::drive && node.order.gear <= 0;
        const bool launch =
            !plan.empty() && entry.coupling == Coupling::drive &&
            (plan.back().coupling == Coupling::ready || plan.back().coupling == Coupling::neutral);
        if (upshift) entry.from_tick -= shift_lead_ticks;
        if (launch) entry.from_tick -= launch_lead_ticks;
        if (!plan.empty() && entry.from_tick <= plan.back().from_tick) {
            entry.from_tick = plan.back().from_tick + 1;
        }
        plan.push_back(entry);
    }
    PlanEntry last;
    last.from_tick = std::numeric_limits<std::int64_t>::max();
    plan.push_back(last);
    return plan;
}

}  // namespace ghostcar::model
