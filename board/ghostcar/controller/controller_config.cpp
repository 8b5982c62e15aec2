// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/controller/controller_config.h"

#include <array>
#include <string_view>
#include <utility>

namespace ghostcar::board {
namespace {

using model::TableReader;

constexpr std::array<std::pair<std::string_view, ControllerKind>, 4> kinds{
    {{"builtin", ControllerKind::builtin},
     {"keyboard", ControllerKind::keyboard},
     {"library", ControllerKind::library},
     {"udp", ControllerKind::udp}}};

/// `kind` may be left out where a key of its own tells it: --set controller.library=mine.so, which
/// also takes the place of a built-in one that the session names.
ControllerKind kind_of(TableReader& reader) {
    if (reader.has("kind")) return reader.choice("kind", kinds);
    if (reader.has("library")) return ControllerKind::library;
    if (reader.has("listen")) return ControllerKind::udp;
    if (reader.has("builtin")) return ControllerKind::builtin;
    return reader.choice("kind", kinds);  // says what is missing
}

const model::BuiltinEntry* builtin_of(TableReader& reader) {
    const std::string name = reader.text("builtin");
    if (const model::BuiltinEntry* entry = model::find_builtin(name)) return entry;
    std::string known;
    for (const model::BuiltinEntry& entry : model::builtin_controllers())
        known += (known.empty() ? "\"" : ", \"") + std::string(entry.name) + "\"";
    reader.fail("builtin", "\"" + name + "\" is not one of " + known, "use one of them");
}

}  // namespace

std::string controller_word(ControllerKind kind) {
    return std::string(kinds[static_cast<std::size_t>(kind)].first);
}

ControllerConfig ControllerConfig::from_toml(TableReader& reader) {
    constexpr std::int64_t longest_period_ms = 100;
    ControllerConfig config;
    config.kind = kind_of(reader);
    if (config.kind != ControllerKind::builtin) reader.text_or("builtin", "");  // was replaced
    config.timing.period_ticks = reader.integer_or("period_ms", 20, 1, longest_period_ms);
    const std::int64_t usual = config.timing.period_ticks < 5 ? config.timing.period_ticks : 5;
    config.timing.latency_ticks =
        reader.integer_or("latency_ticks", usual, 1, config.timing.period_ticks);
    switch (config.kind) {
        case ControllerKind::builtin:
            config.builtin = builtin_of(reader);
            break;
        case ControllerKind::library:
            config.library = reader.text("library");
            config.memory_mb = reader.integer_or("memory_mb", 1024, 64, 1'048'576);
            break;
        case ControllerKind::udp:
            config.listen = hmi_link::address_from_toml(reader, "listen");
            config.wait_s = reader.number_or("wait_s", 60.0, model::Range::between(0.0, 3600.0));
            break;
        case ControllerKind::keyboard:
            break;
    }
    reader.finish();
    return config;
}

}  // namespace ghostcar::board
