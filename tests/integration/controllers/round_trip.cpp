// SPDX-License-Identifier: Apache-2.0
// round_trip LIBRARY: the time of one control period with a shared library, and of a bare futex
// ping-pong between two processes, both on one processor, measured in turns. Prints JSON, in
// nanoseconds: the fastest batch of each, which a busy machine disturbs least.
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>

#include "drivers/controller/library_controller.h"
#include "rt_core/controller/controller_port.h"
#include "rt_core/monotonic_clock.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar;

namespace {

constexpr int batches = 300;
constexpr int trips = 50;  // a batch: short enough to fit between two other tasks
constexpr std::int64_t patience_ns = 1'000'000'000;

std::int64_t now_ns() {
    return rt_core::MonotonicClock().now_ns();
}

struct Words {
    std::atomic<std::uint32_t> there{0};
    std::atomic<std::uint32_t> back{0};
};

/// The other end of the ping-pong: a process that does nothing else.
pid_t start_pong(Words& words) {
    const pid_t child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody stays when a measurement fails
    std::uint32_t seen = 0;
    while (true) {
        rt_core::futex_wait(words.there, seen, patience_ns);
        const std::uint32_t now = words.there.load();
        if (now == seen) continue;
        seen = now;
        words.back.store(seen);
        rt_core::futex_wake(words.back);
    }
}

double ping_pong_ns(Words& words) {
    const std::int64_t begin_ns = now_ns();
    for (int i = 0; i < trips; ++i) {
        const std::uint32_t number = words.there.load() + 1;
        words.there.store(number);
        rt_core::futex_wake(words.there);
        while (words.back.load() != number)
            rt_core::futex_wait(words.back, number - 1, patience_ns);
    }
    return static_cast<double>(now_ns() - begin_ns) / trips;
}

/// A control period of one tick: what it costs to show, to wait and to take.
double round_trip_ns(rt_core::ControllerPort& port, rt_core::State& state,
                     std::span<const model::RoadCarState> cars) {
    const std::int64_t begin_ns = now_ns();
    for (int i = 0; i < trips; ++i) {
        port.await();
        rt_core::Inputs inputs;
        port.latch(state.tick, inputs);
        ++state.session.running_ticks;
        port.publish_cars(state.tick, cars);
        port.publish(inputs, state, 0);
    }
    return static_cast<double>(now_ns() - begin_ns) / trips;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], drivers::controller_host_word) == 0)
        return drivers::controller_host(argc - 2, argv + 2);
    if (argc != 2) return 2;

    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &here);
    sched_setaffinity(0, sizeof here, &here);  // the ping-pong's other end inherits it

    auto* const words = new (mmap(nullptr, sizeof(Words), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Words;
    const pid_t pong = start_pong(*words);

    tests::RoadDrive drive(tests::environment_text() + tests::car_text("wires", 20.0, 0.0, 0.0),
                           "oval");
    const model::ViewMaker views(drive.world);
    drivers::LibraryController library(argv[1], 1024);
    rt_core::ControllerPort port({1, 1}, views, library.exchange(), library.ended(), nullptr);
    port.begin(drive.cars);
    rt_core::State state;

    double bare_ns = std::numeric_limits<double>::max();
    double controller_ns = bare_ns;
    for (int batch = 0; batch < batches; ++batch) {
        bare_ns = std::min(bare_ns, ping_pong_ns(*words));
        controller_ns = std::min(controller_ns, round_trip_ns(port, state, drive.cars));
    }
    kill(pong, SIGKILL);
    waitpid(pong, nullptr, 0);
    std::printf("{\"bare_ns\": %.1f, \"controller_ns\": %.1f, \"missed\": %lld}\n", bare_ns,
                controller_ns, static_cast<long long>(port.figures().missed));
    return 0;
}
