// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/mcap_format.h"

#include <libdeflate.h>

namespace ghostcar::hmi_link::mcap {

std::uint32_t crc(std::uint32_t previous, std::string_view bytes) {
    return libdeflate_crc32(previous, bytes.data(), bytes.size());
}

}  // namespace ghostcar::hmi_link::mcap
