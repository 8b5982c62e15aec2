// SPDX-License-Identifier: Apache-2.0
#include "rt_core/cpu_dma_latency.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/unit/rt_core/child.h"
#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::CpuDmaLatency;
using namespace ghostcar::tests;

namespace {
std::string folder;
std::string path;
}  // namespace

void setUp() {
    char pattern[] = "/tmp/ghostcar-test-XXXXXX";
    folder = mkdtemp(pattern);
    path = folder + "/device";
}

void tearDown() {
    unlink(path.c_str());
    rmdir(folder.c_str());
}

namespace {

/// A named pipe gives back what was written, as the device does.
void a_device_that_reads_back_is_granted() {
    TEST_ASSERT_EQUAL_INT(0, mkfifo(path.c_str(), 0600));
    const CpuDmaLatency latency(path.c_str());
    TEST_ASSERT_EQUAL_STRING("", latency.refused().c_str());
}

/// The request holds only while the file is open: it must stay open, and be closed at the end.
void the_file_stays_open_as_long_as_it_lives() {
    TEST_ASSERT_EQUAL_INT(0, mkfifo(path.c_str(), 0600));
    {
        const CpuDmaLatency latency(path.c_str());
        const int writer = open(path.c_str(), O_WRONLY | O_NONBLOCK);  // needs a reader: ours
        TEST_ASSERT_TRUE(writer >= 0);
        close(writer);
    }
    TEST_ASSERT_TRUE(open(path.c_str(), O_WRONLY | O_NONBLOCK) < 0);
}

void a_file_that_does_not_read_back_is_refused() {
    std::FILE* file = std::fopen(path.c_str(), "w");
    TEST_ASSERT_TRUE(file != nullptr);
    std::fclose(file);
    const CpuDmaLatency latency(path.c_str());
    TEST_ASSERT_TRUE(contains(latency.refused(), "does not read back 0"));
}

void a_missing_device_names_the_remedy() {
    const std::string driver = folder + "/driver";
    std::FILE* file = std::fopen(driver.c_str(), "w");
    TEST_ASSERT_TRUE(file != nullptr);
    std::fputs("intel_idle\n", file);
    std::fclose(file);
    const CpuDmaLatency latency(path.c_str(), driver.c_str());
    unlink(driver.c_str());
    TEST_ASSERT_TRUE(contains(latency.refused(), path.c_str()));
    TEST_ASSERT_TRUE(contains(latency.refused(), "No such file"));
    TEST_ASSERT_TRUE(contains(latency.refused(), "run as root"));
}

/// As `ghostcar check` says: nothing to keep the processor from.
void without_idle_states_nothing_is_missing() {
    const CpuDmaLatency latency(path.c_str(), (folder + "/driver").c_str());
    TEST_ASSERT_EQUAL_STRING("", latency.refused().c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_device_that_reads_back_is_granted);
    RUN_TEST(the_file_stays_open_as_long_as_it_lives);
    RUN_TEST(a_file_that_does_not_read_back_is_refused);
    RUN_TEST(a_missing_device_names_the_remedy);
    RUN_TEST(without_idle_states_nothing_is_missing);
    return UNITY_END();
}
