// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace ghostcar::hmi_link {

/// The secret that operators on other machines share with this one: 32 bytes, wiped after use.
class CommandKey {
public:
    static constexpr std::size_t size = 32;  // crypto_auth_KEYBYTES

    /// Throws model::ConfigError, one line with the remedy: a key has exactly 32 bytes and is
    /// readable by its owner alone.
    static CommandKey load(const std::string& path);

    explicit CommandKey(const std::array<std::uint8_t, size>& bytes) noexcept : bytes_(bytes) {}
    ~CommandKey();
    CommandKey(const CommandKey&) = default;
    CommandKey& operator=(const CommandKey&) = default;

    [[nodiscard]] const std::uint8_t* data() const noexcept { return bytes_.data(); }

private:
    CommandKey() = default;
    std::array<std::uint8_t, size> bytes_{};
};

}  // namespace ghostcar::hmi_link
