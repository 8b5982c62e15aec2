# SPDX-License-Identifier: Apache-2.0
"""The desk bus for tests: a network namespace with loopback alone, and frames as somebody else writes them."""
import os
import pathlib
import socket
import subprocess
import sys

GHOSTCAR = os.environ["GHOSTCAR"]
TOP = pathlib.Path(os.environ["GHOSTCAR_TOP"])
GROUP = "239.74.163.2"
INSIDE = "GHOSTCAR_DESK_NAMESPACE"
SKIPPED = 77


def enter_namespace():
    """Starts this script again in a namespace of its own, so that neither other tests nor the net are met."""
    if INSIDE in os.environ:
        return
    setup = "ip link set lo up && ip link set lo multicast on && ip route add 239.0.0.0/8 dev lo && exec \"$@\""
    options = ["--net"] if os.geteuid() == 0 else ["--user", "--map-root-user", "--net"]
    command = ["unshare", *options, "sh", "-c", setup, "sh", sys.executable, "-B", *sys.argv]
    if subprocess.run(command[:len(options) + 1] + ["true"], check=False, capture_output=True).returncode != 0:
        print("no network namespaces here: skipped")
        sys.exit(SKIPPED)
    sys.exit(subprocess.run(command, env=os.environ | {INSIDE: "1"}, check=False).returncode)


def open_listener():
    """python-can's bus with room for seconds of frames: Python does not always come in time to read them."""
    import can  # pylint: disable=import-outside-toplevel
    listener = can.Bus(interface="udp_multicast", channel=GROUP)
    room = getattr(socket, "SO_RCVBUFFORCE", 33)  # beyond net.core.rmem_max, where that is permitted
    try:
        socket.socket(fileno=os.dup(listener.fileno())).setsockopt(socket.SOL_SOCKET, room, 4 << 20)
    except PermissionError:
        pass
    return listener


def crc8(data, polynomial, value, final):
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ polynomial if value & 0x80 else value << 1) & 0xFF
    return value ^ final


def profile1(data_id, counter, payload):
    """Eight bytes protected by E2E profile 1: the checksum written here, not with the code under test."""
    rest = bytes([counter]) + payload
    return bytes([crc8(data_id.to_bytes(2, "little") + rest, 0x1D, 0, 0)]) + rest


def is_intact(data_id, data):
    return data[0] == crc8(data_id.to_bytes(2, "little") + bytes(data[1:]), 0x1D, 0, 0)
