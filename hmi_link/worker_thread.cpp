// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/worker_thread.h"

#include <csignal>
#include <utility>

namespace ghostcar::hmi_link {
namespace {

/// Blocks every signal for as long as it lives.
class AllSignalsBlocked {
public:
    AllSignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &previous_);
    }
    ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &previous_, nullptr); }
    AllSignalsBlocked(const AllSignalsBlocked&) = delete;
    AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

private:
    sigset_t previous_{};
};

}  // namespace

std::unique_ptr<rt_core::Thread> start_worker(const char* name, std::function<void()> work) {
    // A thread begins with the signal mask of its creator (pthread_create(3)).
    const AllSignalsBlocked blocked;
    return std::make_unique<rt_core::Thread>(name, std::move(work));
}

}  // namespace ghostcar::hmi_link
