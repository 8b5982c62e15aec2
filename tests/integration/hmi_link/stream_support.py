# SPDX-License-Identifier: Apache-2.0
"""What the tests of the UDP links share: message classes made from the .proto by protoc, and the
tool that plays Ghostcar."""
import importlib
import os
import socket
import subprocess
import sys
import tempfile

TIMEOUT_S = 30


def load_messages():
    """The module of ghostcar.proto, generated afresh: independent of the program's own copy."""
    folder = tempfile.TemporaryDirectory()
    top = os.environ["PROTO_TOP"]
    subprocess.run(["protoc", f"--proto_path={top}", f"--python_out={folder.name}",
                    "hmi_link/proto/ghostcar.proto"], check=True, cwd=top)
    sys.path.insert(0, folder.name)
    module = importlib.import_module("hmi_link.proto.ghostcar_pb2")
    folder.cleanup()
    return module


def udp_socket():
    """A socket of this machine on a free port."""
    result = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    result.bind(("127.0.0.1", 0))
    result.settimeout(TIMEOUT_S)
    return result


class Server:
    """link_tool serve, with a socket that watches its stream."""

    def __init__(self, key_file=None):
        self.watcher = udp_socket()
        peer = "127.0.0.1:%d" % self.watcher.getsockname()[1]
        words = [os.environ["LINK_TOOL"], "serve", peer] + ([key_file] if key_file else [])
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.port = int(self.process.stdout.readline().split()[1])

    def next_command(self):
        """The next command that entered a tick: kind, parameter, value."""
        kind, parameter, value = self.process.stdout.readline().split()[1:]
        return int(kind), int(parameter), float(value)

    def stop(self):
        """Ends it; what it said since, and how many datagrams met each fate."""
        self.watcher.close()
        rest, _ = self.process.communicate(timeout=TIMEOUT_S)
        lines = [line.split() for line in rest.splitlines()]
        commands = [line for line in lines if line[0] == "command"]
        fates = {line[1]: int(line[2]) for line in lines if line[0] == "fate"}
        return commands, fates
