// SPDX-License-Identifier: Apache-2.0
// What another program writes, read through a pipe. However much that is, a bounded part is kept.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace ghostcar::board {

class ChildStream {
public:
    /// Which part of it is kept when there is more: a result is whole or worthless, and why a
    /// program ended is the last thing it says.
    enum class Keep { beginning, end };

    /// A pipe. Throws std::system_error.
    ChildStream(Keep keep, std::size_t most_bytes);
    ~ChildStream();
    ChildStream(ChildStream&& other) noexcept;
    ChildStream& operator=(ChildStream&& other) noexcept;

    /// For the program that writes; to be closed here once that has begun.
    [[nodiscard]] int writing_end() const noexcept { return writing_; }
    void close_writing_end() noexcept;

    /// To be waited for with poll(2); -1 when its writer has closed it.
    [[nodiscard]] int reading_end() const noexcept { return reading_; }
    /// Takes what is there; never waits.
    void drain();

    /// What was kept.
    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

private:
    Keep keep_;
    std::size_t most_bytes_;
    int reading_ = -1;
    int writing_ = -1;
    std::string text_;
};

}  // namespace ghostcar::board
