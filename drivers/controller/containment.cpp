// SPDX-License-Identifier: Apache-2.0
#include "drivers/controller/containment.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ghostcar::drivers {
namespace {

void write_text(const char* path, const char* text) noexcept {
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    [[maybe_unused]] const ssize_t written = write(file, text, std::strlen(text));
    close(file);
}

/// Everybody keeps the number they have (user_namespaces(7)). A map that cannot be written changes
/// what getuid() says, not what the process may do.
void keep_user(uid_t user, gid_t group) noexcept {
    char map[64];
    write_text("/proc/self/setgroups", "deny");
    std::snprintf(map, sizeof map, "%u %u 1", user, user);
    write_text("/proc/self/uid_map", map);
    std::snprintf(map, sizeof map, "%u %u 1", group, group);
    write_text("/proc/self/gid_map", map);
}

}  // namespace

int enter_process_namespace() noexcept {
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (unshare(CLONE_NEWPID) == 0) return 0;
    // Who is not allowed to do that may do it in a user namespace of their own.
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return errno;
    keep_user(user, group);
    return 0;
}

void give_up_privileges() noexcept {
    // The bounding set first: that takes a capability. A kernel has fewer than 64 of them.
    for (unsigned long capability = 0; capability < 64; ++capability)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
    syscall(SYS_capset, &header, none.data());
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

}  // namespace ghostcar::drivers
