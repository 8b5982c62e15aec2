// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/protection.h"

namespace ghostcar::can_bridge::e2e {

std::size_t shortest_frame(const Protection& protection) noexcept {
    if (const auto* plain = std::get_if<PlainProtection>(&protection)) return plain->shortest();
    if (const auto* profile5 = std::get_if<Profile5>(&protection)) return profile5->shortest();
    return std::holds_alternative<Profile1>(protection) ? Profile1::shortest : Profile2::shortest;
}

int counters_of(const Protection& protection) noexcept {
    if (const auto* plain = std::get_if<PlainProtection>(&protection)) return plain->counters();
    if (std::holds_alternative<Profile1>(protection)) return Profile1::counters;
    return std::holds_alternative<Profile2>(protection) ? Profile2::counters : Profile5::counters;
}

// std::get_if instead of std::visit: visiting can throw, and nothing here may.
void detail::protect_otherwise(const Protection& protection, std::span<std::uint8_t> data,
                               int counter) noexcept {
    if (const auto* plain = std::get_if<PlainProtection>(&protection))
        plain->protect(data, counter);
    else if (const auto* profile2 = std::get_if<Profile2>(&protection))
        profile2->protect(data, counter);
    else if (const auto* profile5 = std::get_if<Profile5>(&protection))
        profile5->protect(data, counter);
}

Reading detail::read_otherwise(const Protection& protection,
                               std::span<const std::uint8_t> data) noexcept {
    if (const auto* plain = std::get_if<PlainProtection>(&protection)) return plain->read(data);
    if (const auto* profile2 = std::get_if<Profile2>(&protection)) return profile2->read(data);
    const auto* profile5 = std::get_if<Profile5>(&protection);
    return profile5 != nullptr ? profile5->read(data) : Reading{};
}

std::optional<std::size_t> checksum_byte(const Protection& protection) noexcept {
    if (const auto* plain = std::get_if<PlainProtection>(&protection))
        return plain->checksum_byte();
    const auto* profile5 = std::get_if<Profile5>(&protection);
    return profile5 != nullptr ? profile5->offset() : 0;
}

}  // namespace ghostcar::can_bridge::e2e
