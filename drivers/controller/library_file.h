// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ghostcar::drivers {

/// What keeps a file from being a shared library for this machine, as far as its header tells
/// (elf(5)): "is built for aarch64, this machine is x86-64: build it here". "": nothing. The loader
/// says "No such file" of a library for another processor, and falls over one that is cut short.
[[nodiscard]] std::string library_file_fault(const std::string& path);

}  // namespace ghostcar::drivers
