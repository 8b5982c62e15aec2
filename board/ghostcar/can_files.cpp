// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/can_files.h"

#include <toml++/toml.h>

#include "board/ghostcar/overrides.h"
#include "can_bridge/dbc/position.h"

namespace ghostcar::board {
namespace {

const SourceText& keep(RunSource& source, DataKind kind, const std::string& key,
                       const std::string& name) {
    const auto found = source.can_files.find(key);
    if (found != source.can_files.end()) return found->second;
    return source.can_files[key] = read_named(source.session, kind, name);
}

}  // namespace

can_bridge::CanFiles can_files_of(RunSource& source) {
    return {
        [&source](const std::string& name) {
            const SourceText& file = keep(source, DataKind::mapping, "mapping " + name, name);
            return parse_toml(file.text, file.path);
        },
        [&source](const std::string& name) {
            const SourceText& file = keep(source, DataKind::dbc, "dbc " + name, name);
            try {
                return can_bridge::dbc::load(file.text, file.path);
            } catch (const can_bridge::dbc::DbcError& error) {
                throw UsageError(error.what());
            }
        },
    };
}

}  // namespace ghostcar::board
