// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/obd/server.h"

#include <algorithm>

#include "can_bridge/obd/parameter.h"

namespace ghostcar::can_bridge::obd {
namespace {

constexpr std::uint8_t current_data_mode = 0x01;
constexpr std::uint8_t trouble_code_mode = 0x03;
constexpr std::uint8_t clear_mode = 0x04;
constexpr std::uint8_t vehicle_information_mode = 0x09;

constexpr std::uint8_t monitor_status = 0x01;  // lamp and number of trouble codes
constexpr std::uint8_t vehicle_identification = 0x02;
constexpr std::uint8_t calibration_identification = 0x04;
constexpr std::size_t vehicle_identification_length = 17;
constexpr std::size_t calibration_identification_length = 16;
constexpr std::size_t most_parameters = 6;  // in one request
constexpr std::size_t most_codes = 127;     // in one answer

constexpr std::uint8_t negative_response = 0x7F;
constexpr std::uint8_t code_not_supported = 0x11;
constexpr std::uint8_t code_out_of_range = 0x12;
constexpr std::uint8_t code_not_now = 0x22;

/// Every 32 identifiers one that says which of the next 32 exist.
bool is_support_mask(std::uint8_t id) {
    return id % 0x20 == 0;
}

/// Texts have a fixed length: what is too long is cut off, what is short is filled with zeros.
void put_text(ByteWriter& answer, std::string_view text, std::size_t length) {
    for (std::size_t place = 0; place < length; ++place)
        answer.put(place < text.size() ? static_cast<std::uint8_t>(text[place]) : std::uint8_t{0});
}

}  // namespace

Server::Server(Port& port) : port_(port) {
    for (const std::uint8_t id : port.parameters())
        has_parameter_[id] = id == monitor_status || find_parameter(id) != nullptr;
    // A mask exists when an identifier behind it does.
    for (int mask = 0xE0; mask >= 0; mask -= 0x20)
        has_parameter_[static_cast<std::size_t>(mask)] =
            mask == 0 || std::any_of(has_parameter_.begin() + mask + 1, has_parameter_.end(),
                                     [](bool has) { return has; });
}

bool Server::has_parameter(std::uint8_t id) const {
    return has_parameter_[id];
}

std::span<const std::uint8_t> Server::handle(Request request, bool is_functional) {
    if (request.empty()) return {};
    ByteWriter writer(answer_);
    writer.put(static_cast<std::uint8_t>(request[0] + 0x40U));
    Outcome outcome = Outcome::not_supported;
    if (request[0] == current_data_mode) outcome = current_data(request, writer);
    if (request[0] == trouble_code_mode) outcome = trouble_codes(request, writer);
    if (request[0] == clear_mode) outcome = clear(request, writer);
    if (request[0] == vehicle_information_mode) outcome = vehicle_information(request, writer);

    if (outcome == Outcome::answered) return writer.written();
    const bool is_silent =
        outcome == Outcome::silent || (is_functional && outcome != Outcome::not_now);
    if (is_silent) return {};
    const std::uint8_t code = outcome == Outcome::not_supported  ? code_not_supported
                              : outcome == Outcome::out_of_range ? code_out_of_range
                                                                 : code_not_now;
    answer_ = {negative_response, request[0], code};
    return {answer_.data(), 3};
}

bool Server::put_parameter(std::uint8_t id, ByteWriter& answer) const {
    if (!has_parameter(id)) return false;
    answer.put(id);
    if (is_support_mask(id)) {
        for (unsigned byte = 0; byte < 4; ++byte) {
            std::uint32_t bits = 0;
            for (unsigned bit = 0; bit < 8; ++bit) {
                const unsigned other = id + 1U + 8U * byte + bit;
                bits = bits << 1U | (other < 256 && has_parameter_[other] ? 1U : 0U);
            }
            answer.put(static_cast<std::uint8_t>(bits));
        }
    } else if (id == monitor_status) {
        const std::size_t codes = std::min(port_.emission_codes().size(), most_codes);
        answer.put(static_cast<std::uint8_t>((port_.lamp() ? 0x80U : 0U) | codes));
        answer.put16(0);  // no monitors: complete
        answer.put(0);
    } else {
        const Parameter& parameter = *find_parameter(id);
        const std::uint32_t raw = raw_value(parameter, port_.value(id));
        if (parameter.bytes == 2) answer.put(static_cast<std::uint8_t>(raw >> 8U));
        answer.put(static_cast<std::uint8_t>(raw));
    }
    return true;
}

Server::Outcome Server::current_data(Request request, ByteWriter& answer) const {
    const std::span<const std::uint8_t> ids = request.subspan(1);
    if (ids.empty() || ids.size() > most_parameters) return Outcome::silent;
    bool has_any = false;
    for (const std::uint8_t id : ids) has_any = put_parameter(id, answer) || has_any;
    return has_any ? Outcome::answered : Outcome::out_of_range;
}

Server::Outcome Server::trouble_codes(Request request, ByteWriter& answer) const {
    if (request.size() != 1) return Outcome::silent;
    const std::span<const std::uint16_t> all = port_.emission_codes();
    const std::span<const std::uint16_t> codes = all.first(std::min(all.size(), most_codes));
    answer.put(static_cast<std::uint8_t>(codes.size()));
    for (const std::uint16_t code : codes) answer.put16(code);
    return Outcome::answered;
}

Server::Outcome Server::clear(Request request, ByteWriter& /*answer*/) {
    if (request.size() != 1) return Outcome::silent;
    return port_.clear() ? Outcome::answered : Outcome::not_now;
}

Server::Outcome Server::vehicle_information(Request request, ByteWriter& answer) const {
    if (request.size() != 2) return Outcome::silent;
    const std::uint8_t id = request[1];
    answer.put(id);
    if (id == 0x00) {
        answer.put(0x50);  // 02 and 04
        answer.put16(0);
        answer.put(0);
        return Outcome::answered;
    }
    if (id != vehicle_identification && id != calibration_identification)
        return Outcome::out_of_range;
    answer.put(1);  // one item
    if (id == vehicle_identification)
        put_text(answer, port_.vehicle_identification(), vehicle_identification_length);
    else
        put_text(answer, port_.calibration_identification(), calibration_identification_length);
    return Outcome::answered;
}

}  // namespace ghostcar::can_bridge::obd
