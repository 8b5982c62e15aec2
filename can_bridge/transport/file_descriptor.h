// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <utility>

namespace ghostcar::can_bridge {

/// Closes what it holds.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int file) noexcept : file_(file) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }

    void reset() noexcept {
        if (file_ >= 0) ::close(file_);
        file_ = -1;
    }
    [[nodiscard]] int get() const noexcept { return file_; }
    [[nodiscard]] bool is_open() const noexcept { return file_ >= 0; }

private:
    int file_ = -1;
};

}  // namespace ghostcar::can_bridge
