// SPDX-License-Identifier: Apache-2.0
// Files and devices.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

namespace {

/// open(2) and openat(2) have a mode only when they may create a file.
mode_t mode_from(int flags, __builtin_va_list& list) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? __builtin_va_arg(list, mode_t) : 0;
}

}  // namespace

extern "C" {

ssize_t read(int file, void* data, size_t size) {
    forbid_in_tick("read");
    return next<&read>("read")(file, data, size);
}

ssize_t write(int file, const void* data, size_t size) {
    forbid_in_tick("write");
    return next<&write>("write")(file, data, size);
}

ssize_t pread(int file, void* data, size_t size, off_t offset) {
    forbid_in_tick("pread");
    return next<&pread>("pread")(file, data, size, offset);
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
    forbid_in_tick("pwrite");
    return next<&pwrite>("pwrite")(file, data, size, offset);
}

ssize_t pread64(int file, void* data, size_t size, off64_t offset) {
    forbid_in_tick("pread64");
    return next<&pread64>("pread64")(file, data, size, offset);
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
    forbid_in_tick("pwrite64");
    return next<&pwrite64>("pwrite64")(file, data, size, offset);
}

ssize_t readv(int file, const iovec* parts, int count) {
    forbid_in_tick("readv");
    return next<&readv>("readv")(file, parts, count);
}

ssize_t writev(int file, const iovec* parts, int count) {
    forbid_in_tick("writev");
    return next<&writev>("writev")(file, parts, count);
}

int open(const char* path, int flags, ...) {
    forbid_in_tick("open");
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    const mode_t mode = mode_from(flags, list);
    __builtin_va_end(list);
    return next<&open>("open")(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    forbid_in_tick("open64");
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    const mode_t mode = mode_from(flags, list);
    __builtin_va_end(list);
    return next<&open64>("open64")(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    forbid_in_tick("openat");
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    const mode_t mode = mode_from(flags, list);
    __builtin_va_end(list);
    return next<&openat>("openat")(folder, path, flags, mode);
}

int close(int file) {
    forbid_in_tick("close");
    return next<&close>("close")(file);
}

int fsync(int file) {
    forbid_in_tick("fsync");
    return next<&fsync>("fsync")(file);
}

int fdatasync(int file) {
    forbid_in_tick("fdatasync");
    return next<&fdatasync>("fdatasync")(file);
}

int flock(int file, int operation) noexcept {
    forbid_in_tick("flock");
    return next<&flock>("flock")(file, operation);
}

int ioctl(int file, unsigned long request, ...) noexcept {
    forbid_in_tick("ioctl");
    __builtin_va_list list;
    __builtin_va_start(list, request);
    void* argument = __builtin_va_arg(list, void*);
    __builtin_va_end(list);
    return next<&ioctl>("ioctl")(file, request, argument);
}

int eventfd_read(int file, eventfd_t* value) {
    forbid_in_tick("eventfd_read");
    return next<&eventfd_read>("eventfd_read")(file, value);
}

int eventfd_write(int file, eventfd_t value) {
    forbid_in_tick("eventfd_write");
    return next<&eventfd_write>("eventfd_write")(file, value);
}

}  // extern "C"
