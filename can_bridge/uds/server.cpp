// SPDX-License-Identifier: Apache-2.0
// Which service there is, who may use it, and how its answer leaves; the services themselves are in
// services.cpp. The order of the checks is that of ISO 14229-1, figures 5 and 6: service, session,
// length, subfunction, subfunction's session, then what only the service can know.
#include "can_bridge/uds/server.h"

#include <algorithm>

#include "can_bridge/uds/service.h"

namespace ghostcar::can_bridge::uds {
namespace {

constexpr std::uint8_t negative_response = 0x7F;
constexpr std::uint8_t suppress_bit = 0x80;

/// A word that it takes longer must arrive before the time is over, not when it is.
constexpr std::int64_t before(std::int64_t limit_ms) {
    return limit_ms * ns_per_ms * 3 / 5;
}

}  // namespace

Server::Server(const ServerConfig& config, Port& port)
    : config_(config),
      port_(port),
      security_(config.security),
      answer_(std::max<std::size_t>(config.longest_message, 8)) {
    pending_.request.reserve(config.longest_message);
}

const Server::Service* Server::find_service(std::uint8_t id) noexcept {
    for (const Service& service : services)
        if (service.id == id) return &service;
    return nullptr;
}

std::span<const std::uint8_t> Server::handle(Request request, bool is_functional,
                                             std::int64_t now_ns) {
    now_ns_ = now_ns;
    if (request.empty() || request.size() > config_.longest_message) return {};
    keep_session(now_ns);
    if (pending_.is_active)  // one thing at a time; keeping the session alive is always possible
        return is_functional ? std::span<const std::uint8_t>{}
                             : negative(request[0], ResponseCode::busy);
    ByteWriter writer(answer_);
    const ResponseCode code = dispatch(request, writer);
    if (code == ResponseCode::pending) return begin_pending(request, is_functional);
    answer_size_ = writer.size();
    return conclude(request, is_functional,
                    writer.has_overflown() ? ResponseCode::response_too_long : code);
}

ResponseCode Server::dispatch(Request request, ByteWriter& answer) {
    const Service* service = find_service(request[0]);
    if (service == nullptr) return ResponseCode::service_not_supported;
    if (service->needs_extended_session && session_ == Session::standard)
        return ResponseCode::service_not_in_session;
    if (request.size() < service->shortest) return ResponseCode::incorrect_length;
    if (service->has_subfunction)
        if (const ResponseCode code = check_subfunction(*service, request);
            code != ResponseCode::positive)
            return code;
    answer.put(static_cast<std::uint8_t>(request[0] + 0x40U));
    if (service->has_subfunction) answer.put(static_cast<std::uint8_t>(request[1] & ~suppress_bit));
    return (this->*service->handler)(request, answer);
}

ResponseCode Server::check_subfunction(const Service& service, Request request) const {
    const std::uint8_t subfunction = request[1] & static_cast<std::uint8_t>(~suppress_bit);
    if (service.id == security_access_id) {
        const int level = subfunction % 2 == 1 ? subfunction : subfunction - 1;
        return level > 0 && port_.seed_length(static_cast<std::uint8_t>(level)) != 0
                   ? ResponseCode::positive
                   : ResponseCode::subfunction_not_supported;
    }
    for (const std::uint8_t known : service.subfunctions)
        if (known == subfunction) return ResponseCode::positive;
    // Tester present alone has a subfunction 0.
    return service.id == tester_present_id && subfunction == 0
               ? ResponseCode::positive
               : ResponseCode::subfunction_not_supported;
}

std::span<const std::uint8_t> Server::conclude(Request request, bool is_functional,
                                               ResponseCode code) {
    if (code != ResponseCode::positive) {
        if (is_functional && is_silent_when_functional(code) && !pending_.has_told) return {};
        return negative(request[0], code);
    }
    const Service* service = find_service(request[0]);
    const bool is_suppressed = service != nullptr && service->has_subfunction &&
                               request.size() > 1 && (request[1] & suppress_bit) != 0;
    // Who was told to wait is owed an answer.
    if (is_suppressed && !pending_.has_told) return {};
    return {answer_.data(), answer_size_};
}

std::span<const std::uint8_t> Server::negative(std::uint8_t service, ResponseCode code) {
    answer_[0] = negative_response;
    answer_[1] = service;
    answer_[2] = static_cast<std::uint8_t>(code);
    return {answer_.data(), 3};
}

std::span<const std::uint8_t> Server::begin_pending(Request request, bool is_functional) {
    pending_.request.assign(request.begin(), request.end());
    pending_.due_ns = now_ns_ + before(config_.p2_ms);
    pending_.is_active = true;
    pending_.is_functional = is_functional;
    pending_.has_told = false;
    return {};
}

std::span<const std::uint8_t> Server::poll(std::int64_t now_ns) {
    now_ns_ = now_ns;
    if (pending_.is_active) {
        ByteWriter writer(answer_);
        const ResponseCode code = dispatch(pending_.request, writer);
        if (code != ResponseCode::pending) {
            answer_size_ = writer.size();
            const std::span<const std::uint8_t> answer =
                conclude(pending_.request, pending_.is_functional,
                         writer.has_overflown() ? ResponseCode::response_too_long : code);
            pending_.is_active = pending_.has_told = false;
            keep_session(now_ns);
            return answer;
        }
        if (now_ns < pending_.due_ns) return {};
        pending_.due_ns = now_ns + before(config_.p2_extended_ms);
        pending_.has_told = true;
        return negative(pending_.request[0], ResponseCode::pending);
    }
    if (session_ != Session::standard && now_ns >= session_end_ns_) enter(Session::standard);
    return {};
}

/// Every change of session locks, and the standard session undoes what the other allowed.
void Server::enter(Session session) {
    security_.lock();
    session_ = session;
    session_end_ns_ = now_ns_ + config_.s3_ms * ns_per_ms;
    if (session == Session::standard) {
        started_routines_.fill(0);
        static_cast<void>(port_.control_communication(true, true, all_message_kinds));
        static_cast<void>(port_.control_trouble_codes(true));
        static_cast<void>(port_.enter_session(Session::standard));
    }
}

ResponseCode Server::check(const Access& access) const {
    if (access.needs_extended_session && session_ == Session::standard)
        return ResponseCode::out_of_range;
    if (access.security_level != 0 && !security_.is_unlocked(access.security_level))
        return ResponseCode::security_denied;
    return ResponseCode::positive;
}

}  // namespace ghostcar::can_bridge::uds
