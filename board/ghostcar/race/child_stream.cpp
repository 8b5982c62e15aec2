// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/child_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace ghostcar::board {
namespace {

void close_end(int& end) noexcept {
    if (end >= 0) close(end);
    end = -1;
}

}  // namespace

ChildStream::ChildStream(Keep keep, std::size_t most_bytes) : keep_(keep), most_bytes_(most_bytes) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe2");
    reading_ = ends[0];
    writing_ = ends[1];
    fcntl(reading_, F_SETFL, O_NONBLOCK);  // our end only: its writer may wait for us
}

ChildStream::~ChildStream() {
    close_end(reading_);
    close_end(writing_);
}

ChildStream::ChildStream(ChildStream&& other) noexcept
    : keep_(other.keep_),
      most_bytes_(other.most_bytes_),
      reading_(std::exchange(other.reading_, -1)),
      writing_(std::exchange(other.writing_, -1)),
      text_(std::move(other.text_)) {}

ChildStream& ChildStream::operator=(ChildStream&& other) noexcept {
    std::swap(keep_, other.keep_);
    std::swap(most_bytes_, other.most_bytes_);
    std::swap(reading_, other.reading_);
    std::swap(writing_, other.writing_);
    std::swap(text_, other.text_);
    return *this;
}

void ChildStream::close_writing_end() noexcept {
    close_end(writing_);
}

void ChildStream::drain() {
    if (reading_ < 0) return;
    char buffer[4096];
    ssize_t count = 0;
    while ((count = read(reading_, buffer, sizeof buffer)) > 0) {
        text_.append(buffer, static_cast<std::size_t>(count));
        if (text_.size() <= most_bytes_) continue;
        if (keep_ == Keep::beginning)
            text_.resize(most_bytes_);
        else
            text_.erase(0, text_.size() - most_bytes_);
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    close_end(reading_);  // closed by its writer: nothing to wait for any more
}

}  // namespace ghostcar::board
