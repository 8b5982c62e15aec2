// SPDX-License-Identifier: Apache-2.0
// Little-endian fields, as MCAP stores them, into and out of byte strings.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ghostcar::hmi_link {

static_assert(std::endian::native == std::endian::little,
              "fields are copied as they are; a big-endian board needs a byte swap here");

template <typename Integer>
void append_integer(std::string& out, Integer value) {
    static_assert(std::is_unsigned_v<Integer>);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

/// Overwrites a field whose value was not known when its place was reserved.
template <typename Integer>
void put_integer(char* place, Integer value) noexcept {
    static_assert(std::is_unsigned_v<Integer>);
    std::memcpy(place, &value, sizeof value);
}

/// A text or byte field with its length in four bytes before it.
inline void append_text(std::string& out, std::string_view text) {
    append_integer(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

/// Takes fields off the front of a byte string. Reading past the end gives zeros and makes ok()
/// false for good, so a caller checks once, after the last field.
class FieldReader {
public:
    explicit FieldReader(std::string_view bytes) noexcept : rest_(bytes) {}

    template <typename Integer>
    Integer integer() noexcept {
        Integer value = 0;
        const std::string_view bytes = take(sizeof value);
        if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }

    std::string_view text() noexcept { return take(integer<std::uint32_t>()); }

    std::string_view take(std::uint64_t size) noexcept {
        if (!ok_ || size > rest_.size()) {
            ok_ = false;
            return {};
        }
        const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace ghostcar::hmi_link
