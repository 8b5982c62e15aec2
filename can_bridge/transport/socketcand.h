// SPDX-License-Identifier: Apache-2.0
// The server's side of socketcand's protocol (SavvyCAN, Kayak): text in angle brackets over TCP.
//
//   server  < hi >
//   client  < open can0 >        server  < ok >
//   client  < rawmode >          server  < ok >
//   server  < frame 123 23.424242 1A220344 >      from the bus
//   client  < send 123 2 1 F1 >                   to the bus
//
// Three digits are a standard id, eight an extended one. Classic data frames only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

constexpr std::uint16_t socketcand_port = 29536;

/// One client. Bytes go in as they come off the connection, in any pieces.
class SocketcandSession {
public:
    /// `bus` is the only name that can be opened.
    explicit SocketcandSession(std::string bus);

    /// What to send when the client connects.
    [[nodiscard]] static std::string_view greeting() { return "< hi >"; }

    /// Takes what the client sent. Answers are appended to `answers`, frames for the bus to
    /// `frames`. False: the client does not speak the protocol, close the connection.
    bool feed(std::string_view bytes, std::string& answers, std::vector<Frame>& frames);

    /// A frame from the bus for the client; "" if the client has not asked for frames, or the
    /// protocol cannot carry it.
    [[nodiscard]] std::string frame_text(const TimedFrame& timed) const;

private:
    enum class State : std::uint8_t { greeted, open, raw };

    void handle(std::string_view command, std::string& answers, std::vector<Frame>& frames);

    std::string bus_;
    std::string buffer_;  // the beginning of a command that is not complete
    State state_ = State::greeted;
};

}  // namespace ghostcar::can_bridge
