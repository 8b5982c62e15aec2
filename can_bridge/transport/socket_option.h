// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "can_bridge/transport/file_descriptor.h"

namespace ghostcar::can_bridge {

/// setsockopt(2); throws "`what`: the system's reason".
template <typename Value>
void set_option(const FileDescriptor& file, int level, int option, const Value& value,
                const char* what) {
    if (::setsockopt(file.get(), level, option, &value, sizeof value) != 0)
        throw std::runtime_error(std::string(what) + ": " + std::generic_category().message(errno));
}

}  // namespace ghostcar::can_bridge
