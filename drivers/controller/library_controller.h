// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "drivers/controller/host_block.h"
#include "rt_core/thread.h"

namespace ghostcar::drivers {

/// A controller in a shared library, which runs in a process of its own. Whatever it does there,
/// it reaches this process only as answers in shared memory and as a line of last words.
class LibraryController {
public:
    /// Starts the processes and loads the library. Throws ConfigError when the library cannot be
    /// used, std::runtime_error when the machine refuses.
    LibraryController(const std::string& library, std::int64_t memory_mb);
    ~LibraryController();
    LibraryController(const LibraryController&) = delete;
    LibraryController& operator=(const LibraryController&) = delete;

    /// Ends all its processes; waits for them.
    void close() noexcept;

    [[nodiscard]] rt_core::Exchange& exchange() noexcept { return block_->exchange; }
    /// True once its process has ended of itself …
    [[nodiscard]] const std::atomic<bool>& ended() const noexcept { return ended_; }
    /// … and then this is how: "controller crashed: SIGSEGV in libmine.so+0x1139".
    [[nodiscard]] std::string words() const;
    /// Of one that has stopped answering, after close(): why, as far as it can be told.
    [[nodiscard]] std::string words_of_silence() const;

    /// "" or what of its containment this machine refuses.
    [[nodiscard]] const std::string& uncontained() const noexcept { return uncontained_; }

private:
    void start(const std::string& library);
    void await_loading(const std::string& library);
    void watch() noexcept;
    [[nodiscard]] std::string last_words() const;
    [[nodiscard]] bool host_gone(int patience_ms, int& status) noexcept;
    /// False: it was killed, and may have left somebody behind.
    [[nodiscard]] bool end_host() noexcept;

    std::int64_t memory_mb_;
    std::string uncontained_;
    int memory_ = -1;
    int report_ = -1;
    int stop_ = -1;
    HostBlock* block_ = nullptr;
    pid_t host_ = -1;
    std::atomic<bool> ended_{false};
    int status_ = 0;            // of wait(2), written before `ended_`
    bool host_killed_ = false;  // likewise
    std::unique_ptr<rt_core::Thread> watcher_;
};

/// The words for the end of a controller's process. `last_words` is what it said itself, if
/// anything: only what can be printed is used.
[[nodiscard]] std::string words_of_end(int status, const std::string& last_words);

}  // namespace ghostcar::drivers
