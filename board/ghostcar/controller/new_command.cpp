// SPDX-License-Identifier: Apache-2.0
// `ghostcar new controller NAME`: a folder with a controller that builds and drives.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"

namespace ghostcar::board {
namespace {

namespace fs = std::filesystem;

/// It becomes the name of a folder, of files and of a CMake target.
void require_good_name(const std::string& name) {
    constexpr std::size_t longest = 64;
    const bool good = !name.empty() && name.size() <= longest &&
                      std::isalpha(static_cast<unsigned char>(name.front())) != 0 &&
                      std::all_of(name.begin(), name.end(), [](unsigned char letter) {
                          return std::isalnum(letter) != 0 || letter == '_' || letter == '-';
                      });
    if (!good)
        throw UsageError("new controller " + name +
                         ": is no name for a controller; use letters, digits, _ and -, and "
                         "begin with a letter");
    const bool taken = name == "all" || name == "clean" || name == "test" || name == "install" ||
                       name == "help" || name == "package";
    if (taken)
        throw UsageError("new controller " + name +
                         ": CMake keeps that name for itself; choose another one");
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
    return text;
}

/// How this program is started from anywhere: by its name where the shell finds it, else by its
/// path.
std::string program_word(const fs::path& program) {
    const char* const places = std::getenv("PATH");
    std::istringstream rest(places == nullptr ? "" : places);
    for (std::string folder; std::getline(rest, folder, ':');) {
        const fs::path found = fs::path(folder) / program.filename();
        std::error_code error;
        if (!fs::exists(found, error)) continue;
        if (fs::equivalent(found, program, error)) return program.filename().string();
        break;  // the shell would start another one
    }
    return program.string();
}

}  // namespace

int new_controller_command(const std::string& name) {
    require_good_name(name);
    if (fs::exists(name))
        throw UsageError(name + ": exists already; choose another name or remove it");
    const fs::path program = fs::read_symlink("/proc/self/exe");
    const fs::path root = program.parent_path().parent_path();
    const std::string ghostcar = program_word(program);
    const std::array<std::pair<const char*, std::string>, 4> files{
        {{"CMakeLists.txt", "CMakeLists.txt"},
         {"README.md", "README.md"},
         {"controller.cpp", name + ".cpp"},
         {"controller.c", name + ".c"}}};
    std::array<std::string, 4> texts;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const SourceText source = read_template("controller", files[i].first);
        texts[i] = source.text;
        for (const auto& [word, by] : std::array<std::pair<const char*, std::string>, 4>{
                 {{"@NAME@", name},
                  {"@GHOSTCAR@", ghostcar},
                  {"@PROGRAM_FOLDER@", program.parent_path().string()},
                  {"@INCLUDE_FOLDER@", (root / "include").string()}}})
            texts[i] = replaced(texts[i], word, by);
    }
    fs::create_directory(name);
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::ofstream file(fs::path(name) / files[i].second, std::ios::binary);
        file << texts[i];
        if (!file.flush())
            throw std::runtime_error(name + "/" + files[i].second +
                                     ": cannot be written; free some space");
    }
    std::cout << name << "/ is ready. From there to a score:\n"
              << "  cd " << name << " && cmake -B build && cmake --build build\n"
              << "  " << ghostcar << " run cruise-1 --pace fast --set controller.library=build/lib"
              << name << ".so\n";
    return exit_passed;
}

}  // namespace ghostcar::board
