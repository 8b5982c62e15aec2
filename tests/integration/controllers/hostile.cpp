// SPDX-License-Identifier: Apache-2.0
// A controller that drives well for a while and then does what the variable HOSTILE says.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "model/driver/controller/ghostcar_controller.h"
#include "tests/integration/controllers/hostile_reach.h"

namespace {

constexpr int patience = 10;  // calls before the deed

std::string deed() {
    const char* const word = std::getenv("HOSTILE");
    return word == nullptr ? "" : word;
}

/// A process that outlives its parent, its group and its session.
void leave_a_daemon() {
    if (fork() != 0) return;
    setsid();
    if (fork() != 0) _exit(0);
    std::signal(SIGTERM, SIG_IGN);
    while (true) pause();
}

/// All memory that is shared with the program, as far as it can be found.
void scribble() {
    std::FILE* const maps = std::fopen("/proc/self/maps", "r");
    char line[512];
    while (std::fgets(line, sizeof line, maps) != nullptr) {
        if (std::strstr(line, "ghostcar-controller") == nullptr) continue;
        char* rest = nullptr;
        const std::uintptr_t begin = std::strtoul(line, &rest, 16);
        const std::uintptr_t end = std::strtoul(rest + 1, nullptr, 16);  // behind the "-"
        for (std::uintptr_t word = begin; word < end; word += 8)
            *reinterpret_cast<std::uint64_t*>(word) = word * 0x9e3779b97f4a7c15U;
    }
    std::fclose(maps);
}

void* volatile kept;  // so that no compiler leaves an allocation out

void* mapped(std::size_t size) {
    return mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int overflow_stack(int depth) {
    volatile char room[4096];
    room[0] = static_cast<char>(depth);
    return depth < 0 ? 0 : overflow_stack(depth + 1) + room[0];
}

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

using Deed = std::function<void(GhostcarCommand&)>;

Deed once(void (*deed)()) {
    return [deed](GhostcarCommand&) {
        static bool done = false;
        if (!std::exchange(done, true)) deed();
    };
}

const std::map<std::string, Deed>& deeds() {
    static const std::map<std::string, Deed> all{
        {"", [](GhostcarCommand&) {}},
        {"segfault", [](GhostcarCommand&) { *static_cast<volatile int*>(nullptr) = 1; }},
        {"stack", [](GhostcarCommand&) { overflow_stack(0); }},
        {"abort", [](GhostcarCommand&) { std::abort(); }},
        {"exit", [](GhostcarCommand&) { std::exit(3); }},
        {"quick-exit", [](GhostcarCommand&) { _exit(0); }},
        {"throw", [](GhostcarCommand&) { throw std::runtime_error("no idea"); }},
        {"spin",
         [](GhostcarCommand&) {
             while (true) {
             }
         }},
        {"nan", [](GhostcarCommand& command) { command.cmdSteer = not_a_number; }},
        {"infinity", [](GhostcarCommand& command) { command.cmdBrake = infinity; }},
        {"minus-infinity", [](GhostcarCommand& command) { command.cmdAcc = -infinity; }},
        {"range", [](GhostcarCommand& command) { command.cmdAcc = 1e9; }},
        {"fork", [](GhostcarCommand&) { fork(); }},
        {"daemon", [](GhostcarCommand&) { leave_a_daemon(); }},
        {"daemon-crash",
         [](GhostcarCommand&) {
             leave_a_daemon();
             std::abort();
         }},
        {"close",
         [](GhostcarCommand&) {
             for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
         }},
        {"allocate",
         [](GhostcarCommand&) {
             while (true) std::memset(std::malloc(1U << 20U), 1, 1U << 20U);
         }},
        {"allocate-untouched",
         [](GhostcarCommand&) {
             while (true) kept = std::malloc(1U << 20U);
         }},
        {"allocate-mmap",
         [](GhostcarCommand&) {
             while (true) *static_cast<volatile char*>(mapped(1U << 20U)) = 1;
         }},
        {"allocate-mmap-untouched",
         [](GhostcarCommand&) {
             while (true) kept = mapped(1U << 20U);
         }},
        {"allocate-at-once",  // one table that is far too large
         [](GhostcarCommand&) {
             static_cast<volatile char*>(std::malloc(1UL << 40U))[1U << 20U] = 1;
         }},
        {"allocate-give-up",
         [](GhostcarCommand&) {
             do kept = std::malloc(1U << 20U);
             while (kept != nullptr);
             std::abort();
         }},
        {"allocate-thread",
         [](GhostcarCommand&) {
             std::thread([] {
                 std::vector<std::vector<char>> hoard;
                 while (true) hoard.emplace_back(1U << 20U);
             }).join();
         }},
        {"allocate-new",
         [](GhostcarCommand&) {
             static std::vector<std::vector<char>> hoard;
             while (true) hoard.emplace_back(1U << 20U);
         }},
        {"scribble", [](GhostcarCommand&) { scribble(); }},
        {"kill-host",
         [](GhostcarCommand&) {
             kill(getppid(), SIGKILL);  // which does not hear it
         }},
        {"terminate-host",
         [](GhostcarCommand&) {
             kill(getppid(), SIGTERM);
             pause();
         }},
        {"abort-when-told",
         [](GhostcarCommand&) {
             if (access("now", F_OK) == 0) std::abort();
         }},
        {"signal-others", once(hostile::signal_others)},
        {"look-into-others", once(hostile::look_into_others)},
        {"kill-everybody", once(hostile::kill_everybody)},
        {"take-the-processor", once(hostile::take_the_processor)},
        {"fork-bomb", once(hostile::fork_bomb)},
        {"steal-wake-ups", once(hostile::steal_wake_ups)},
        {"threads", once([] {
             for (int i = 0; i < 50; ++i) std::thread(pause).detach();
         })},
        {"threads-without-end",
         [](GhostcarCommand&) {
             while (true) std::thread(pause).detach();
         }},
        {"late", [](GhostcarCommand&) { usleep(30'000); }},
        {"print", [](GhostcarCommand&) { std::puts("hello"); }},
    };
    return all;
}

/// Code that runs while the library is loaded.
struct Loader {
    Loader() {
        if (deed() == "load-abort") std::abort();
        if (deed() == "load-noisily")
            for (int line = 0; line < 1000; ++line)
                std::fprintf(stderr, "table %d is read\n", line);
        if (deed() == "load-spin")
            while (true) pause();
        if (deed() == "load-thread-crash")
            std::thread([] { *static_cast<volatile int*>(nullptr) = 1; }).join();
    }
} const loader;

}  // namespace

static void drive(const GhostcarView* view, GhostcarCommand* command) {
    static const bool stands = deed() == "stand";
    static int calls = 0;
    command->cmdAcc = view->speed < 40.0 ? 0.4 : 0.0;
    command->cmdSteer = -0.1 * view->midline[8][1];
    if (stands) {  // from the first call on, whatever the period
        command->cmdAcc = 0.0;
        command->cmdSteer = 0.0;
        command->cmdBrake = 1.0;
        return;
    }
    if (++calls <= patience) return;
    const auto found = deeds().find(deed());
    if (found != deeds().end()) found->second(*command);
}

#if defined(HOSTILE_NEWER)
// As if it came from a later header.
extern "C" const GhostcarControllerInfo ghostcar_controller_info = {
    sizeof(GhostcarControllerInfo), GHOSTCAR_CONTROLLER_VERSION + 1, sizeof(GhostcarView) + 8,
    sizeof(GhostcarCommand), drive};
#elif defined(HOSTILE_LONGER)
// As if somebody had added a member, and nothing else.
extern "C" const GhostcarControllerInfo ghostcar_controller_info = {
    sizeof(GhostcarControllerInfo), GHOSTCAR_CONTROLLER_VERSION, sizeof(GhostcarView),
    sizeof(GhostcarCommand) + 8, drive};
#elif defined(HOSTILE_NOTHING)
extern "C" void (*const nobody_asks)(const GhostcarView*, GhostcarCommand*) = drive;
#else
GHOSTCAR_CONTROLLER(drive)
#endif
