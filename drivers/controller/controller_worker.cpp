// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/controller_worker.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "drivers/controller/containment.h"
#include "drivers/controller/worker_limits.h"
#include "model/driver/controller/command.h"

namespace ghostcar::drivers {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr int exit_thrown = 70;

// For signal handlers, which have no arguments of ours.
HostBlock* shared = nullptr;
std::array<char, sizeof(HostBlock::last_words)> no_memory{};
std::array<char, sizeof(HostBlock::last_words)> no_tasks{};

void set_last_words(const char* words, const char* more = "") noexcept {
    std::array<char, sizeof(HostBlock::last_words)> text{};
    std::size_t size = 0;
    for (const char* part : {words, more})
        for (; *part != '\0' && size + 1 < text.size(); ++part) text[size++] = *part;
    shared->last_words = text;
}

[[noreturn]] void end_with(const char* words, const char* more = "") noexcept {
    set_last_words(words, more);
    _exit(exit_thrown);
}

[[noreturn]] void refuse(const char* text) noexcept {
    HostReport message;
    message.news = HostNews::refused;
    std::strncpy(message.text.data(), text, message.text.size() - 1);
    [[maybe_unused]] const ssize_t written =
        write(host_report_descriptor, &message, sizeof message);
    _exit(0);
}

// ---- limits ----

/// Should the machine itself run out of memory, this is the process to end (proc(5)).
void offer_to_end() noexcept {
    if (std::FILE* const file = std::fopen("/proc/self/oom_score_adj", "we")) {
        std::fputs("1000", file);
        std::fclose(file);
    }
}

// ---- when it crashes ----

constexpr std::array<int, 6> crashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};

std::uintptr_t program_counter(const ucontext_t& context) noexcept {
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(context.uc_mcontext.pc);
#else
#error "say where this processor keeps its program counter"
#endif
}

/// "+0x1139", without stdio: this runs in a signal handler.
std::array<char, 24> offset_text(std::uintptr_t offset) noexcept {
    std::array<char, 24> text{'+', '0', 'x'};
    std::size_t digits = 1;
    while (digits < 16 && offset >> (4 * digits) != 0) ++digits;
    for (std::size_t i = 0; i < digits; ++i)
        text[3 + i] = "0123456789abcdef"[offset >> (4 * (digits - 1 - i)) & 15U];
    return text;
}

/// Memory that was refused (malloc(3), mmap(2)) is often used all the same, or asked for again and
/// again: errno of the thread that did so, where a handler runs, tells the crash or the silence
/// that follows from any other.
bool memory_was_refused() noexcept {
    return errno == ENOMEM;
}

/// Code that is loaded, and where. Noted once: in a signal handler dladdr(3) would wait for the
/// loader, which may wait for the very thread that has crashed.
struct LoadedCode {
    std::uintptr_t base = 0;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::array<char, 64> name{};
};
std::array<LoadedCode, 256> loaded_code{};
std::atomic<std::size_t> loaded_pieces{0};

/// For dl_iterate_phdr(3).
int note_code(dl_phdr_info* object, std::size_t /*size*/, void* /*nothing*/) noexcept {
    const char* const slash = std::strrchr(object->dlpi_name, '/');
    const char* const name = slash == nullptr ? object->dlpi_name : slash + 1;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        const std::size_t piece = loaded_pieces.load();
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
        if (piece == loaded_code.size()) return 1;
        LoadedCode& code = loaded_code[piece];
        code.base = object->dlpi_addr;
        code.begin = code.base + segment.p_vaddr;
        code.end = code.begin + segment.p_memsz;
        std::strncpy(code.name.data(), name, code.name.size() - 1);
        loaded_pieces.store(piece + 1);
    }
    return 0;
}

/// Notes where it happened, as far as it is known, then lets it happen.
void note_crash(int signal, siginfo_t* /*information*/, void* context) noexcept {
    if (memory_was_refused()) end_with(no_memory.data());
    const std::uintptr_t counter = program_counter(*static_cast<const ucontext_t*>(context));
    // An abort happens in the C library, which says nothing.
    const std::size_t pieces = signal == SIGABRT ? 0 : loaded_pieces.load();
    for (std::size_t i = 0; i < pieces; ++i) {
        const LoadedCode& code = loaded_code[i];
        if (counter >= code.begin && counter < code.end && code.name[0] != '\0')
            set_last_words(code.name.data(), offset_text(counter - code.base).data());
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The program has waited long enough, and this is the end.
void note_silence(int /*signal*/) noexcept {
    if (memory_was_refused()) set_last_words(no_memory.data());
    _exit(exit_thrown);
}

void watch_for_crashes() noexcept {
    static std::array<std::byte, 64 * 1024> stack;  // the other one may be what has overflowed
    const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = note_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : crashes) sigaction(signal, &action, nullptr);
    struct sigaction silence {};
    silence.sa_handler = note_silence;
    silence.sa_flags = SA_ONSTACK;
    sigaction(silence_signal, &silence, nullptr);
}

// ---- the library ----

[[noreturn]] void refuse_newer(const char* what, unsigned theirs, const char* after,
                               std::size_t ours) noexcept {
    char text[250];
    std::snprintf(text, sizeof text,
                  "it was built with %s %u%s, and this ghostcar knows %s %zu; build it with this "
                  "ghostcar's header, or install a newer ghostcar",
                  what, theirs, after, what, ours);
    refuse(text);
}

const GhostcarControllerInfo& load(const char* path) noexcept {
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) refuse(dlerror());
    const auto* const info =
        static_cast<const GhostcarControllerInfo*>(dlsym(library, "ghostcar_controller_info"));
    if (info == nullptr)
        refuse(
            "it has no ghostcar_controller_info; write GHOSTCAR_CONTROLLER(your_function) into it");
    if (info->size < offsetof(GhostcarControllerInfo, drive) + sizeof info->drive ||
        info->drive == nullptr || info->version == 0)
        refuse(
            "its ghostcar_controller_info makes no sense; build it again with "
            "GHOSTCAR_CONTROLLER(your_function)");
    if (info->version > GHOSTCAR_CONTROLLER_VERSION)
        refuse_newer("version", info->version, " of ghostcar_controller.h",
                     GHOSTCAR_CONTROLLER_VERSION);
    // Whoever adds a member and forgets the version.
    if (info->view_size > sizeof(GhostcarView))
        refuse_newer("a GhostcarView of", info->view_size, " bytes", sizeof(GhostcarView));
    if (info->command_size > sizeof(GhostcarCommand))
        refuse_newer("a GhostcarCommand of", info->command_size, " bytes", sizeof(GhostcarCommand));
    return *info;
}

std::int64_t now_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * second_ns + now.tv_nsec;
}

/// Where a loop waits for us its processor is free, and ours is the better for a warm cache.
void follow_loop(std::int32_t& here) noexcept {
    const std::int32_t loop = shared->exchange.loop_cpu.load(std::memory_order_relaxed);
    if (loop == here || loop < 0 || loop >= CPU_SETSIZE) return;
    here = loop;
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(static_cast<std::size_t>(loop), &processors);
    sched_setaffinity(0, sizeof processors, &processors);
}

[[noreturn]] void answer_questions(GhostcarDrive drive) noexcept {
    rt_core::Answerer answerer(shared->exchange);
    GhostcarView view;
    std::int32_t processor = -1;
    while (!answerer.closing()) {
        if (!answerer.wait(view, second_ns)) continue;
        follow_loop(processor);
        GhostcarCommand command = model::idle_command();
        const std::int64_t before_ns = now_ns();
        errno = 0;  // whatever it is afterwards, the controller has made it so
        try {
            drive(&view, &command);
        } catch (const std::bad_alloc&) {
            end_with(no_memory.data());
        } catch (const std::system_error& error) {
            // What std::thread throws; pthread_create(3) says the same where memory is short.
            if (error.code() == std::errc::resource_unavailable_try_again)
                end_with(memory_was_refused() ? no_memory.data() : no_tasks.data());
            end_with("threw an exception: ", error.what());
        } catch (const std::exception& error) {
            end_with("threw an exception: ", error.what());
        } catch (...) {
            end_with("threw an exception");
        }
        answerer.answer(command, now_ns() - before_ns);
    }
    std::exit(0);  // the library's own clean-up
}

}  // namespace

void run_worker(const WorkerTask& task) noexcept {
    prctl(PR_SET_NAME, "controller");
    prctl(PR_SET_DUMPABLE, 1);  // unlike the host: a debugger is welcome
    shared = &task.block;
    // A child of the controller must not answer in its place.
    madvise(&task.block, sizeof task.block, MADV_DONTFORK);
    no_memory_words(task.memory_mb).copy(no_memory.data(), no_memory.size() - 1);
    std::snprintf(no_tasks.data(), no_tasks.size(),
                  "could not start another thread (the limit is %ld threads and processes)",
                  most_tasks);
    offer_to_end();
    limit_resources(task.memory_mb, task.tasks_before);
    watch_for_crashes();
    HostReport message;
    message.news = HostNews::loaded;
    message.status = task.alone_refused;
    give_up_privileges();
    if (task.alone_refused != 0) message.filter_refused = refuse_to_reach_others();
    const GhostcarControllerInfo& info = load(task.library);
    dl_iterate_phdr(note_code, nullptr);
    [[maybe_unused]] const ssize_t written =
        write(host_report_descriptor, &message, sizeof message);
    close(host_report_descriptor);
    answer_questions(info.drive);
}

}  // namespace ghostcar::drivers
