// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/run_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "board/ghostcar/data_files.h"

namespace ghostcar::board {
namespace fs = std::filesystem;
namespace {

std::string time_text(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, format, &utc));
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw std::runtime_error(folder.string() + ": cannot be made (" +
                                 (error ? error.message() : "it is a file") +
                                 "); choose another folder with --out");
}

}  // namespace

std::string utc_text() {
    return time_text("%Y-%m-%dT%H:%M:%SZ");
}

fs::path make_run_folder(const std::string& out, const std::string& session) {
    if (!out.empty()) {
        if (fs::exists(fs::path(out) / "result.json") || fs::exists(fs::path(out) / "run.mcap"))
            throw UsageError(out + ": already holds a run; choose another --out or remove it");
        make_folder(out);
        return out;
    }
    make_folder("runs");
    const std::string stem = "runs/" + time_text("%Y%m%d-%H%M%S") + "-" + session;
    // create_directory tells atomically whether the name was free.
    for (int number = 1;; ++number) {
        const fs::path folder = number == 1 ? stem : stem + "-" + std::to_string(number);
        std::error_code error;
        if (fs::create_directory(folder, error)) return folder;
        if (error)
            throw std::runtime_error(folder.string() + ": cannot be made (" + error.message() +
                                     "); choose another folder with --out");
    }
}

void write_file(const fs::path& path, const std::string& content) {
    const fs::path temporary = path.string() + ".part";
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    if (!file) {
        const int error = errno;
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw std::runtime_error(path.string() + ": cannot be written (" + std::strerror(error) +
                                 "); free some space or choose another --out");
    }
    fs::rename(temporary, path);
}

void sync_folder(const fs::path& folder) noexcept {
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    ::syncfs(opened);
    ::close(opened);
}

}  // namespace ghostcar::board
