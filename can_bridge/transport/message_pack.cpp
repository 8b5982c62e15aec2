// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/message_pack.h"

#include <bit>

namespace ghostcar::can_bridge::message_pack {
namespace {

Value of_bytes(Kind kind, ByteReader& reader, std::size_t length) {
    Value value;
    value.bytes = reader.take(length);
    value.kind = reader.has_failed() ? Kind::other : kind;
    return value;
}

Value of_integer(std::uint64_t integer) {
    Value value;
    value.kind = Kind::integer;
    value.integer = integer;
    return value;
}

/// Signed integers of `count` bytes; nothing here has a use for negative ones.
Value of_signed(ByteReader& reader, std::size_t count) {
    const std::uint64_t bits = reader.big_endian(count);
    Value value = of_integer(bits);
    if ((bits >> (8U * count - 1U)) != 0) value.kind = Kind::negative;
    return value;
}

Value of_real(double real) {
    Value value;
    value.kind = Kind::real;
    value.real = real;
    return value;
}

Value of_map(std::uint64_t entries) {
    Value value;
    value.kind = Kind::map;
    value.entries = entries;
    return value;
}

Value of_boolean(bool boolean) {
    Value value;
    value.kind = Kind::boolean;
    value.boolean = boolean;
    return value;
}

Value of_kind(Kind kind) {
    Value value;
    value.kind = kind;
    return value;
}

Value take_any(ByteReader& reader) {
    const std::uint8_t head = reader.u8();
    if (head <= 0x7F) return of_integer(head);
    if (head <= 0x8F) return of_map(head & 0x0FU);
    if (head >= 0xA0 && head <= 0xBF) return of_bytes(Kind::text, reader, head & 0x1FU);
    if (head >= 0xE0) return of_kind(Kind::negative);
    switch (head) {
        case 0xC0:
            return of_kind(Kind::nil);
        case 0xC2:
        case 0xC3:
            return of_boolean(head == 0xC3);
        case 0xC4:
        case 0xC5:
        case 0xC6:
            return of_bytes(Kind::binary, reader,
                            reader.big_endian(std::size_t{1} << (head - 0xC4U)));
        case 0xCA:
            return of_real(static_cast<double>(
                std::bit_cast<float>(static_cast<std::uint32_t>(reader.big_endian(4)))));
        case 0xCB:
            return of_real(std::bit_cast<double>(reader.big_endian(8)));
        case 0xCC:
        case 0xCD:
        case 0xCE:
        case 0xCF:
            return of_integer(reader.big_endian(std::size_t{1} << (head - 0xCCU)));
        case 0xD0:
        case 0xD1:
        case 0xD2:
        case 0xD3:
            return of_signed(reader, std::size_t{1} << (head - 0xD0U));
        case 0xD9:
        case 0xDA:
        case 0xDB:
            return of_bytes(Kind::text, reader,
                            reader.big_endian(std::size_t{1} << (head - 0xD9U)));
        case 0xDE:
        case 0xDF:
            return of_map(reader.big_endian(head == 0xDE ? 2 : 4));
        default:
            return of_kind(Kind::other);
    }
}

}  // namespace

Value take(ByteReader& reader) noexcept {
    const Value value = take_any(reader);
    return reader.has_failed() ? Value{} : value;
}

}  // namespace ghostcar::can_bridge::message_pack
