// SPDX-License-Identifier: Apache-2.0
#include "rt_core/cpu_dma_latency.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "rt_core/machine_check/files.h"

namespace ghostcar::rt_core {

CpuDmaLatency::CpuDmaLatency(const char* path, const char* idle_driver) {
    file_ = open(path, O_RDWR | O_CLOEXEC);
    // A kernel without it, and without idle states to keep the processor from, owes us nothing:
    // `ghostcar check` says the same.
    if (file_ < 0 && errno == ENOENT) {
        const std::string driver = machine_check::read_text(idle_driver).text;
        if (driver.empty() || driver == "none") return;
        errno = ENOENT;
    }
    const std::int32_t wanted_us = 0;
    std::int32_t granted_us = -1;
    if (file_ < 0 || write(file_, &wanted_us, sizeof wanted_us) != sizeof wanted_us) {
        refused_ = std::string(path) + " cannot be held at 0 (" + std::strerror(errno) +
                   "): run as root or allow the group to write it";
        return;
    }
    if (read(file_, &granted_us, sizeof granted_us) != sizeof granted_us || granted_us != 0)
        refused_ = std::string(path) + " does not read back 0: another latency rule is in force";
}

CpuDmaLatency::~CpuDmaLatency() {
    if (file_ >= 0) close(file_);
}

}  // namespace ghostcar::rt_core
