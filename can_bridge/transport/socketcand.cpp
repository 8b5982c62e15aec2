// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/socketcand.h"

#include <utility>

#include "can_bridge/log/decimal_time.h"
#include "can_bridge/log/hexadecimal.h"
#include "can_bridge/log/take_word.h"

namespace ghostcar::can_bridge {
namespace {

/// The longest command is a frame of eight bytes; whoever sends more without an end sends something
/// else.
constexpr std::size_t longest_command = 256;
/// "123 2 1 F1"
std::optional<Frame> parse_frame(std::string_view arguments) {
    Frame frame;
    const std::string_view id = take_word(arguments);
    const std::optional<std::uint32_t> number = hex_number(id);
    frame.is_extended = id.size() > 3;
    if (!number || *number > largest_id(frame.is_extended)) return std::nullopt;
    frame.id = *number;
    const std::string_view length = take_word(arguments);
    if (length.size() != 1 || length[0] < '0' || length[0] > '8') return std::nullopt;
    frame.length = static_cast<std::uint8_t>(length[0] - '0');
    for (std::size_t index = 0; index < frame.length; ++index) {
        const std::optional<std::uint32_t> byte = hex_number(take_word(arguments));
        if (!byte || *byte > 0xFF) return std::nullopt;
        frame.data[index] = static_cast<std::uint8_t>(*byte);
    }
    if (!take_word(arguments).empty()) return std::nullopt;
    return frame;
}

}  // namespace

SocketcandSession::SocketcandSession(std::string bus) : bus_(std::move(bus)) {}

bool SocketcandSession::feed(std::string_view bytes, std::string& answers,
                             std::vector<Frame>& frames) {
    for (const char character : bytes) {
        if (buffer_.empty()) {
            if (blanks.find(character) != std::string_view::npos) continue;
            if (character != '<') return false;
        }
        buffer_ += character;
        if (character == '>') {
            handle(std::string_view(buffer_).substr(1, buffer_.size() - 2), answers, frames);
            buffer_.clear();
        } else if (buffer_.size() > longest_command) {
            return false;
        }
    }
    return true;
}

void SocketcandSession::handle(std::string_view command, std::string& answers,
                               std::vector<Frame>& frames) {
    std::string_view rest = command;
    const std::string_view word = take_word(rest);
    if (word == "echo") {
        answers += "< echo >";
    } else if (word == "open" && state_ == State::greeted) {
        const bool is_ours = take_word(rest) == bus_;
        if (is_ours) state_ = State::open;
        answers += is_ours ? "< ok >" : "< error could not open bus >";
    } else if (word == "rawmode" && state_ != State::greeted) {
        state_ = State::raw;
        answers += "< ok >";
    } else if (word == "send" && state_ == State::raw) {
        if (const std::optional<Frame> frame = parse_frame(rest))
            frames.push_back(*frame);
        else
            answers += "< error wrong frame >";
    } else {
        answers += "< error unknown command >";
    }
}

std::string SocketcandSession::frame_text(const TimedFrame& timed) const {
    const Frame& frame = timed.frame;
    if (state_ != State::raw || frame.is_fd || frame.is_remote || frame.is_error) return "";
    std::string text = "< frame ";
    append_hex(text, frame.id, frame.is_extended ? 8 : 3);
    text += ' ';
    append_decimal_time(text, timed.time_ns, 6);
    text += ' ';
    for (const std::uint8_t byte : frame.payload()) append_hex(text, byte, 2);
    return text + " >";
}

}  // namespace ghostcar::can_bridge
