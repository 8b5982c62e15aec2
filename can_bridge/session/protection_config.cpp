// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/protection_config.h"

#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace ghostcar::can_bridge {
namespace {

using e2e::DataIdMode;
using e2e::Protection;
using model::TableReader;

enum class Profile { none, profile1, profile2, profile5, plain };
constexpr std::array<std::pair<std::string_view, Profile>, 5> profiles{
    {{"none", Profile::none},
     {"profile1", Profile::profile1},
     {"profile2", Profile::profile2},
     {"profile5", Profile::profile5},
     {"plain", Profile::plain}}};

constexpr std::array<std::pair<std::string_view, DataIdMode>, 4> modes{
    {{"both", DataIdMode::both},
     {"alternating", DataIdMode::alternating},
     {"low", DataIdMode::low},
     {"nibble", DataIdMode::nibble}}};

enum class Checksum { none, exclusive_or, j1850, h2f, custom };
constexpr std::array<std::pair<std::string_view, Checksum>, 5> checksums{
    {{"none", Checksum::none},
     {"xor", Checksum::exclusive_or},
     {"crc8-j1850", Checksum::j1850},
     {"crc8-h2f", Checksum::h2f},
     {"crc8", Checksum::custom}}};

std::uint8_t byte(TableReader& table, std::string_view key, std::int64_t fallback) {
    return static_cast<std::uint8_t>(table.integer_or(key, fallback, 0, 255));
}

/// Some makers put bytes of the id in front of the data, for the checksum alone.
void read_prefix(TableReader& table, e2e::ChecksumField& checksum) {
    const std::vector<double> bytes =
        table.numbers("checksum_prefix", model::Range::between(0.0, 255.0));
    if (bytes.empty() || bytes.size() > std::size(checksum.prefix))
        table.fail("checksum_prefix", "found " + std::to_string(bytes.size()) + " bytes",
                   "write one or two");
    for (const double byte_value : bytes) {
        if (std::floor(byte_value) != byte_value)
            table.fail("checksum_prefix", "is not whole", "write bytes from 0 to 255");
        checksum.prefix[checksum.prefix_length++] = static_cast<std::uint8_t>(byte_value);
    }
}

Protection plain_from(TableReader& table) {
    std::optional<e2e::CounterField> counter;
    if (table.has("counter_byte")) {
        counter.emplace();
        counter->byte = static_cast<std::size_t>(table.integer("counter_byte", 0, 63));
        counter->shift = static_cast<int>(table.integer_or("counter_shift", 0, 0, 7));
        counter->bits =
            static_cast<int>(table.integer_or("counter_bits", 4, 1, 8 - counter->shift));
        counter->counters = static_cast<int>(
            table.integer_or("counters", 1 << counter->bits, 2, 1 << counter->bits));
    }
    std::optional<e2e::ChecksumField> checksum;
    const Checksum kind = table.choice("checksum", checksums);
    if (kind != Checksum::none) {
        checksum.emplace();
        checksum->byte = static_cast<std::size_t>(table.integer("checksum_byte", 0, 63));
        if (table.has("checksum_prefix")) read_prefix(table, *checksum);
        if (kind == Checksum::exclusive_or) checksum->start = byte(table, "checksum_start", 0);
        if (kind == Checksum::j1850)
            checksum->crc = std::make_shared<const e2e::Crc>(e2e::crc8_j1850);
        if (kind == Checksum::h2f) checksum->crc = std::make_shared<const e2e::Crc>(e2e::crc8_h2f);
        if (kind == Checksum::custom)
            checksum->crc = std::make_shared<const e2e::Crc>(
                e2e::CrcKind{8, static_cast<std::uint32_t>(table.integer("polynomial", 1, 255)),
                             byte(table, "checksum_start", 0), byte(table, "checksum_xor", 0)});
    }
    if (!counter && !checksum)
        table.fail("", "neither a counter nor a checksum",
                   "add counter_byte, or choose a checksum");
    return e2e::PlainProtection(counter, checksum);
}

std::optional<Protection> from_table(TableReader& table) {
    std::optional<Protection> result;
    const auto data_id = [&table] {
        return static_cast<std::uint16_t>(table.integer("data_id", 0, 0xFFFF));
    };
    switch (table.choice("profile", profiles)) {
        case Profile::none:
            break;
        case Profile::profile1:
            result = e2e::Profile1(data_id(), table.has("data_id_mode")
                                                  ? table.choice("data_id_mode", modes)
                                                  : DataIdMode::both);
            break;
        case Profile::profile2: {
            const std::vector<double> ids =
                table.numbers("data_ids", model::Range::between(0.0, 255.0));
            if (ids.size() != e2e::Profile2::counters)
                table.fail("data_ids", "found " + std::to_string(ids.size()) + " numbers",
                           "write 16, one for each value of the counter");
            std::array<std::uint8_t, e2e::Profile2::counters> bytes{};
            for (std::size_t index = 0; index < bytes.size(); ++index)
                bytes[index] = static_cast<std::uint8_t>(ids[index]);
            result = e2e::Profile2(bytes);
            break;
        }
        case Profile::profile5: {
            const std::uint16_t id = data_id();
            result =
                e2e::Profile5(id, static_cast<std::size_t>(table.integer_or("offset", 0, 0, 61)));
            break;
        }
        case Profile::plain:
            result = plain_from(table);
            break;
    }
    table.finish();
    return result;
}

/// The word of an enumeration, written as its index or as itself.
bool names_profile1(const dbc::Message& message) {
    const auto profile = message.attributes.find("E2EProfile");
    return profile != message.attributes.end() &&
           (profile->second.number ? *profile->second.number == 1.0
                                   : profile->second.text == "Profile1");
}

}  // namespace

std::optional<Protection> protection_from(TableReader& message_table, const dbc::Database& database,
                                          const dbc::Message& message) {
    std::optional<Protection> result;
    if (std::optional<TableReader> table = message_table.table_if("protection")) {
        result = from_table(*table);
    } else if (names_profile1(message)) {
        const auto data_id = message.attributes.find("E2EDataId");
        const double id =
            data_id != message.attributes.end() ? data_id->second.number.value_or(-1.0) : -1.0;
        if (!(id >= 0.0 && id <= 65535.0))
            message_table.fail(
                "message",
                message.name + " of " + database.file + " has E2EProfile 1 but no E2EDataId",
                "add a table `protection`");
        result = e2e::Profile1(static_cast<std::uint16_t>(id), DataIdMode::both);
    }
    if (result && e2e::shortest_frame(*result) > static_cast<std::size_t>(message.length))
        message_table.fail("message",
                           message.name + " has " + std::to_string(message.length) + " bytes",
                           "its protection needs " + std::to_string(e2e::shortest_frame(*result)));
    return result;
}

}  // namespace ghostcar::can_bridge
