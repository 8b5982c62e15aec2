// SPDX-License-Identifier: Apache-2.0
// The UDS server of ISO 14229-1: sessions, security, timing, and the right answer to everything.
// Messages in, messages out; frames are ISO-TP's business and time is passed in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "can_bridge/uds/port.h"
#include "can_bridge/uds/security.h"

namespace ghostcar::can_bridge::uds {

struct ServerConfig {
    std::int64_t p2_ms = 50;             // first answer, or the word that it takes longer
    std::int64_t p2_extended_ms = 5000;  // each further one; a multiple of 10
    std::int64_t s3_ms = 5000;           // without a request: back to the standard session
    std::size_t longest_message = 4095;
    SecurityConfig security;
};

class Server {
public:
    Server(const ServerConfig& config, Port& port);

    /// The answer to a request; empty when there is none (suppressed, or a broadcast that is not
    /// for us). It is valid until the next call. The request may be of any length, even empty.
    [[nodiscard]] std::span<const std::uint8_t> handle(std::span<const std::uint8_t> request,
                                                       bool is_functional, std::int64_t now_ns);

    /// A request was heard, for this server or another one of the same control unit: a session goes
    /// on (S3 of ISO 14229-2 is the time without any).
    void keep_session(std::int64_t now_ns) noexcept {
        if (session_ != Session::standard) session_end_ns_ = now_ns + config_.s3_ms * ns_per_ms;
    }

    /// Call it often (every few ms): ends a session nobody uses, and works on what is pending.
    [[nodiscard]] std::span<const std::uint8_t> poll(std::int64_t now_ns);

    [[nodiscard]] Session session() const noexcept { return session_; }
    [[nodiscard]] bool is_unlocked(std::uint8_t level) const noexcept {
        return security_.is_unlocked(level);
    }

private:
    using Request = std::span<const std::uint8_t>;
    using Handler = ResponseCode (Server::*)(Request, ByteWriter&);
    struct Service;
    static const std::array<Service, 11> services;
    [[nodiscard]] static const Service* find_service(std::uint8_t id) noexcept;

    [[nodiscard]] ResponseCode dispatch(Request request, ByteWriter& answer);
    [[nodiscard]] ResponseCode check_subfunction(const Service& service, Request request) const;
    [[nodiscard]] std::span<const std::uint8_t> conclude(Request request, bool is_functional,
                                                         ResponseCode code);
    [[nodiscard]] std::span<const std::uint8_t> negative(std::uint8_t service, ResponseCode code);
    [[nodiscard]] std::span<const std::uint8_t> begin_pending(Request request, bool is_functional);
    [[nodiscard]] ResponseCode check(const Access& access) const;
    void enter(Session session);

    // One service each; the request is at least as long as its table row says.
    ResponseCode session_control(Request request, ByteWriter& answer);
    ResponseCode ecu_reset(Request request, ByteWriter& answer);
    ResponseCode clear_information(Request request, ByteWriter& answer);
    ResponseCode read_information(Request request, ByteWriter& answer);
    ResponseCode read_data(Request request, ByteWriter& answer);
    ResponseCode security_access(Request request, ByteWriter& answer);
    ResponseCode communication_control(Request request, ByteWriter& answer);
    ResponseCode write_data(Request request, ByteWriter& answer);
    ResponseCode routine_control(Request request, ByteWriter& answer);
    ResponseCode tester_present(Request request, ByteWriter& answer);
    ResponseCode trouble_code_setting(Request request, ByteWriter& answer);

    struct Pending {
        std::vector<std::uint8_t> request;
        std::int64_t due_ns = 0;  // of the next word that it takes longer
        bool is_active = false;
        bool is_functional = false;
        bool has_told = false;
    };

    ServerConfig config_;
    Port& port_;
    Security security_;
    std::vector<std::uint8_t> answer_;
    std::size_t answer_size_ = 0;
    Pending pending_;
    Session session_ = Session::standard;
    std::int64_t session_end_ns_ = 0;
    std::int64_t now_ns_ = 0;
    // A routine's id with `routine_mark` set, so that 0 is a free place.
    static constexpr std::uint32_t routine_mark = 0x10000;
    std::array<std::uint32_t, 32> started_routines_{};
};

}  // namespace ghostcar::can_bridge::uds
