// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/library_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

namespace ghostcar::drivers {
namespace {

struct Machine {
    std::uint16_t number;
    std::string_view name;
};
constexpr std::array<Machine, 6> machines{{{EM_X86_64, "x86-64"},
                                           {EM_AARCH64, "aarch64"},
                                           {EM_386, "x86 with 32 bits"},
                                           {EM_ARM, "arm with 32 bits"},
                                           {EM_RISCV, "riscv"},
                                           {EM_PPC64, "ppc64"}}};
#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t own_machine = EM_AARCH64;
#else
#error "say which processor this is"
#endif

std::string machine_name(std::uint16_t number) {
    for (const Machine& machine : machines)
        if (machine.number == number) return std::string(machine.name);
    return "another processor (ELF machine " + std::to_string(number) + ")";
}

/// A file, closed by its owner.
class File {
public:
    // Not to wait for whoever writes into a pipe of that name.
    explicit File(const std::string& path) noexcept
        : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~File() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
    [[nodiscard]] bool is_regular(std::uint64_t& size) const noexcept {
        struct stat status {};
        if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return false;
        size = static_cast<std::uint64_t>(status.st_size);
        return true;
    }
    [[nodiscard]] bool read_at(std::uint64_t at, void* into, std::size_t size) const noexcept {
        return pread(descriptor_, into, size, static_cast<off_t>(at)) == static_cast<ssize_t>(size);
    }

private:
    int descriptor_;
};

/// The size a whole file has at least: its segments, and the table of sections at its end.
std::uint64_t whole_size(const File& file, const Elf64_Ehdr& header) {
    std::uint64_t whole = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    if (header.e_phentsize != sizeof(Elf64_Phdr) ||
        !file.read_at(header.e_phoff, segments.data(), segments.size() * sizeof(Elf64_Phdr)))
        return UINT64_MAX;
    for (const Elf64_Phdr& segment : segments)
        if (segment.p_type == PT_LOAD && segment.p_offset + segment.p_filesz > whole)
            whole = segment.p_offset + segment.p_filesz;
    return whole;
}

}  // namespace

std::string library_file_fault(const std::string& path) {
    const File file(path);
    if (!file.is_open()) return std::generic_category().message(errno);
    std::uint64_t size = 0;
    if (!file.is_regular(size)) return "is no file; name the library that was built";
    Elf64_Ehdr header{};
    // The first bytes are alike for all sizes and processors.
    if (!file.read_at(0, &header, offsetof(Elf64_Ehdr, e_version)) ||
        std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "is no shared library; name the one that was built";
    if (header.e_machine != own_machine)
        return "is built for " + machine_name(header.e_machine) + ", this machine is " +
               machine_name(own_machine) + ": build it here";
    if (!file.read_at(0, &header, sizeof header) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        size < whole_size(file, header))
        return "is cut short: build or copy it again";
    return "";
}

}  // namespace ghostcar::drivers
