# SPDX-License-Identifier: Apache-2.0
"""Whoever starts the program, and what the machine lets them do: a superuser, an ordinary user, each
with and without namespaces (many containers refuse those)."""
import ctypes
import os
import platform
import struct

NOBODY = 65534
PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
UNSHARE = {"x86_64": 272, "aarch64": 97}
EPERM = 1


def refuse_namespaces():
    """unshare(2) fails with EPERM from here on, as in a container."""
    filter_text = b"".join(struct.pack("HBBI", *line) for line in [
        (0x20, 0, 0, 0),  # the number of the system call
        (0x15, 0, 1, UNSHARE[platform.machine()]),
        (0x06, 0, 0, 0x00050000 | EPERM),
        (0x06, 0, 0, 0x7fff0000)])
    text = ctypes.create_string_buffer(filter_text)
    program = struct.pack("HxxxxxxP", 4, ctypes.addressof(text))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


class Circumstances:
    def __init__(self, name, ordinary_user=False, namespaces=True):
        self.name = name
        self.ordinary_user = ordinary_user and os.geteuid() == 0  # else that is who we are
        self.namespaces = namespaces

    def options(self, folder):
        """Of subprocess, for a program that works in this folder."""
        options = {}
        if self.ordinary_user:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
            options.update(user=NOBODY, group=NOBODY, extra_groups=[])
        if not self.namespaces:
            options.update(preexec_fn=refuse_namespaces)
        return options


HERE = Circumstances("here")
ORDINARY = Circumstances("ordinary user", ordinary_user=True)
ALL = [HERE, ORDINARY, Circumstances("no namespaces", namespaces=False),
       Circumstances("ordinary user, no namespaces", ordinary_user=True, namespaces=False)]
