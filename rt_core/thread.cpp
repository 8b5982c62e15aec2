// SPDX-License-Identifier: Apache-2.0
#include "rt_core/thread.h"

#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace ghostcar::rt_core {

Thread::Thread(const char* name, std::function<void()> body) : body_(std::move(body)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    const int error = pthread_create(&thread_, &attributes, &Thread::enter, this);
    pthread_attr_destroy(&attributes);
    if (error != 0)
        throw std::runtime_error(
            std::string("thread ") + name + " cannot be created (" +
            std::generic_category().message(error) +
            "); raise the limit on locked memory: ulimit -l unlimited (on threads: ulimit -u)");
    pthread_setname_np(thread_, name);  // at most 15 characters; only for top and ps
}

Thread::~Thread() {
    join();
}

void Thread::join() {
    if (joined_) return;
    joined_ = true;
    pthread_join(thread_, nullptr);
}

void* Thread::enter(void* self) noexcept {
    static_cast<Thread*>(self)->body_();
    return nullptr;
}

}  // namespace ghostcar::rt_core
