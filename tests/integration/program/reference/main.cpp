// SPDX-License-Identifier: Apache-2.0
// The two reference models that the car is compared with, worked out by themselves, so that any
// manoeuvre of any of the three cars can be compared and not only those whose trajectories are
// published. Equations and parameters: M. Althoff and G. Würsching, CommonRoad: Vehicle Models,
// version 2020a (multi-body model after R. W. Allen et al., NHTSA DOT HS 807 956, 1992;
// single-track drift model; tyres after H. B. Pacejka, sections 4.3.2 and 4.3.3). Their axes: z
// down, so roll and camber count the other way round than ours; yaw, steering and side are ours.
//
// Left out is what only acts near standstill (below 0.3 m/s they change over to a kinematic model,
// and wheels do not turn backward): a manoeuvre that gets there is refused.
//
// usage: reference_models multi-body|drift VEHICLE SPEED ANGLE STEPS < inputs > states
//   inputs  rows of `t steering-rate acceleration`, each held until the next, 10 ms later
//   states  t_s,x,y,delta,yaw,speed,yaw_rate,slip_angle at each of these times
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "tests/integration/program/reference/drift.h"
#include "tests/integration/program/reference/multi_body.h"

namespace {

using namespace reference;

constexpr double slowest_mps = 0.3;

struct Row {
    double t_s;
    Inputs inputs;
};

template <typename State>
State moved(const State& from, const State& rate, double seconds) {
    State to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += rate[i] * seconds;
    return to;
}

/// Runge and Kutta's classic method, four evaluations a step.
template <typename Model>
bool drive(const Model& model, const std::vector<Row>& rows, double speed_mps, double angle_rad,
           int steps) {
    typename Model::State state = model.initial(speed_mps, angle_rad);
    std::puts("t_s,x,y,delta,yaw,speed,yaw_rate,slip_angle");
    const double step_s = 0.01 / steps;
    for (const Row& row : rows) {
        const Motion m = Model::motion(state);
        if (!(m.speed_mps > slowest_mps)) return false;
        std::printf("%.2f,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", row.t_s, m.x_m, m.y_m,
                    m.steering_rad, m.yaw_rad, m.speed_mps, m.yaw_rate_radps, m.slip_angle_rad);
        for (int i = 0; i < steps; ++i) {
            const auto a = model.rate(state, row.inputs);
            const auto b = model.rate(moved(state, a, 0.5 * step_s), row.inputs);
            const auto c = model.rate(moved(state, b, 0.5 * step_s), row.inputs);
            const auto d = model.rate(moved(state, c, step_s), row.inputs);
            for (std::size_t k = 0; k < state.size(); ++k)
                state[k] += step_s / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]);
        }
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fputs("usage: reference_models multi-body|drift VEHICLE SPEED ANGLE STEPS\n", stderr);
        return 2;
    }
    const Vehicle& car = vehicles.at(std::stoul(argv[2]) - 1);
    std::vector<Row> rows;
    Row row{};
    while (std::cin >> row.t_s >> row.inputs.steering_radps >> row.inputs.acceleration_mps2)
        rows.push_back(row);
    const double speed_mps = std::stod(argv[3]);
    const double angle_rad = std::stod(argv[4]);
    const int steps = std::stoi(argv[5]);
    const bool good = argv[1] == std::string("drift")
                          ? drive(Drift{car}, rows, speed_mps, angle_rad, steps)
                          : drive(MultiBody{car}, rows, speed_mps, angle_rad, steps);
    if (!good) std::fputs("reference_models: too slow, or no numbers any more\n", stderr);
    return good ? 0 : 1;
}
