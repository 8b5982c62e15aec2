// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/command_config.h"

namespace ghostcar::hmi_link {

CommandConfig CommandConfig::from_toml(model::TableReader& commands) {
    CommandConfig config;
    config.listen = address_from_toml(commands, "listen");
    config.key_file = commands.text_or("key_file", "");
    if (commands.has("key_file") && config.key_file.empty())
        commands.fail("key_file", "found \"\"", "write the path of the key, or remove the line");
    commands.finish();
    return config;
}

}  // namespace ghostcar::hmi_link
