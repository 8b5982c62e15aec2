// SPDX-License-Identifier: Apache-2.0
// A short drive in real time with one forbidden deed inside its tick: the negative controls of
// the interposer.   victim DEED [PACE]   (without the interposer every deed is harmless)
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <thread>

#include "rt_core/heart.h"
#include "rt_core/monotonic_clock.h"
#include "tests/unit/rt_core/test_drive.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

namespace {

constexpr std::int64_t deed_tick = 50;

void* spare_block = nullptr;
int spare_pipe[2];
int spare_sockets[2];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t semaphore;

/// Kept where the compiler cannot see that nobody needs it.
void* volatile kept = nullptr;

void do_malloc() {
    kept = std::malloc(32);
}
void do_new() {
    kept = new int[8];
}
void do_free() {
    std::free(spare_block);
}
void do_mutex() {
    pthread_mutex_lock(&mutex);
}
void do_condition_wait() {
    const timespec past{0, 0};
    pthread_cond_timedwait(&condition, &mutex, &past);
}
void do_condition_signal() {
    pthread_cond_signal(&condition);
}
void do_semaphore() {
    sem_wait(&semaphore);
}
void do_write() {
    [[maybe_unused]] const ssize_t size = write(spare_pipe[1], "x", 1);
}
void do_read() {
    char letter = 0;
    [[maybe_unused]] const ssize_t size = read(spare_pipe[0], &letter, 1);
}
void do_send() {
    send(spare_sockets[0], "x", 1, 0);
}
void do_nanosleep() {
    const timespec moment{0, 1000};
    nanosleep(&moment, nullptr);
}
void do_relative_sleep() {
    const timespec moment{0, 1000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, nullptr);
}
void do_printf() {
    std::printf("text from the tick %d\n", 1);
}
void do_stream() {
    std::cout << "text from the tick" << std::endl;
}
void do_mmap() {
    kept = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
void do_syscall() {
    syscall(SYS_sched_yield);
}

unsigned futex_word = 0;
void do_futex_wait() {
    const timespec moment{0, 1000};
    syscall(SYS_futex, &futex_word, FUTEX_WAIT, 0, &moment, nullptr, 0);
}
void do_futex_wake() {
    syscall(SYS_futex, &futex_word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

struct Deed {
    std::string_view name;
    void (*act)();
};

constexpr std::array<Deed, 19> deeds{{
    {"nothing", [] {}},
    {"futex-wait", do_futex_wait},
    {"futex-wake", do_futex_wake},
    {"malloc", do_malloc},
    {"new", do_new},
    {"free", do_free},
    {"mutex", do_mutex},
    {"condition-wait", do_condition_wait},
    {"condition-signal", do_condition_signal},
    {"semaphore", do_semaphore},
    {"write", do_write},
    {"read", do_read},
    {"send", do_send},
    {"nanosleep", do_nanosleep},
    {"relative-sleep", do_relative_sleep},
    {"printf", do_printf},
    {"stream", do_stream},
    {"mmap", do_mmap},
    {"syscall", do_syscall},
}};

class Doer final : public OutputSink {
public:
    explicit Doer(const Deed& deed) : deed_(deed) {}
    void publish(const Inputs&, const State& state, std::uint64_t) noexcept override {
        if (state.tick == deed_tick) deed_.act();
    }

private:
    const Deed& deed_;
};

int run(const Deed& deed, const Pace& pace) {
    spare_block = std::malloc(32);
    sem_init(&semaphore, 0, 1);
    if (pipe(spare_pipe) != 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, spare_sockets) != 0) return 3;
    if (write(spare_pipe[1], "y", 1) != 1) return 3;
    if (deed.name == "condition-wait") pthread_mutex_lock(&mutex);

    MonotonicClock clock;
    ScriptedDriver driver;
    Doer doer(deed);
    Tick tick(SessionConfig{198, 0, true}, shipped_world(), bench_judge(), {&driver}, {&doer});
    RealtimeConfig realtime;
    realtime.cpu_choice = CpuChoice::any;
    Beat beat{0};
    Heart heart(realtime, pace, clock, tick, beat);
    heart.join();
    return tick.done() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    std::filesystem::current_path(GHOSTCAR_TOP_DIR);  // where the shipped vehicle is
    const std::string_view wanted = count > 1 ? arguments[1] : "nothing";
    const std::optional<Pace> pace = Pace::parse(count > 2 ? arguments[2] : "realtime");
    for (const Deed& deed : deeds)
        if (deed.name == wanted && pace) return run(deed, *pace);
    std::fprintf(stderr, "victim: unknown deed or pace\n");
    return 2;
}
