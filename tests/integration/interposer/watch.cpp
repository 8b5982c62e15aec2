// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/interposer/watch.h"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

// glibc's own name of write(2): not the one that this library wraps.
extern "C" ssize_t __write(int file, const void* data, std::size_t size);

namespace ghostcar::tests::interposer {
namespace {

enum class Watch : int {
    unknown,  // not seen sleeping under the right name yet
    outside,
    inside,
    ended,
};

// initial-exec: the first use of another kind of thread-local storage would allocate.
__attribute__((tls_model("initial-exec"))) thread_local Watch watch = Watch::unknown;

std::atomic<std::uint64_t> ticks_watched{0};

/// Builds a line without stdio, which allocates and is itself wrapped.
class Line {
public:
    Line& text(const char* part) noexcept {
        for (; *part != '\0' && size_ < sizeof buffer_; ++part) buffer_[size_++] = *part;
        return *this;
    }
    Line& number(std::uint64_t value) noexcept {
        char digits[21];
        char* first = digits + sizeof digits - 1;
        *first = '\0';
        do {
            *--first = static_cast<char>('0' + value % 10);
            value /= 10;
        } while (value != 0);
        return text(first);
    }
    void print() const noexcept {
        [[maybe_unused]] const ssize_t written = __write(2, buffer_, size_);
    }

private:
    char buffer_[160]{};
    std::size_t size_ = 0;
};

bool is_tick_thread() noexcept {
    char name[16] = {};
    prctl(PR_GET_NAME, name);
    return std::strcmp(name, "ghostcar-tick") == 0;
}

/// A test that watched nothing proves nothing: it reads this number.
__attribute__((destructor)) void report() {
    Line().text("interposer: ").number(ticks_watched.load()).text(" ticks watched\n").print();
}

}  // namespace

void forbid_in_tick(const char* function) noexcept {
    if (watch != Watch::inside) return;
    watch = Watch::ended;
    Line().text("interposer: ").text(function).text(" called inside the tick\n").print();
    std::abort();
}

void leave_tick() noexcept {
    if (watch != Watch::inside) return;
    watch = Watch::outside;
    ticks_watched.fetch_add(1, std::memory_order_relaxed);
}

void enter_tick() noexcept {
    // Asked again until it is true: a thread gets its name after it was created.
    if (watch == Watch::unknown && is_tick_thread()) watch = Watch::outside;
    if (watch == Watch::outside) watch = Watch::inside;
}

}  // namespace ghostcar::tests::interposer
