// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/command_key.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "model/config/config_error.h"

namespace ghostcar::hmi_link {
namespace {

static_assert(CommandKey::size == crypto_auth_KEYBYTES);

class OpenFile {
public:
    explicit OpenFile(const std::string& path)
        : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (descriptor_ < 0)
            throw model::ConfigError(
                path +
                ": the command key cannot be opened: " + std::generic_category().message(errno) +
                "; make one: (umask 077; head -c 32 /dev/urandom > " + path + ")");
    }
    ~OpenFile() { ::close(descriptor_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

private:
    int descriptor_;
};

}  // namespace

CommandKey CommandKey::load(const std::string& path) {
    const OpenFile file(path);
    struct stat status {};
    if (::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))
        throw model::ConfigError(path + ": the command key is not a file; give a file of 32 bytes");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw model::ConfigError(path + ": others may read the command key; run chmod 600 " + path);
    CommandKey key;
    if (status.st_size != static_cast<off_t>(size) ||
        ::read(file.descriptor(), key.bytes_.data(), size) != static_cast<ssize_t>(size))
        throw model::ConfigError(path + ": the command key has " + std::to_string(status.st_size) +
                                 " bytes; it must have exactly 32: head -c 32 /dev/urandom > " +
                                 path);
    return key;
}

CommandKey::~CommandKey() {
    sodium_memzero(bytes_.data(), bytes_.size());
}

}  // namespace ghostcar::hmi_link
