// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace ghostcar::tests {

/// An empty folder that goes away with its owner.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "ghostcar-race-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

    /// A file with this content.
    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name) << content;
        return (path_ / name).string();
    }
    /// A program of the shell.
    std::string script(const std::string& name, const std::string& content) const {
        std::string file = write(name, "#!/bin/sh\n" + content);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream file(path_ / name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }

private:
    std::filesystem::path path_;
};

}  // namespace ghostcar::tests
