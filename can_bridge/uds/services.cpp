// SPDX-License-Identifier: Apache-2.0
// The services. Each gets a request that has the length and subfunction its row demands, and an
// answer that begins already with service and subfunction.
#include <algorithm>
#include <array>

#include "can_bridge/uds/service.h"

namespace ghostcar::can_bridge::uds {
namespace {

constexpr std::array<std::uint8_t, 2> sessions = {0x01, 0x03};
constexpr std::array<std::uint8_t, 3> resets = {0x01, 0x02, 0x03};
constexpr std::uint8_t report_number = 0x01;
constexpr std::uint8_t report_by_mask = 0x02;
constexpr std::uint8_t report_supported = 0x0A;
constexpr std::array<std::uint8_t, 3> reports = {report_number, report_by_mask, report_supported};
constexpr std::array<std::uint8_t, 4> communications = {0x00, 0x01, 0x02, 0x03};
constexpr std::array<std::uint8_t, 3> routine_actions = {0x01, 0x02, 0x03};
constexpr std::array<std::uint8_t, 2> settings = {0x01, 0x02};

constexpr std::uint8_t code_format_iso_14229 = 0x01;

std::uint8_t subfunction_of(std::span<const std::uint8_t> request) {
    return request[1] & 0x7FU;
}

}  // namespace

const std::array<Server::Service, 11> Server::services = {{
    {0x10, false, 2, true, sessions, &Server::session_control},
    {0x11, false, 2, true, resets, &Server::ecu_reset},
    {0x14, false, 4, false, {}, &Server::clear_information},
    {0x19, false, 2, true, reports, &Server::read_information},
    {0x22, false, 3, false, {}, &Server::read_data},
    {security_access_id, true, 2, true, {}, &Server::security_access},
    {0x28, true, 2, true, communications, &Server::communication_control},
    {0x2E, true, 4, false, {}, &Server::write_data},
    {0x31, true, 2, true, routine_actions, &Server::routine_control},
    {tester_present_id, false, 2, true, {}, &Server::tester_present},
    {0x85, true, 2, true, settings, &Server::trouble_code_setting},
}};

ResponseCode Server::session_control(Request request, ByteWriter& answer) {
    if (request.size() != 2) return ResponseCode::incorrect_length;
    const Session wanted = static_cast<Session>(subfunction_of(request));
    if (wanted != Session::standard)
        if (const ResponseCode code = port_.enter_session(wanted); code != ResponseCode::positive)
            return code;
    enter(wanted);
    answer.put16(static_cast<std::uint32_t>(config_.p2_ms));
    answer.put16(static_cast<std::uint32_t>(config_.p2_extended_ms / 10));
    return ResponseCode::positive;
}

ResponseCode Server::ecu_reset(Request request, ByteWriter& /*answer*/) {
    if (request.size() != 2) return ResponseCode::incorrect_length;
    const ResponseCode code = port_.reset(static_cast<ResetKind>(subfunction_of(request)));
    if (code == ResponseCode::positive) enter(Session::standard);
    return code;
}

ResponseCode Server::clear_information(Request request, ByteWriter& /*answer*/) {
    if (request.size() != 4) return ResponseCode::incorrect_length;
    return port_.clear_trouble_codes(static_cast<std::uint32_t>(request[1]) << 16U |
                                     word_at(request, 2));
}

ResponseCode Server::read_information(Request request, ByteWriter& answer) {
    const std::uint8_t report = subfunction_of(request);
    if (request.size() != (report == report_supported ? 2U : 3U))
        return ResponseCode::incorrect_length;
    const std::uint8_t available = port_.status_availability();
    const std::uint8_t mask = report == report_supported ? 0xFF : request[2] & available;
    const auto is_wanted = [&](const TroubleCode& code) {
        return report == report_supported || (code.status & mask) != 0;
    };
    answer.put(available);
    const std::span<const TroubleCode> codes = port_.trouble_codes();
    if (report == report_number) {
        answer.put(code_format_iso_14229);
        answer.put16(
            static_cast<std::uint32_t>(std::count_if(codes.begin(), codes.end(), is_wanted)));
        return ResponseCode::positive;
    }
    for (const TroubleCode& code : codes) {
        if (!is_wanted(code)) continue;
        answer.put(static_cast<std::uint8_t>(code.code >> 16U));
        answer.put16(code.code & 0xFFFFU);
        answer.put(code.status);
    }
    return ResponseCode::positive;
}

/// Of several identifiers those that exist are answered; what is locked refuses all of them.
ResponseCode Server::read_data(Request request, ByteWriter& answer) {
    if (request.size() % 2 == 0) return ResponseCode::incorrect_length;
    for (std::size_t index = 1; index < request.size(); index += 2) {
        const std::uint16_t id = word_at(request, index);
        const std::optional<DataIdentifier> data = port_.find_data(id);
        if (!data || !data->is_readable) continue;
        const ResponseCode access = check(data->reading);
        if (access == ResponseCode::out_of_range) continue;
        if (access != ResponseCode::positive) return access;
        answer.put16(id);
        if (const ResponseCode code = port_.read_data(id, answer); code != ResponseCode::positive)
            return code;
    }
    return answer.size() > 1 ? ResponseCode::positive : ResponseCode::out_of_range;
}

ResponseCode Server::security_access(Request request, ByteWriter& answer) {
    const std::uint8_t subfunction = subfunction_of(request);
    if (subfunction % 2 == 1) {
        if (request.size() != 2) return ResponseCode::incorrect_length;
        return security_.request_seed(subfunction, port_, now_ns_, answer);
    }
    // A key of another length is no attempt: the length comes before the sequence and the key.
    const auto level = static_cast<std::uint8_t>(subfunction - 1U);
    if (request.size() != 2 + port_.seed_length(level)) return ResponseCode::incorrect_length;
    return security_.send_key(level, request.subspan(2), port_, now_ns_);
}

ResponseCode Server::communication_control(Request request, ByteWriter& /*answer*/) {
    if (request.size() != 3) return ResponseCode::incorrect_length;
    // Which messages, and on which network: 15 is the one that the request came on, which is the
    // only one we have; 1 to 14 are others.
    const std::uint8_t kinds = request[2] & 0x0FU;
    const unsigned network = request[2] >> 4U;
    const bool is_ours = network == 0x0 || network == 0xF;
    if (kinds == 0 || kinds > all_message_kinds || !is_ours) return ResponseCode::out_of_range;
    const std::uint8_t control = subfunction_of(request);
    const bool receives = control == 0x00 || control == 0x01;
    const bool transmits = control == 0x00 || control == 0x02;
    return port_.control_communication(receives, transmits, kinds);
}

ResponseCode Server::write_data(Request request, ByteWriter& answer) {
    const std::uint16_t id = word_at(request, 1);
    const std::optional<DataIdentifier> data = port_.find_data(id);
    if (!data || !data->is_writable) return ResponseCode::out_of_range;
    if (const ResponseCode code = check(data->writing); code != ResponseCode::positive) return code;
    if (request.size() != 3 + data->write_length) return ResponseCode::incorrect_length;
    answer.put16(id);
    return port_.write_data(id, request.subspan(3));
}

ResponseCode Server::routine_control(Request request, ByteWriter& answer) {
    if (request.size() < 4) return ResponseCode::incorrect_length;
    const std::uint16_t id = word_at(request, 2);
    const std::optional<Access> access = port_.find_routine(id);
    if (!access) return ResponseCode::out_of_range;
    if (const ResponseCode code = check(*access); code != ResponseCode::positive) return code;
    const RoutineAction action = static_cast<RoutineAction>(subfunction_of(request));
    const std::uint32_t mark = routine_mark | id;
    const auto started = std::find(started_routines_.begin(), started_routines_.end(), mark);
    if (action != RoutineAction::start && started == started_routines_.end())
        return ResponseCode::sequence_error;
    answer.put16(id);
    const ResponseCode code = port_.control_routine(action, id, request.subspan(4), answer);
    if (code == ResponseCode::positive && action == RoutineAction::start &&
        started == started_routines_.end()) {
        const auto free = std::find(started_routines_.begin(), started_routines_.end(), 0U);
        if (free != started_routines_.end()) *free = mark;
    }
    return code;
}

ResponseCode Server::tester_present(Request request, ByteWriter& /*answer*/) {
    return request.size() == 2 ? ResponseCode::positive : ResponseCode::incorrect_length;
}

ResponseCode Server::trouble_code_setting(Request request, ByteWriter& /*answer*/) {
    if (request.size() != 2) return ResponseCode::incorrect_length;
    return port_.control_trouble_codes(subfunction_of(request) == 0x01);
}

}  // namespace ghostcar::can_bridge::uds
