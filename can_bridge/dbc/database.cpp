// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/dbc/database.h"

#include "can_bridge/dbc/character_set.h"
#include "can_bridge/dbc/parser.h"
#include "can_bridge/dbc/resolve.h"

namespace ghostcar::can_bridge::dbc {

const Message* Database::find(std::uint32_t id, bool is_extended) const {
    for (auto message = messages.rbegin(); message != messages.rend(); ++message)
        if (message->id == id && message->is_extended == is_extended) return &*message;
    return nullptr;
}

const Message* Database::find(std::string_view name) const {
    for (auto message = messages.rbegin(); message != messages.rend(); ++message)
        if (message->name == name) return &*message;
    return nullptr;
}

Database load(std::string_view bytes, const std::string& file) {
    const std::string text = to_utf8(bytes);
    return resolve(Parser(text, file).parse());
}

}  // namespace ghostcar::can_bridge::dbc
